"""What the attribution rule knows of Turkish, Arabic, Hebrew, Persian, Hindi, Vietnamese,
Indonesian.

See tongue.py for the rows and how a word is written.
"""

from .tongue import tongue

TR = tongue(
    """
    ends: yes
    glue: ve bir bu için ile de da ne çok daha gibi olarak olan değil var ama o en kadar
        sonra
    he: o onlar
    i: ben biz
    role: kullanıcı sahib
    mind: karar seç. seçti. seçer. seçiyor. tercih istiyor iste istedi ister sev. sever.
        seviyor. sevdi. sevm hoşlan nefret um. umuyor. umdu. dile. diliyor. ihtiyaç planl
        düşün sanıyor sandı. inan. inanıyor. inandı. şüphe bil. biliyor. biliyordu. varsay
        bekl kork. korkuyor. pişman redd kabul onayla onay verdi. izin iptal söz. vaat
        imzala oy. söyle söyled dedi. diyor. anlat iddia açıkla belirt rica sor. sordu.
        soruyor. talep doğrula inkar ısrar öner tavsiye uyar şikayet ikna aynı_fikir katıl
        karşı. yanadır vazgeç sevdiği. isterdi. hoşuna. hoşlanm bayıl. bayılıyor. özl.
        özlüyor. endişe. kaygı. memnun. hayal_kırık. bıkt. bıktı. şüpheci. gurur. cevap.
        yanıt. cevapladı. yanıtladı. bahsetti. bahset. yemin. tahmin. hayal. takdir. hayran.
        yasakla. yasakladı. izin_verdi itiraz. protesto. eleştir. eleştirdi. tereddüt.
        ertele. erteledi. ertelen. ısrar_etti geri_çevir. geri_çevirdi çevirdi. destekl.
        karşı_çık. katlanam. rahatsız. teşekkür. övdü. niyet. onaylan. reddedil. seçil.
        imzalan. istenm. tiksin. dilerdi. buldu. ertele geri_çek geri_çekil yasaklan
        önerilen önerildi. istendi. seçildi. tercih_edil belirlen belirledi. atandı. feshet
        feshed kararlaştır tehdit yemin itiraf yalvar
    fact: yaşı. yaşıyor. yaşadı. otur. oturuyor. çalış vardı. doğdu. aldı. sahip. kullan
        sür. sürüyor. geldi. gitti. okuyor. oyn satın sattı. seyahat evli tart. tanıştı.
        idi. şarkı yüz. yüzer. yüzüyor. pişir yedi. yer. yiyor. içti. içiyor. koş. koşuyor.
        yaz. yazdı. yazıyor. oku. okudu. uyu. uyuyor. aradı. arıyor. gönder. gönderdi. öde.
        ödedi. ödüyor. kirala. kiraladı. öğret. açtı. kapattı. kaybet. kaybetti. kazandı.
        kazan. sigara. duruyor. oturdu. çiz. düştü. öldü. yönet. tanır. ziyaret. kazanıyor.
        satar. satıyor. taşındı. döndü. mezun. yaşında. kalıyor. var. yok. takıyor. takar.
        taktı. giyiyor. uçtu. uçuyor. bekliyor. yürü. kutlad borçlu. bindi. döner. evlen
    thought: karar seçim tercih fikr fikir görüş istek isteği arzu niyet plan. planı. talep
        kural onay. onayı. izin. izni. söz. sözü. favori umut umudu korku şüphe inanc
        sevdiği en_sevdiği
    mute: istiyor tercih seviyor düşünüyor söyledi dedi reddetti onayladı istiyorum isterim
        düşünüyorum seviyorum nefret karar_verdik istiyoruz onayladık
    label: karar kararlaştırıldı tercih istek görüş onaylandı reddedildi seçim kural
    after: göre in_isteğiyle
    by: tarafından
    own: benim bizim onun
    lead: ve ama sonra bugün dün şimdi bay bayan ayrıca
    nobody: karar_verildi kararlaştırıldı karar_alındı
    """
)
AR = tongue(
    """
    cases: yes
    glue: في من على إلى أن هذا هذه التي الذي مع عن كان كانت قد ما لا هو هي أو ثم بعد قبل بعض
    he: هو هي هم
    i: أنا نحن
    role: المستخدم مستخدم المالك
    mind: قرر قررت يقرر اختار يختار فضل. يفضل تفضل أراد يريد تريد أريد يرغب رغب يتمنى تمنى
        أحب يحب تحب يكره كره يكره يأمل أمل. يحتاج احتاج يخطط خطط ينوي نوى يعتقد اعتقد يظن
        ظن. يرى رأى يشك شك. يعرف يعلم عرف. يتوقع توقع يخاف خاف يخشى ندم رفض يرفض قبل. يقبل
        وافق يوافق ألغى يلغي وعد يعد. تعهد وقع. وقع_على صوت. قال قالت يقول تقول أخبر ذكر صرح
        أعلن أكد يؤكد نفى ينفي زعم طلب يطلب سأل شرح أوضح طالب اقترح يقترح أوصى حذر اشتكى
        مقتنع مصمم اتفق يتفق أصر رفضت ترفض فضلت يود تود ود. أعجب أعجبه يعجبه لا_يطيق قلق.
        قلقة يقلق راض. راضية محبط متشكك فخور أجاب أجابت رد. ردت أقسم يحلم حلم. اشتاق يشتاق
        قدر. يقدر منع. يمنع سمح. يسمح احتج اعترض يعترض انتقد ينتقد تردد. يتردد أجل. تراجع
        تخلى أيد. يؤيد عارض يعارض شكر. شكا يشكو اختارت وافقت طلبت أرادت تمنت أعلنت أكدت نفت
        تفضيل يصر تصر سئم وصف. اعتبر يعتبر تأجيل أجل أُجل سحب. يسحب ألغيت رُفض منع_ اقترحت
        يهدد هدد اعترف يعترف
    fact: يعيش عاش يسكن سكن يعمل عمل. لديه كان ولد. تلقى استلم يملك يمتلك اشترى باع. سافر
        وصل ذهب درس يدرس يلعب تزوج يزن قابل التقى يغني غنى يسبح يطبخ طبخ يأكل أكل يشرب شرب
        يجري كتب يكتب قرأ يقرأ ينام نام اتصل أرسل يرسل دفع يدفع يستخدم استخدم أحضر بنى أصلح
        استأجر فتح أغلق فقد ربح يقود مات انتقل عاد تخرج يبلغ سقط وقع_من سافرت يرتدي ارتدى
        طار ينتظر يمشي مشى احتفل يلبس
    thought: قرار اختيار تفضيل رأي رغبة إرادة نية خطة طلب. قاعدة موافقة وعد. المفضل المفضلة
        أمل. مخاوف شكوك كلام كلمات
    mute: يريد يفضل يعتقد يحب يكره
    label: القرار قرار تقرر الاتفاق التفضيل الرغبة الرأي الموافقة الاختيار القاعدة
    says: حسب بحسب وفقا_ل وفقا وفق على_حد_قول برأي
    by: بواسطة من_قبل
    prep: إلى مع عن من على عند لدى ب ل
    lead: السيد السيدة و ثم لكن اليوم أمس الآن أن لقد قد إن
    nobody: تقرر تم_الاتفاق تم_اتخاذ_القرار تم_اتخاذ_قرار
    """
)
HE = tongue(
    """
    cases: yes
    glue: של את על לא זה עם הוא היא אבל גם כי או אם יש אין אל מה כל היה הייתה
    he: הוא היא הם הן
    i: אני אנחנו
    role: המשתמש משתמש הבעלים
    mind: החליט מחליט בחר בוחר מעדיף העדיף רוצה רצה רצתה אוהב אהב שונא שנא מקווה קיווה צריך
        זקוק מתכנן תכנן מתכוון התכוון חושב חשב חשבה מאמין האמין סבור מטיל_ספק יודע ידע מניח
        מצפה חושש פוחד מתחרט סירב מסרב דחה קיבל. מסכים הסכים אישר מאשר ביטל מבטל הבטיח מבטיח
        התחייב חתם הצביע אמר אמרה אומר סיפר טען טוען הצהיר הודיע ביקש מבקש שאל. שואל אישרה
        הכחיש מכחיש הסביר דרש דורש הציע מציע המליץ הזהיר התלונן משוכנע נגד. מעוניין דחתה
        סירבה העדיפה בחרה החליטה הסכימה הבטיחה ביקשה טענה חוששת אוהבת רוצה. שונאת מעדיפה
        חושבת מאמינה מקווה. מודאג מרוצה מאוכזב ספקן גאה ענה. ענתה השיב השיבה הזכיר נשבע חושד
        חולם מתגעגע מעריך אסר. התיר התנגד מתנגד מוחה ביקר. היסס ויתר. דחה. תומך תמך. התעקש
        מתעקש סולד מאס. נמאס רוצים
    fact: גר. גרה. חי. עובד עבד. נולד קיבלה יש_לו היה. נוהג הגיע נסע למד. לומד משחק קנה.
        מכר. נשוי שוקל פגש שר שוחה מבשל בישל אוכל אכל שותה רץ כתב כתבה כותב קורא קרא ישן
        התקשר שלח שלחה שילם משלם משתמש השתמש בנה תיקון תיקן שוכר שכר מלמד פתח סגר איבד ניצח
        מעשן יושב נפל מת. מנהל. ביקר_ב מרוויח מוכר קנתה עבר. עברה חזר טס. טסה מרכיב לובש
        מחכה הולך הלך חגג
    thought: החלט בחיר העדפ דע דעת דעה רצון כוונ תוכנית בקש כלל. אישור הסכמ הבטח אהוב תקוו
        חשש ספק. דברי
    mute: החליט רוצה מעדיף חושב אמר הבטיח ביקש אישר
    label: החלטה הוחלט סוכם העדפה רצון דעה אושר נדחה בחירה כלל
    says: לפי לדברי לדעת לטענת לבקשת
    by: על_ידי ידי
    of: של
    own: שלי שלנו שלו שלה
    prep: את של עם על אל אצל
    lead: מר גברת ו אבל היום אתמול עכשיו ש כי גם אז
    nobody: הוחלט סוכם התקבלה_החלטה
    """
)
FA = tongue(
    """
    ends: yes
    glue: در از به که این را با آن است برای بود شد می یک و های تا هم نیست
    he: او آنها
    i: من ما
    role: کاربر مالک
    mind: تصمیم انتخاب ترجیح میخواهد خواست آرزو دوست متنفر امید امیدوار نیاز قصد برنامه فکر
        باور معتقد عقیده شک میداند انتظار میترسد پشیمان رد رد_کرد پذیرفت قبول تایید تأیید
        موافق مخالف لغو قول تعهد امضا رای گفت میگوید گفته ادعا اعلام خواسته درخواست پرسید
        انکار توضیح اصرار پیشنهاد توصیه هشدار شکایت مطمئن ترجیح_می می\u200cخواهد
        می\u200cگوید می\u200cترسد
        نپذیرفت رد_ تصمیم_گرفت نگران راضی ناراضی ناامید خسته بدبین مغرور پاسخ جواب اشاره
        سوگند حدس رویا دلتنگ تحسین ممنوع اجازه اعتراض انتقاد تردید منصرف حمایت اصرار_ بدش
        خوشش دوست\u200cدارد می\u200cپسندد
    fact: زندگی کار_می متولد دریافت دارد داشت خرید فروخت سفر رسید رفت درس بازی ازدواج
    thought: تصمیم انتخاب ترجیح نظر عقیده خواسته قصد درخواست قانون تایید رضایت قول محبوب
        امید نگرانی شک گفته
    label: تصمیم توافق ترجیح نظر تایید انتخاب قانون
    says: طبق_گفته به_گفته به_نظر طبق بنا_به_گفته
    by: توسط
    own: من ما
    prep: به از با برای در
    lead: آقای خانم و اما امروز دیروز اکنون که سپس
    nobody: تصمیم_گرفته_شد قرار_شد
    """
)
HI = tongue(
    """
    ends: yes
    glue: है हैं का की के में से को और ने यह वह पर नहीं था थी थे कि एक भी हो लिए
    he: वह वे उसने उन्होंने
    i: मैं हम मैंने हमने मुझे हमें
    role: उपयोगकर्ता यूज़र मालिक यूजर
    mind: फैसला फ़ैसला निर्णय तय चुना चुनता पसंद नापसंद चाह चाहता चाहती चाहते इच्छा नफरत
        नफ़रत आशा उम्मीद ज़रूरत जरूरत योजना इरादा सोच मान. मानता मानती विश्वास यकीन शक संदेह
        जानता जानती डर अफसोस मना इनकार इंकार अस्वीकार स्वीकार मंजूर मंज़ूर सहमत असहमत रद्द
        वादा वचन हस्ताक्षर वोट कहा कहता कहती बताया बताता दावा घोषणा पूछा मांग माँग अनुरोध
        पुष्टि समझाया सुझाव सलाह चेतावनी शिकायत आश्वस्त बजाय बोला बोली ठुकरा पसन्द लगता लगती
        लगा. चाहेगा चाहेगी चिंता चिंतित खुश. नाखुश निराश थक. ऊब. संशय गर्व जवाब उत्तर_दिया
        ज़िक्र जिक्र कसम. अंदाज़ा अनुमान सपना. सराह प्रशंसा रोक_दिया अनुमति इजाज़त विरोध
        आलोचना हिचक टाल_दिया टाल. ज़ोर_दिया जोर_दिया ज़िद समर्थन खिलाफ़ खिलाफ नकार. चुनी.
        चुने. माना. मानना. निवेदन तंग. स्थगित टाल_दी टाला चुनाव मंज़ूरी मंजूरी मांगा माँगा
        धमकी कबूल
    fact: रहता रहती रहते काम जन्म मिला मिली पास. खरीद बेच. यात्रा पहुँच पढ़ खेल शादी वजन
        चलाता गाता गाती तैरता पकाता खाता खाया पीता पिया दौड़ता लिखा लिखता पढ़ता पढ़ा सोता
        सोया भेजा भेजता चुकाया इस्तेमाल लाया बनाया मरम्मत किराए सिखाता खोला बंद खोया खो.
        जीता धूम्रपान बैठता गिरा मृत्यु जानता_है कमाता बेचा बेचता खरीदा ख़रीदा लौटा गया गई
        आया आई काम_करता काम_करती पहनता पहनती पहना उड़ा उड़ता इंतज़ार चलता चलती दौड़ा गिर.
        उतरा चढ़ा मनाया में_है
    thought: फैसल फ़ैसल निर्णय पसंद. राय. विचार. इच्छा इरादा योजना अनुरोध नियम मंजूरी सहमति
        वादा पसंदीदा आशा डर. संदेह मत.
    label: निर्णय फैसला फ़ैसला तय पसंद इच्छा राय स्वीकृत अस्वीकृत नियम
    after: के_अनुसार अनुसार मुताबिक के_मुताबिक की_राय
    by: द्वारा
    own: मेरा मेरी मेरे हमारा हमारी उसका उसकी
    lead: श्री और लेकिन आज कल अब कि फिर
    nobody: फैसला_किया_गया फ़ैसला_किया_गया निर्णय_लिया_गया तय_किया_गया तय_हुआ फैसला_हुआ
    """
)
VI = tongue(
    """
    glue: là và của có không được cho trong một các những này đã để với từ ở khi người vào
        sẽ đang tại
    he: anh_ấy cô_ấy họ ông_ấy bà_ấy
    i: tôi chúng_tôi mình
    role: người_dùng
    mind: quyết chọn thích. muốn mong hy_vọng hi_vọng ghét yêu cần. định. dự_định nghĩ tin.
        cho_rằng nghi_ngờ biết. đoán sợ. hối_hận từ_chối bác_bỏ chấp_nhận đồng_ý chấp_thuận
        phê_duyệt duyệt. hủy huỷ hứa cam_kết ký. bỏ_phiếu nói. kể. bảo. tuyên_bố yêu_cầu
        hỏi. xác_nhận phủ_nhận khẳng_định giải_thích đề_nghị đề_xuất khuyên cảnh_báo
        phàn_nàn phản_đối ưu_tiên ưa. không_thích khước_từ lo_lắng hài_lòng bất_mãn
        thất_vọng hoài_nghi tự_hào trả_lời nhắc_đến đoán_rằng trân_trọng ngưỡng_mộ cho_phép
        phản_bác chỉ_trích do_dự hoãn. từ_bỏ ủng_hộ nài_nỉ năn_nỉ khen. không_chịu đe_dọa
        thừa_nhận
    fact: sống. làm_việc có. là. sinh. nhận. sở_hữu mua. bán. lái. đến. đi. học. chơi. cưới
        nặng. gặp. ở. hát. bơi. nấu ăn. uống. chạy. viết. đọc. ngủ. gọi_điện gửi. trả_tiền
        dùng. xây. sửa. thuê. dạy. mở. đóng. mất. thắng. hút_thuốc đứng. ngồi. vẽ. ngã.
        chuyển. trở_về tốt_nghiệp. làm. bay. đeo. mặc. chờ. đi_bộ
    thought: quyết_định lựa_chọn sở_thích ý_kiến mong_muốn ý_định kế_hoạch yêu_cầu quy_tắc
        lời_hứa yêu_thích hy_vọng
    label: quyết_định thống_nhất sở_thích ý_kiến
    says: theo theo_lời theo_ý
    by: bởi
    of: của
    own: của_tôi
    prep: với cho từ về của bởi
    lead: anh chị ông bà và nhưng hôm_nay hôm_qua bây_giờ rằng
    nobody: đã_quyết_định đã_thống_nhất
    """
)
ID = tongue(
    """
    glue: yang dan di ini itu dengan untuk dari tidak ke pada adalah akan sudah telah dalam
        oleh juga atau karena bisa
    he: dia ia mereka beliau
    i: saya aku kami kita
    role: pengguna pemilik
    mind: memutuskan putus diputuskan memilih dipilih lebih_suka suka. menyukai ingin
        menginginkan mau. mencintai benci membenci berharap harap butuh membutuhkan
        berencana merencanakan berniat pikir berpikir berpendapat percaya yakin ragu
        meragukan tahu. mengetahui menganggap mengira takut menyesal menolak ditolak
        menerima menyetujui setuju disetujui membatalkan batal dibatalkan berjanji janji
        berkomitmen menandatangani memilih berkata mengatakan bilang katanya kata.
        menyatakan mengumumkan meminta minta diminta bertanya mengonfirmasi mengkonfirmasi
        membantah menjelaskan menuntut mengusulkan menyarankan memperingatkan mengeluh
        keberatan tidak_suka enggan ogah khawatir cemas puas. kecewa bosan. skeptis bangga
        menjawab menyebut bersumpah menduga bermimpi rindu. merindukan menghargai mengagumi
        melarang mengizinkan memprotes mengkritik ragu-ragu menunda mundur mendukung
        menentang bersikeras memuji mengakui menolak. pilih. memprioritaskan menyatakan.
        mengancam memohon mengaku
    fact: tinggal bekerja kerja punya memiliki adalah lahir menerima_surat membeli menjual
        datang pergi belajar bermain menikah bertemu bernyanyi berenang memasak makan.
        minum. lari. berlari menulis membaca tidur. menelepon mengirim membayar memakai
        menggunakan membangun memperbaiki menyewa mengajar membuka menutup kehilangan
        menang. merokok duduk. melukis jatuh. meninggal. memimpin mengenal mengunjungi
        pindah. pulang. berumur berusia lulus. naik_sepeda. terbang menunggu berjalan
        merayakan menikah.
    thought: keputusan pilihan preferensi pendapat keinginan niat rencana permintaan aturan
        persetujuan janji. favorit harapan
    mute: memutuskan ingin lebih_suka
    label: keputusan disepakati preferensi keinginan pendapat disetujui ditolak pilihan
        aturan
    says: menurut kata sesuai_permintaan berdasarkan_permintaan
    by: oleh
    own: saya kami
    prep: dengan kepada untuk dari oleh pada tentang bagi
    lead: pak bu bapak ibu dan tetapi lalu hari_ini kemarin sekarang bahwa si
    nobody: telah_diputuskan sudah_diputuskan diputuskan telah_disepakati disepakati
    """
)
