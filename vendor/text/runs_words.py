"""What the attribution rule knows of Chinese, Japanese, Korean and Thai.

Words of mind and of plain fact, as pieces of a clause: these languages write no spaces, or glue
their endings to the word. One row a kind of word, as in tongue.py; runs.py makes patterns of them.
"""

import re
from dataclasses import dataclass

from . import lazy

_ROW = lazy.regex(r"\s*([a-z_]+):(.*)")


@dataclass(frozen=True, slots=True)
class Run:
    """One language: alternations of a regular expression, longest word first."""

    title: str  # may follow a name
    skip: str  # may stand between a subject and its verb
    subject: str  # marks a subject, behind it; never matches where nothing does
    object: str  # marks one who is not the subject, behind the name
    before: str  # the same, before the name
    told: str  # according to, behind the name
    told_before: str  # the same, before the name
    agent: str  # by, behind the name
    agent_before: str  # by, before the name
    owner: str  # of, behind the owner
    mind: str  # decided, wants, thinks, says
    near: str  # the same in one character: right behind the subject only
    fact: str  # lives, works, has
    thought: str  # decision, wish, opinion
    he: str
    i: str
    role: str  # user, owner
    label: str  # Decision:
    bare: str  # begins a sentence of mind that names nobody


def _any(words: list[str]) -> str:
    spaced = sorted((re.escape(word.replace("_", " ")) for word in words), key=len, reverse=True)
    return "(?:" + "|".join(spaced) + ")" if spaced else "(?!)"


def run(table: str) -> Run:
    """Read a table; a row that is left out matches nothing."""
    rows: dict[str, list[str]] = {}
    row: list[str] = []
    for line in table.splitlines():
        found = _ROW.fullmatch(line)
        row = rows.setdefault(found[1], []) if found else row
        row.extend((found[2] if found else line).split())
    return Run(**{name: _any(rows.get(name, [])) for name in Run.__annotations__})


ZH = run(
    """
    title: 先生 女士 小姐 老师 老師 总 哥 姐
    skip: 今年 去年 明年 每天 每周一 每周二 每周三 每周四 每周五 每周六 每周日
        每周 每年 每月 星期一 星期二 星期三 星期四 星期五 星期六 星期日 周一 周二 周三 周四
        周五 周六 周日 上个月 下个月 已经 已經 已 刚刚 刚 剛剛 剛 昨天 今天 明天 前天 上周 上週
        本周 下周 最近 一直 总是 總是 经常 經常 常常 通常 非常 十分 特别 特別 很 更 最 也 都 又
        还是 還是 还 還 仍然 仍 曾经 曾經 曾 并 並 从 從 不 没有 沒有 没 沒 将 將 会 會 就 才 再
        亲自 親自 明确 明確 最终 最終 终于 終於 后来 後來 现在 現在 目前 其实 其實 真的 确实
        確實 可能 应该 應該 则 則 便 却 卻 也许 和家人
    before: 告诉 告訴 给 給 向 对 對 跟 问 問 请 請 叫 让 讓 把 找 为 為 帮 幫 通知 通过 關於
        关于 收到 寄给
    told: 说的 所说 所說 来说 來說 看来 看來
    told_before: 据 據 根据 根據 按照 按 依照 依 遵照 听 聽
    agent_before: 由 被 经 經
    owner: 的
    mind: 决定 決定 决心 決心 选择 選擇 选了 選了 选定 選定 挑选 挑選 同意 赞成 贊成 批准 核准
        拒绝 拒絕 答应 答應 承诺 承諾 保证 保證 发誓 發誓 取消 推迟 推遲 延期 签署 簽署 签了
        簽了 投票 打算 计划 計劃 想要 想把 想在 想买 想去 想学 愿意 願意 希望 喜欢 喜歡 偏好
        偏爱 偏愛 讨厌 討厭 痛恨 热爱 熱愛 需要 害怕 担心 擔心 后悔 後悔 期待 认为 認為 觉得
        覺得 相信 怀疑 懷疑 知道 以为 以為 表示 告诉 告訴 要求 请求 請求 确认 確認 否认 否認
        声称 聲稱 宣布 宣佈 解释 解釋 建议 建議 提议 提議 抱怨 警告 坚持 堅持 反对 反對 支持
        宁愿 寧願 宁可 不想 不愿 受不了 受够 威胁 威脅 发誓 恳求 懇求 坦白 厌倦 厭倦 满意 滿意
        不满 不滿 高兴 高興 主张 主張 强调 強調 指出 提到 承认 承認 打消 改主意 倾向 傾向 看好
        嫌弃 推荐 推薦 盼望 渴望 舍不得 在意 介意 提出 表态 约定 約定 放弃 放棄
    near: 想 要 爱 愛 恨 说 說 问 問 签 簽 选 選 怕 称 稱 讲 講 挑 嫌 求
    fact: 戴 穿 飞 飛 从 從 掉 摔倒 丢 弄丢 失去 修 生病 摔 断 退休 租 付 寄 借 种 画 吃 喝 睡
        教 读 住在 住 在 是 有 出生 生于 生於 收到 来自 來自 工作 就职 去 来 來 买 買 卖 賣 会说
        開 开 结婚 結婚 属于 屬於 毕业 畢業 学习 學習 养 養 拥有 擁有 位于 叫 参加 參加 见 見 写
        寫 搬到 搬 用 拉 弹 彈 唱 踢 打 跑 骑 騎 会拉 会弹 使用 负责 負責 担任 擔任 身高 体重 的
        得到 获得 入职 出差 生日
    thought: 决定 決定 选择 選擇 偏好 意见 意見 看法 观点 觀點 愿望 願望 想法 计划 計劃 打算
        要求 规则 規則 规定 同意 批准 承诺 承諾 最爱 最愛 最喜欢 最喜歡 喜好 希望 担忧 顾虑
        请求 請求 建议 建議 立场 立場 态度 意愿 心愿 目标 主张 判断 结论 原话 指示 反对 习惯
    he: 他们 她们 他們 她們 他 她
    i: 我们 我們 咱们 我
    role: 用户 用戶 使用者 主人 业主 机主 所有者 本人
    label: 最终决定 决定 決定 决议 偏好 选择 選擇 同意 愿望 意见 意見 批准 已批准 已同意 约定
        喜好 要求 结论
    bare: 决定 決定 想要 喜欢 喜歡 不喜欢 更喜欢 偏好 讨厌 討厭 希望 打算 宁愿 认为 認為 觉得
        覺得 不想 同意 拒绝 已决定 已決定 已经决定 已經決定 决定了 已商定 商定
    """
)

JA = run(
    """
    title: さん 氏 様 さま 君 くん ちゃん 先生 殿
    subject: は が も 、 ，
    object: に を へ と から で や
    told: によれば によると いわく 曰く によりますと の話では に言わせれば の話によると
    agent: によって により
    owner: の
    mind: 決め 決定し 決断 決心 選ん 選び 選択し 同意し 賛成 承認し 承認さ 許可し 了承し 承諾
        断っ 断り 断わ ことにし 拒否 拒絶 却下 約束 誓っ 誓い 取り消 キャンセル 中止し 延期し
        延期さ 中止さ 拒否さ 却下さ 選ばれ 選択さ 取り消さ 署名さ 提案さ 要求さ 署名 サインし
        投票 好き 好ん 好む 好み 嫌い 嫌っ 嫌が 大好き 欲し ほし たい たがっ 望ん 望み 望む
        希望し 希望す 願っ 必要とし 恐れ 怖が 心配し 後悔 楽しみ 思っ 思う 思い 考え 信じ 疑っ
        疑い 知って 感じ 判断し 確信 納得 言っ 言い 言う 述べ 話し 話す 語っ 伝え 頼ん 頼み
        依頼し 依頼さ 求め 要求し 要望 尋ね 質問し 確認し 認め 否定し 主張 発表し 宣言 説明し
        提案し 勧め 警告し 不満 苦情 反対 支持 つもり がいい 方がよい うんざり 脅し 脅迫 告白
        飽き 我慢 耐えられ 苦手 愛して 憧れ 諦め やめた 重視 こだわ
    fact: かけて 着て 履い 飛ん 落ち 倒れ なくし 失くし 落とし 壊し 読ん 読む 食べ 飲ん 泳 走っ
        走る 歩い 払っ 払い 借り 貸し 送っ 植え 塗っ 教え 直し 着い 帰っ 寝て 起き 飼い 住ん
        住む 生ま 働い 勤め 勤務 持っ 飼っ います いる です である 受け取 届い 行っ 行く 来て
        買っ 売っ 所有 卒業 結婚 在籍 通っ 運転 乗っ 会っ 書い 作っ だった あります ある だ。
    thought: 決定 決断 選択 好み 意見 見解 希望 願い 考え 計画 要望 要求 ルール 方針 承認 許可
        約束 お気に入り 好きな 嫌いな 夢 心配 依頼 提案 発言 言葉 判断 指示 同意 反対 意向
        目標 立場
    he: 彼女 彼ら 彼
    i: 私たち 我々 僕ら 私 僕 俺 わたし
    role: ユーザー ユーザ 利用者 使用者 オーナー 主人 所有者 本人
    label: 決定事項 決定 合意 希望 好み 要望 選択 承認 意見 却下 約束
    """
)

KO = run(
    """
    title: 씨 님 군 양 선생님
    subject: 은 는 이 가 께서 도 이는
    object: 에게 한테 을 를 와 과 하고 로 으로 에서 이랑 랑
    told: 에_따르면 에_의하면 에게_따르면 말로는 의_말에_따르면 말에_따르면
    agent: 에_의해
    owner: 의
    mind: 결정 결심 정했 정하 선택 골랐 고르 동의 찬성 승인 허락 거절 거부 반대 약속 맹세 취소
        연기했 서명 투표 원하 원한 원했 싶 좋아 싫어 선호 사랑 미워 희망 바라 바란 바랐 필요로
        두려 걱정 후회 기대 계획 하려고 생각 믿 의심 알고 안다 여긴 여겼 느끼 느낀 느꼈 판단
        확신 말했 말하 말한 밝혔 밝힌 전했 부탁 요청 요구 물었 질문했 확인 인정 부인 주장 발표
        선언 설명 제안 권했 권한다 경고 불평 불만 지지 고집 참을 질색 질렸 협박 간청 고백 질려
        지겨 마음에 포기 합의
    fact: 떨어 넘어 잃어버 잃었 읽 먹 마시 마셨 달리 달렸 걸었 지불 빌렸 빌려 보냈 심었 칠했
        가르치 고쳤 수리 도착 돌아왔 돌아갔 일어나 열었 닫았 살 산다 태어 일한 일하 근무 다닌
        다니 있 이다 받 샀 팔았 갔 왔 가지고 키우 키운 연주 졸업 결혼
        사용 쓴다 썼
    thought: 결정 선택 취향 의견 견해 희망 소원 생각 계획 요구 규칙 승인 약속 가장 좋아하는 꿈
        걱정 부탁 요청 제안 말 판단 지시 동의 반대 의향 목표 입장 최애
    he: 그녀 그들 그
    i: 저희 우리 나 내 저 제
    role: 사용자 유저 이용자 주인 소유자 본인
    label: 결정 결정사항 합의 선호 희망 의견 승인 거절 선택 규칙 취향
    """
)

TH = run(
    """
    skip: ไม่ ได้ จะ ก็ เคย กำลัง ยัง อยู่
    before: บอก ให้ กับ ถึง แก่ ของ
    told: บอกว่า กล่าวว่า
    told_before: ตามที่ ตามคำของ ตาม
    agent_before: โดย
    mind: ตัดสินใจ เลือก เห็นด้วย อนุมัติ ปฏิเสธ สัญญา ยกเลิก ลงนาม อยาก ต้องการ ชอบ รัก เกลียด
        หวัง กลัว คิด
        เชื่อ สงสัย รู้ว่า พูด บอก กล่าว ขอ ถาม ยืนยัน แนะนำ เสนอ บ่น ตกลง ตั้งใจ วางแผน คัดค้าน
    fact: อาศัย อยู่ มี เป็น ทำงาน เกิด ได้รับ ซื้อ ขาย
    thought: การตัดสินใจ ความเห็น ความคิดเห็น ความต้องการ
    he: เขา เธอ พวกเขา
    i: ฉัน ผม เรา
    role: ผู้ใช้ เจ้าของ
    label: การตัดสินใจ มติ ความต้องการ
    bare: ตัดสินใจ ต้องการ ชอบ อยาก
    """
)
