"""Words for one thing in fact keys, and words for two things that must not be taken for one.

Entries are parted by `|`. Those of GROUPS name one thing each; a word may stand in several. Of
CONTRASTS no two words of an entry are one. Of an entry that begins with `=` the words say what is
told of a thing, and no two such entries are one. alike.py reads them.
"""

from .tokens import pieces

GROUPS = """
= date day when weekday | = time clock hour hours | = ip address addr |
= url link website site homepage web domain address | = host hostname endpoint server address |
= place location where room venue address spot position |
= phone tel telephone mobile cell number | = email mail mailbox address |
= count size headcount number quantity qty amount people employees staff members total nodes |
= price cost costs fee charge amount total sum paid | = rent rental |
= budget spend allowance funds | = name title ssid label called |
= owner lead leader manager head responsible boss maintainer owned chief ceo executive director |
= deadline due duedate cutoff | = color colour paint | = version release edition | = port |
= limit max maximum cap capacity ceiling most quota | = language lang locale |
= interval frequency period every cadence rotation schedule |
= retention kept keep ttl lifetime expiry | = timeout wait | = birthday birth born birthdate |
= branch | = license licence | = currency | = os operating | = memory ram | = disk storage drive |
= path directory dir folder | = status state | = model type kind make | = plate registration |
= reservation booking booked | = renewal renew expiry | = notice | = teacher tutor |
= doctor physician gp | = vet veterinarian | = editor ide | = password secret | = shell |
= temperature temp | = weight mass | = duration length | = salary pay wage income |
= deposit bond | = area surface | = theme skin | = contact | = floor storey level | = brightness |
= dose dosage | = pressure | = supplier vendor provider seller distributor |
= manufacturer maker brand producer made | = author writer written wrote creator creators |
= size dimension dimensions | = seat | = title role position rank | = address residence lives |
= diet food | = allergy allergies allergic intolerance |
= distance mileage kilometers miles range | = speed velocity pace | = age old | = height tall |
= volume loudness | = score rating grade mark result points | = percentage percent share ratio |
= goal target objective aim | = framework library | = provider | = region zone datacenter |
= tier level class | = hotel accommodation lodging stay | = airline carrier | = gate terminal |
= isbn | = iban | = tariff | = material fabric | = battery | = sponsor | = blood |
= password passphrase | = plugin extension addon | = topic subject theme |
= stack tech technology | = threshold trigger alarm | = style format layout | = genre |
= hobby interest | = employer works | = destination | = tracker ticket board issues |
= channel chatroom | = replicas instances copies |
= guests visitors attendees attendee participants participant | = pin code passcode |
= warranty guarantee | = drink beverage | = keeper caretaker | opening open opens opened |
closing close closes closed | start begin begins beginning first kickoff from commence opens |
end ends finish final expiration until last expires |
move moving relocation relocate moved moves | departure depart departs leave leaves |
arrival arrive arrives | production prod live | staging stage preprod | development dev |
test testing qa | database db | message msg messages |
configuration config cfg settings conf setting | repository repo | application app |
organization organisation org company firm business employer corporate |
infrastructure infra server machine host system node | contact person people user contacts |
customer client account | project projects programme program | car vehicle auto | house home |
flat apartment | shop store | deploy deployment deploys rollout release |
invoice bill billing invoices bills | subscription plan membership |
trip travel journey vacation holiday | wifi wlan wireless | network net | documentation docs doc |
environment env | administrator admin | information info | department dept | management mgmt |
manager mgr | language lang | authentication auth login | average avg | maximum max |
minimum min | temporary tmp temp | identifier id identity | reference ref | number no num nr |
quantity qty | request requests req | response resp | backup backups | logging log logs |
tax taxes | plant plants | pet pets | dinner restaurant table meal supper | partner spouse wife |
partner spouse husband | sale sell sold selling | receiver recipient | replica secondary standby |
fall autumn | back rear | upper top | lower bottom | target destination | inbound return |
child kid | laptop notebook computer pc | phone handset smartphone | responsible owner |
preferred favourite favorite default | llm ai gpt model | period time duration length span term |
monthly month | yearly annual annually year | weekly week | standup scrum | meeting appointment |
working work job | tyre tire | centre center | grey gray | theatre theater | aluminium aluminum |
cheque check | jewellery jewelry | programme program | width size dimension |
tab indent indentation | machine maker device appliance | terms net payment | telly tv |
chair chairperson chairman chairwoman president | retro retrospective | spec specification |
kickoff start | hq headquarters |
go live launch launched launching golive release released rollout |
valid validity expiry expires expire expiration renewal until |
attendees attendee participants participant guests visitors people count headcount |
mother mom mum mama | father dad papa | grandmother grandma granny | grandfather grandpa |
plane flight airplane aircraft | git repo repository | main default primary master |
appointment date visit booking | rhythm frequency interval cadence |
category type kind class sort system | stored location kept where path |
running run jog marathon | lunch meal |
employee employees staff headcount workers worker people crew |
size count headcount members member | ship shipped shipping delivery delivered deliver |
hosting host hosted provider | domain hostname | street address | birthday birth born date |
payroll salary pay wage wages income compensation earnings | lease tenancy | mortgage loan |
electricity power energy | heating heat | tv television | bike bicycle cycle |
motorbike motorcycle | kid child children | physician doctor gp dr | dentist dental |
hospital clinic | medicine medication drug pill tablet | gym fitness | club association |
lecture talk presentation session | conference congress summit |
workshop training course seminar class | exam test | university college uni | semester term |
lesson class | apartment flat condo | landlord owner lessor | tenant renter lessee |
neighbor neighbour | garage parking | garden yard | sofa couch | fridge refrigerator |
stove oven cooker | vacuum hoover | lightbulb lamp light | trash garbage rubbish waste bin |
pickup collection collected | holiday vacation leave | sick illness | boss supervisor manager |
colleague coworker | candidate applicant | offer quote quotation proposal | contract agreement |
supplier vendor provider | parcel package delivery | order purchase | warehouse depot |
shop store market | boat vessel yacht ship |
credential credentials password passwords secret secrets | rehearsal rehearsals practice |
truck lorry | frontend ui gui | destination location place | childcare daycare nursery
kindergarten | petrol gasoline gas fuel | lift elevator | lawyer attorney solicitor |
hairdresser barber | pharmacy chemist drugstore | supermarket grocery groceries | suitcase
luggage baggage | postcode zip zipcode postal | surname lastname | slogan tagline motto | logo
emblem | nanny babysitter sitter | cleaner cleaning | carpet rug | tap faucet |
motorway highway freeway | aeroplane airplane plane | pram stroller | football soccer |
cellar basement | wardrobe closet cupboard | curtain curtains drapes | mechanic workshop garage |
train rail railway | bus coach | metro subway underground | trousers pants | sweater jumper |
brand make manufacturer | launch start release | sprint iteration | ticket issue bug | review
inspection audit | pipeline ci build | cluster k8s kubernetes | container docker image | cache
caching | bucket s3 storage | endpoint url address | token key | certificate cert ssl tls |
proxy gateway | dns nameserver | monitor monitoring alert alerts alerting | metric metrics |
dashboard board | commit revision | format style | encoding charset | timezone tz zone | locale
language | keyboard layout | font typeface | screen display monitor | headphones headset |
camera cam | router modem | ssid network wifi name | channel room | newsletter mailing |
mailinglist list | podcast show | movie film | song track | book novel | author writer |
newspaper paper | magazine journal | ceremony wedding | venue location place | catering food |
invitation invite | visa permit | insurance policy | premium price cost fee | deductible excess
| pension retirement | payment pay paid | discount reduction rebate | tip gratuity | tax vat |
revenue turnover sales income | spending expense expenses cost costs | share stock |
vaccine vaccination shot | glasses spectacles | shoe shoes | picture photo image |
error failure fault | purchase purchased bought buy paid
"""
CONTRASTS = """
production prod live staging stage preprod development dev test testing qa sandbox demo |
start begin beginning kickoff end ends finish expiration | opening open closing close |
min minimum max maximum | gross net | left right center centre middle | front back rear |
primary replica secondary standby | morning noon evening night afternoon |
hourly daily weekly monthly yearly quarterly annual |
monday tuesday wednesday thursday friday saturday sunday |
january february march april may june july august september october november december |
weekday weekend | departure arrival | outbound inbound return | purchase sale sell sold |
work private personal | son daughter | mother father mom dad mum | brother sister | wife husband |
upper lower top bottom | north south east west | first second third fourth fifth last | old new |
input output | in out | read write | source target destination | backend frontend |
summer winter spring autumn fall | eu us uk asia apac emea | up down upload download |
internal external | public private | height width depth length | breakfast lunch dinner |
home away | income expenses | cpu ram disk gpu | alpha beta gamma delta |
red green blue black white yellow | one two three four five six seven eight nine ten |
small medium large | wired wireless | debit credit | sender receiver recipient | buyer seller |
q1 q2 q3 q4 | actual planned | adult child | hot cold | day night
"""
# What a key is filed under; it tells little of what is meant.
CATEGORIES = frozenset(
    pieces(
        """
        office company team organization infrastructure server contact person people project
        projects customer client home house system service app product trip vehicle meeting billing
        business infra org pets work conference travel cloud kitchen school party network
        """
    )
)
# They tell nothing: how a value is filed, counted or written.
GENERIC = frozenset(
    pieces(
        """
        user users my own me personal family general info data details detail config settings misc
        fact facts current value values number no next base list health finance life preferred
        default main minute minutes second seconds sec ms hours mb gb kb percent euro eur usd kg km
        job monthly yearly weekly annual max min maximum minimum new latest actual total sending key
        field entry item name
        """
    )
)
# Left out: words that join.
FILLERS = frozenset(
    (
        "a",
        "an",
        "and",
        "at",
        "by",
        "for",
        "in",
        "is",
        "its",
        "my",
        "of",
        "on",
        "our",
        "per",
        "the",
        "to",
        "with",
    )
)
