import { stem } from './tokenizer';

/**
 * Ordinary English words that every text uses, in the singular or the plain form of the verb. None of them alone is a
 * term to define, and one in lower case does not mean the page with that title.
 */
// prettier-ignore
const COMMON_WORDS: readonly string[] = `ability apple orange ruby access account act action active activity actor actual add addition address advantage advice affair age agency
agent agreement air amount analysis angle answer application approach arc area argument arrangement art article aspect
asset attack attempt attention attitude audience author authority average award back background bag balance bank bar
base basis battle beat beginning behaviour belief benefit best better big bill bit black block body book box branch
break budget building business busy buyer call camera campaign candidate capacity capital care career carrier carry
case category cause center central centre century challenge chance change channel chapter character charge chart check
chemical chief choice circle circumstance city claim class client climate club code collection college color colour
combination comment committee common community company compare comparison competition complaint complete complex
concept concern condition conference confidence conflict connection consequence construction contact content contest
context continue contract contrast contribution control conversation copy corner cost council count country county
couple courage course court cover craft crash creation credit crisis criticism cross culture currency current customer
cycle daily damage danger data database date day deal dear debate decade decision defence definition degree delay
delivery demand department depend deposit depth description design desire detail development device difference
difficulty dimension direct direction director discipline discovery discussion display distance distribution district
document doubt draft drawing driver duty east economy edge edition editor education effect efficiency effort election
element emergency employee employer end enemy energy entry environment equipment error estate event evidence example
exchange excitement exercise existence exit expansion experience expert explanation expression extent fact factor
failure faith fault feature fee feedback feeling field figure file film financial finding finish first focus folder
folk food force foreigner form format foundation frame freedom friend front function fund funding future game gap gene
go goal government grade grant ground group growth guard guide guideline half handbook health hearing history home
host hot hour human idea image impact importance impression improvement incident income index industry inflation
information inside insight inspection instance instrument insurance interaction interest internal interview
introduction investment issue item job joint journal journey judgment justice keeper key kind knowledge labor labour
lack land last lay layer leader learning lease left lesson letter level licence license life light like limit line
link list living load loan local location lock log loss luck machine main maintenance majority maker man management
manager manner map march mark match material matter maximum meaning measure measurement media meeting member memory
mess message meter method metre metro middle mind mine minimum minute mission mistake mode model moment money monitor
month mood movement name nation nature need neighbor neighbour net network news newspaper next noise north note
nothing notice number object objective obligation occasion office officer one operation opinion opportunity option
order organisation organization origin original other outcome output outside own owner pack package page pair panel
paper parent part pass passage passion past pattern pause payment percentage performance period permission person
perspective phase philosophy phrase physics picture piece pin pitch place plan platform player pleasure plenty point
policy politics population position possession possibility post potential pound power practice preference preparation
presence present presentation press pressure price pride principle print priority prize problem procedure process
product profession professor profile program programme progress project promotion proof property proposal protection
pump purpose quality quantity quarter question quote race range rate ratio reaction reading reality reason reception
recipe recognition recommendation record recording reference reflection region register related relation relationship
release relief replacement report request requirement research reserve resident resolution resource respect response
responsibility rest restoration result revenue review revolution reward risk role row rule rust safety sample
satisfaction scale scene schedule scheme science scope score screen script search season second secret section sector
security selection self sense sentence sequence series service session set setting shade shadow shape share shelf
shell shift shot shoulder side sign signal signature significance site situation size skill slice slip software
solution somewhere son sort sound source south spark speaker speech speed spirit split spot spread staff stage
standard standing state statement station status step still stock strain stranger strategy stream strength stress
string structure study stuff style subject substance success suggestion support surface surprise survey switch
sympathy system tale tank target task taste tax teaching team technology temperature tension term test text thanks
theory thing thought till time tip title toe tone tool top topic tour track trade tradition traffic training
transition treatment trial trick trip trouble truth tune type union unit upstairs user value variation variety version
victory video view volume warning waste water wave way weakness weight welcome west will wing word worker workshop
worth writer writing yard year zone`.split(/\s/);

const COMMON_STEMS: ReadonlySet<string> = new Set(COMMON_WORDS.map(stem));

/** Whether a lower-cased English word is one that every text uses, in the singular or the plural. */
export function isCommonWord(key: string): boolean {
  return COMMON_STEMS.has(key) || COMMON_STEMS.has(stem(key));
}
