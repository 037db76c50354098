import { wordSet, wordsOf } from './word-set';
import { stem } from './tokenizer';

/**
 * Ordinary English words that every text uses, in the singular and the plain form of the verb. One of them in lower case
 * does not mean the page that bears it as its title, and none of them alone is a term to be defined.
 */
const commonWords = wordSet(`
ability access account act action activity actor addition address adult advantage adventure advice affair age agency agent agreement air
amount analysis angle animal answer apple application approach april arc area argument arm army arrangement arrow art article aspect asset
atmosphere attack attempt attention attitude audience author authority average award
baby back background bag balance ball band bank bar base basis bath battle beach bean bear beat beauty bed beginning behaviour belief
bell benefit bicycle bill bird birth bit block blood board boat body bone book border boss bottle bottom bowl box boy brain branch bread
break breath brick bridge brother budget bug build building bus business button buyer
cable cake call camera camp campaign candidate candle capacity capital car card care career carrier case cash cat category cause cell
centre center century chain chair challenge champion chance change channel chapter character charge charity chart check chemical chest
chief child choice church circle circumstance citizen city claim class classroom client climate clock cloth cloud club coach coast coat
code coffee collection college colour color combination comment committee community company comparison competition complaint computer
concept concern condition conference confidence conflict connection consequence construction contact content contest context contract
contrast contribution control conversation cook copy corner cost council count country county couple courage course court cover craft
crash cream creation credit crew crime crisis criticism cross crowd culture cup currency current customer cycle
damage dance danger dark data database date daughter day deal death debate debt decade decision deck defence definition degree delay
delivery demand department deposit depth description design desire desk detail development device difference difficulty dimension dinner
direction director discipline discovery discussion disease dish display distance distribution district doctor document dog dollar door
doubt draft drama drawing dream dress drink drive driver drop dust duty
ear earth east economy edge edition editor education effect efficiency effort egg election element emergency emotion employee employer
end enemy energy engine engineer entry environment equipment error estate event evening evidence exam example exchange excitement
exercise existence exit expansion experience expert explanation expression extent eye
face fact factor factory failure faith fall family fan farm farmer fashion father fault fear feature fee feedback feeling field fight
figure file film finding finger fire firm fish fit flag flight floor flow flower focus folder folk food foot football force foreigner
forest fork form format foundation frame freedom friend front fruit fuel function fund funding funeral future
gain gallery game gap garden gas gate gene gift girl glass goal gold government grade grain granite grass grant ground group growth guard guess guest
guide guideline gun guy
habit hair half hall hand handbook harbour harbor hat head health hearing heart heat height help hill history hold hole holiday home hope horse hospital host hotel
hour house household human husband
ice idea image impact importance impression improvement incident income increase index industry inflation influence information injury
insect inside insight inspection instance instrument insurance interaction interest interview introduction investment iron island issue item
job join joint journal journey judge judgment jump justice
keeper key kid kind king kitchen knee knife knowledge
lab labour labor lack lady lake lamp land language law lawyer layer lead leader leaf league learning lease leather leg lesson letter level library
licence license life light limit line link lion list literature living load loan location lock log loss love luck lunch
machine magazine mail main maintenance major majority maker man management manager manner map march mark market marriage master match
material matter maximum meal meaning measure measurement meat media medicine meeting member memory mention menu mess message metal meter
method metre metro middle midnight mind mine minimum minister minute mirror mission mistake mix mode model mom moment money monitor month mood moon
morning mother motion mountain mouse mouth move movement movie mud muscle museum music
name nation nature neck need neighbour neighbor nerve net network news newspaper night noise north nose note nothing notice novel number nurse
object objective obligation occasion offer office officer oil one operation opinion opportunity option orange order organisation
organization origin other outcome output outside oven owner
pack package page pain paint painting pair panel paper parent park part particular partner party passage passenger passion past path
patience patient pattern pause pay payment peace peak pen people percentage performance period permission permit person perspective
phase philosophy phone photo phrase physics piano picture pie piece pin pipe pitch place plan plane planet plant plastic plate platform play player
pleasure plenty poem poet poetry point police policy politics pool population position possession possibility post pot potato potential
pound power practice preference preparation presence present presentation president press pressure price pride priest principle print
priority prison private prize problem procedure process produce product profession professor profile profit program programme progress
project promise promotion proof property proposal protection public pump purpose push python
quality quantity quarter queen question quiet quote
race radio rain range rate ratio reach reaction reading reality reason reception recipe recognition recommendation record recording
recover red reference reflection refrigerator region register relation relationship release relief religion rent repair replacement
reply report request requirement research reserve resident resolution resource respect response responsibility rest restaurant restoration result
return revenue review revolution reward rice rich ride ring risk river road rock role roll roof room root rope round route row rub ruby rule
run rush rust
safety sail salad salary sale salt sample sand satisfaction save scale scene schedule scheme school science scientist scope score screen
script sea search season seat second secret secretary section sector security selection self sense sentence sequence series
service session set setting shade shadow shape share shelf shell shift ship shirt shock shoe shop shore shot shoulder show shower side sign signal
signature significance silver similar singer single sink sister site situation size skill skin skipper skirt sky sleep slice slip smell smile smoke snow
society software soil soldier solution somewhere son song sort soul sound soup source south space spark speaker special speech speed
spirit split sport spot spread spring square stable staff stage standard star start state statement station status stay steak steal steel step
stick still stock stomach stone stop store storm story strain stranger strategy stream street strength stress stretch strike string
structure struggle student studio study stuff style subject substance success sugar suggestion suit summer sun supermarket support
surface surgery surprise survey sweet swift swim swing switch sympathy system
table tale talk tank target task taste tax tea teacher teaching team tear technology telephone television temperature tennis tension
term test text thanks theme theory thing thought thread throat ticket tie till time tip title toe tone tongue tool tooth top topic total
touch tour tourist towel tower town toy track trade tradition traffic train trainer training transition transport travel treat treatment tree trial
trick trip trouble truck trust truth try tune turn type
uncle union unit university update upstairs use user
valley value variation variety vast vegetable vehicle version vessel victory video view village virus visit visitor voice volume volunteer
wait walk wall war warning wash waste watch water wave way weakness wealth weather web wedding week weekend weight welcome west wheel
whole wife will wind window wine wing winner winter wish witness woman wonder wood word work worker workshop world worry worth
writer writing yard year youth zone
able active actual available bad best better big black blue brief bright broad busy central certain cheap clean clear close cold
common complete complex cool correct critical cultural daily dead dear deep different difficult direct dry early easy economic empty
entire equal essential exact external extra fair false familiar famous fast final financial fine first flat foreign formal free fresh
full general good great green happy hard heavy high hot huge important independent individual internal international large last late left
legal likely little local long loose low lucky mental minor modern multiple narrow national natural necessary negative new next nice
normal obvious old only open original own perfect physical poor popular positive possible powerful primary proper quick rare raw ready real
recent regular related relevant right safe same senior separate serious sharp short sick significant silent simple slow small smart smooth social soft
solid specific standing strange strong sudden sufficient suitable sure tall tight tiny tired tough traditional true typical unique
upper useful usual various warm weak wet white wide wild willing wise wrong yellow young
accept achieve add admit agree allow announce appear apply argue arrive ask avoid become begin believe belong bring burn buy carry catch
choose come compare complain consider consist contain continue cost create cry cut decide defend define deliver depend describe destroy develop die
disappear discover discuss divide draw eat enable encourage enjoy enter establish examine exist expect explain express extend fail feel fill find finish
follow forget forgive gather get give go grow handle happen hate have hear hide hit hurt imagine improve include indicate inform intend introduce invite involve keep
kill know laugh lay learn leave lend let lie like listen live look lose make manage marry mean meet miss obtain occur open pass perform pick
point pour prefer prepare prevent protect prove provide publish pull put raise read realise receive recognise reduce refer refuse relate remain remember
remove repeat replace represent require reveal ride rise save say see seem sell send separate serve settle shake shine shoot shout
shut sing sit solve speak spend stand stare suffer suggest suppose survive take teach tell tend think throw travel understand
wake want warn wear win wonder write
`);

const commonStems = wordsOf(() => new Set([...commonWords].map(stem)));

/** Whether a lower-cased English word is one that every text uses, in the singular or the plural. */
export function isCommonWord(key: string): boolean {
  return commonStems.has(key) || commonStems.has(stem(key));
}
