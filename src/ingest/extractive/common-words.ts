import { stem } from './tokenizer';

/**
 * Ordinary English words that every text uses, in the singular or the plain form of the verb. None of them alone is a
 * term to define, and one in lower case does not mean the page with that title.
 */
// prettier-ignore
const COMMON_WORDS: readonly string[] = `ability able accept access account achieve act action active activity actor actual add addition address admit adult
advantage adventure advice affair age agency agent agree agreement air allow amount analysis angle animal announce
answer appear apple application apply approach april arc area argue argument arm army arrangement arrive arrow art
article ask aspect asset atmosphere attack attempt attention attitude audience author authority available average
avoid award baby back background bad bag balance ball band bank bar base basis bath battle beach bean bear beat
beauty become bed begin beginning behaviour belief believe bell belong benefit best better bicycle big bill bird
birth bit black block blood blue board boat body bone book border boss bottle bottom bowl box boy brain branch
bread break breath brick bridge brief bright bring broad brother budget bug build building burn bus business busy
button buy buyer cable cake call camera camp campaign candidate candle capacity capital car card care career
carrier carry case cash cat catch category cause cell center central centre century certain chain chair challenge
champion chance change channel chapter character charge charity chart cheap check chemical chest chief child choice
choose church circle circumstance citizen city claim class classroom clean clear client climate clock close cloth
cloud club coach coast coat code coffee cold collection college color colour combination come comment committee
common community company compare comparison competition complain complaint complete complex computer concept
concern condition conference confidence conflict connection consequence consider consist construction contact
contain content contest context continue contract contrast contribution control conversation cook cool copy corner
correct cost council count country county couple courage course court cover craft crash cream create creation
credit crew crime crisis critical criticism cross crowd cry cultural culture cup currency current customer cut
cycle daily damage dance danger dark data database date daughter day dead deal dear death debate debt decade decide
decision deck deep defence defend define definition degree delay deliver delivery demand department depend deposit
depth describe description design desire desk destroy detail develop development device die difference different
difficult difficulty dimension dinner direct direction director disappear discipline discover discovery discuss
discussion disease dish display distance distribution district divide doctor document dog dollar door doubt draft
drama draw drawing dream dress drink drive driver drop dry dust duty ear early earth east easy eat economic economy
edge edition editor education effect efficiency effort egg election element emergency emotion employee employer
empty enable encourage end enemy energy engine engineer enjoy enter entire entry environment equal equipment error
essential establish estate evening event evidence exact exam examine example exchange excitement exercise exist
existence exit expansion expect experience expert explain explanation express expression extend extent external
extra eye face fact factor factory fail failure fair faith fall false familiar family famous fan farm farmer
fashion fast father fault fear feature fee feedback feel feeling field fight figure file fill film final financial
find finding fine finger finish fire firm first fish fit flag flat flight floor flow flower focus folder folk
follow food foot football force foreign foreigner forest forget forgive fork form formal format foundation frame
free freedom fresh friend front fruit fuel full function fund funding funeral future gain gallery game gap garden
gas gate gather gene general get gift girl give glass go goal gold good government grade grain granite grant grass
great green ground group grow growth guard guess guest guide guideline gun guy habit hair half hall hand handbook
handle happen happy harbor harbour hard hat hate have head health hear hearing heart heat heavy height help hide
high hill history hit hold hole holiday home hope horse hospital host hot hotel hour house household huge human
hurt husband ice idea image imagine impact importance important impression improve improvement incident include
income increase independent index indicate individual industry inflation influence inform information injury insect
inside insight inspection instance instrument insurance intend interaction interest internal international
interview introduce introduction investment invite involve iron island issue item job join joint journal journey
judge judgment jump justice keep keeper key kid kill kind king kitchen knee knife know knowledge lab labor labour
lack lady lake lamp land language large last late laugh law lawyer lay layer lead leader leaf league learn learning
lease leather leave left leg legal lend lesson let letter level library licence license lie life light like likely
limit line link lion list listen literature little live living load loan local location lock log long look loose
lose loss love low luck lucky lunch machine magazine mail main maintenance major majority make maker man manage
management manager manner map march mark market marriage marry master match material matter maximum meal mean
meaning measure measurement meat media medicine meet meeting member memory mental mention menu mess message metal
meter method metre metro middle midnight mind mine minimum minister minor minute mirror miss mission mistake mix
mode model modern mom moment money monitor month mood moon morning mother motion mountain mouse mouth move movement
movie mud multiple muscle museum music name narrow nation national natural nature necessary neck need negative
neighbor neighbour nerve net network new news newspaper next nice night noise normal north nose note nothing notice
novel number nurse object objective obligation obtain obvious occasion occur offer office officer oil old one only
open operation opinion opportunity option orange order organisation organization origin original other outcome
output outside oven own owner pack package page pain paint painting pair panel paper parent park part particular
partner party pass passage passenger passion past path patience patient pattern pause pay payment peace peak pen
people percentage perfect perform performance period permission permit person perspective phase philosophy phone
photo phrase physical physics piano pick picture pie piece pin pipe pitch place plan plane planet plant plastic
plate platform play player pleasure plenty poem poet poetry point police policy politics pool poor popular
population position positive possession possibility possible post pot potato potential pound pour power powerful
practice prefer preference preparation prepare presence present presentation president press pressure prevent price
pride priest primary principle print priority prison private prize problem procedure process produce product
profession professor profile profit program programme progress project promise promotion proof proper property
proposal protect protection prove provide public publish pull pump purpose push put python quality quantity quarter
queen question quick quiet quote race radio rain raise range rare rate ratio raw reach reaction read reading ready
real realise reality reason receive recent reception recipe recognise recognition recommendation record recording
recover red reduce refer reference reflection refrigerator refuse region register regular relate related relation
relationship release relevant relief religion remain remember remove rent repair repeat replace replacement reply
report represent request require requirement research reserve resident resolution resource respect response
responsibility rest restaurant restoration result return reveal revenue review revolution reward rice rich ride
right ring rise risk river road rock role roll roof room root rope round route row rub ruby rule run rush rust safe
safety sail salad salary sale salt same sample sand satisfaction save say scale scene schedule scheme school
science scientist scope score screen script sea search season seat second secret secretary section sector security
see seem selection self sell send senior sense sentence separate sequence series serious serve service session set
setting settle shade shadow shake shape share sharp shelf shell shift shine ship shirt shock shoe shoot shop shore
short shot shoulder shout show shower shut sick side sign signal signature significance significant silent silver
similar simple sing singer single sink sister sit site situation size skill skin skipper skirt sky sleep slice slip
slow small smart smell smile smoke smooth snow social society soft software soil soldier solid solution solve
somewhere son song sort soul sound soup source south space spark speak speaker special specific speech speed spend
spirit split sport spot spread spring square stable staff stage stand standard standing star stare start state
statement station status stay steak steal steel step stick still stock stomach stone stop store storm story strain
strange stranger strategy stream street strength stress stretch strike string strong structure struggle student
studio study stuff style subject substance success sudden suffer sufficient sugar suggest suggestion suit suitable
summer sun supermarket support suppose sure surface surgery surprise survey survive sweet swift swim swing switch
sympathy system table take tale talk tall tank target task taste tax tea teach teacher teaching team tear
technology telephone television tell temperature tend tennis tension term test text thanks theme theory thing think
thought thread throat throw ticket tie tight till time tiny tip tired title toe tone tongue tool tooth top topic
total touch tough tour tourist towel tower town toy track trade tradition traditional traffic train trainer
training transition transport travel treat treatment tree trial trick trip trouble truck true trust truth try tune
turn type typical uncle understand union unique unit university update upper upstairs use useful user usual valley
value variation variety various vast vegetable vehicle version vessel victory video view village virus visit
visitor voice volume volunteer wait wake walk wall want war warm warn warning wash waste watch water wave way weak
weakness wealth wear weather web wedding week weekend weight welcome west wet wheel white whole wide wife wild will
willing win wind window wine wing winner winter wise wish witness woman wonder wood word work worker workshop world
worry worth write writer writing wrong yard year yellow young youth zone`.split(/\s/);

const COMMON_STEMS: ReadonlySet<string> = new Set(COMMON_WORDS.map(stem));

/** Whether a lower-cased English word is one that every text uses, in the singular or the plural. */
export function isCommonWord(key: string): boolean {
  return COMMON_STEMS.has(key) || COMMON_STEMS.has(stem(key));
}
