import { wordSet, wordsOf, type WordSet } from './word-set';

/**
 * The few words that must be known to read names out of a text: function words by language (they also tell the
 * language), the calendar, titles and roles, the endings of organisations and places, common given names.
 * All lower case. Lists are short on purpose: what is missing costs a little precision, never correctness.
 */

export type Language = 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'nl' | 'ru' | 'cjk' | 'other';

const FUNCTION_WORDS: Readonly<Record<string, WordSet>> = {
  en: wordSet(`a about above across after again against all almost alone along already also although always am among an and
    another any anybody anyone anything are aren't around as at away back be became because become becomes been before
    behind being below between both but by came can cannot could couldn't did didn't do does doesn't doing don't done down
    during each either else enough even ever every everybody everyone everything except few first for from further
    get gets give given go goes got had hadn't has hasn't have haven't having he hence her here hers herself him himself
    his how however i if in indeed instead into is isn't it its itself just know known last later least less let let's like
    likewise made make makes many may maybe me meanwhile might mine more moreover most much must my myself near need
    neither never nevertheless next no nobody none nor not nothing now of off often on once one only onto or other
    others otherwise our ours ourselves out over own per perhaps please quite rather really said same say says second see
    seem seems seen several shall she should shouldn't since so some somebody someone something sometimes soon still
    such take taken than that that's the their theirs them themselves then thence there thereby therefore these they
    they're think third this those though three through throughout thus till to today together tomorrow tonight too
    toward towards two under unless unlike until up upon us use used using very via want was wasn't way we we're
    well were what whatever when whence whenever where whereas whereby wherever whether which while who whoever whole whom
    whose why will with within without won't would wouldn't yes yesterday yet you you're your yours yourself
    it's i'm i've we've they've he's she's what's who's there's here's i'll we'll you'll four five six seven eight nine ten`),
  de: wordSet(`aber alle allem allen aller alles als also am an andere anderen auch auf aus bei beim bereits bis bin bist da dabei
    dadurch daher damit danach dann daran darauf das dass dazu dein dem den denn der deren des deshalb dessen die dies diese
    diesem diesen dieser dieses doch dort du durch ein eine einem einen einer eines einige er es etwa etwas euch euer für
    gegen gibt hat hatte hatten haben hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in indem ins ist ja
    jede jedem jeden jeder jedes jedoch kann kein keine keinen können man mehr mein mit muss nach neben nicht nichts noch nun
    nur ob obwohl oder ohne schon sehr sei seit sein seine seinem seinen seiner sich sie sind so sogar solche soll sondern
    sowie statt trotz über um und uns unser unter viele vielen vom von vor während wann war waren warum was weil weiter
    welche welcher wenn wer werden wie wieder wir wird wo wurde wurden zu zum zur zwar zwischen`),
  fr: wordSet(`à ai alors après au aucun aussi autre autres aux avant avec avoir beaucoup c ça car ce ceci cela celle celles celui
    ces cet cette ceux chaque chez comme comment d dans de depuis des donc dont du elle elles en encore enfin entre est et
    était étaient être eu eux fait fut il ils j je jusque l la là le les leur leurs lors lorsque lui m ma mais me même mes moi
    moins mon n ne ni nos notre nous on ont ou où par parce pas pendant peu peut plus pour pourquoi près puis qu quand que
    quel quelle quelques qui quoi s sa sans se selon sera ses si son sont sous sur t ta tandis tel telle tous tout toute
    toutes très trop tu un une vers voici voilà vos votre vous y`),
  es: wordSet(`a al algo alguna algunas alguno algunos ante antes así aún aunque bajo bien cada casi como con contra cual cuando
    cuanto cuya cuyo de del desde donde dos durante e el él ella ellas ellos en entonces entre era eran es esa esas ese eso
    esos esta está estaba están estas este esto estos fue fueron ha había habían han hasta hay la las le les lo los más me mi
    mientras mismo mucho muchos muy nada ni no nos nosotros nuestra nuestro o otra otras otro otros para pero poco por
    porque pues que qué quien quienes se sea según ser si sí sido sin sino sobre son su sus también tan tanto te tiene
    tienen toda todas todo todos tras tu un una unas uno unos y ya yo`),
  it: wordSet(`a ad ai al alla alle allo anche ancora ben che chi ci come con contro cui da dal dalla dalle dei del della delle
    dello di dopo dove e ed era erano essere fu gli ha hanno i il in io l la le lei lo loro lui ma mentre mi molto ne nei nel
    nella nelle no noi non nostro o ogni per perché più poi prima quale quando quanto quella quelle quelli quello questa queste
    questi questo se sei si sia sono sotto sua sue sul sulla suo suoi tra tutti tutto un una uno`),
  pt: wordSet(`a ao aos as até com como da das de dela dele do dos e é ela elas ele eles em entre era essa esse esta este eu foi foram
    há isso isto já lhe mais mas me mesmo muito na não nas nem no nos o os ou para pela pelas pelo pelos por porque quando que
    quem se sem ser seu seus só sua suas também tem um uma`),
  nl: wordSet(`aan al als bij dan dat de der deze die dit doch doen door dus een en er ge geen haar had heb hebben heeft hem het hij
    hoe hun ik in is ja je kan kon maar me meer men met mij mijn moet na naar niet niets nog nu of om omdat ons ook op over te
    tegen toch toen tot u uit van veel voor want waren was wat we wel werd wezen wie wij wil worden zal ze zei zich zij zijn zo
    zonder zou`),
  ru: wordSet(`а без более бы был была были было быть в вам вас весь во вот все всего всех вы где да даже для до его ее её если есть еще
    ещё же за и из или им их к как ко когда кто ли лишь между меня мне многие может можно мой мы на над надо наш не него нее
    ней нет ни них но ну о об один однако он она они оно от очень по под после потом потому при про с сам своей свой себя со так
    также такой там тем то того тоже той только том тот ты у уже хотя чего чем через что чтобы эта эти это этого этой этот я`),
};

export const MONTHS: readonly (readonly string[])[] = [
  ['january', 'jan', 'januar', 'jänner', 'janvier', 'enero', 'gennaio', 'janeiro', 'januari', 'января', 'январь'],
  ['february', 'feb', 'februar', 'février', 'febrero', 'febbraio', 'fevereiro', 'februari', 'февраля', 'февраль'],
  ['march', 'mar', 'märz', 'mars', 'marzo', 'março', 'maart', 'марта', 'март'],
  ['april', 'apr', 'avril', 'abril', 'aprile', 'апреля', 'апрель'],
  ['may', 'mai', 'mayo', 'maggio', 'maio', 'mei', 'мая', 'май'],
  ['june', 'jun', 'juni', 'juin', 'junio', 'giugno', 'junho', 'июня', 'июнь'],
  ['july', 'jul', 'juli', 'juillet', 'julio', 'luglio', 'julho', 'июля', 'июль'],
  ['august', 'aug', 'août', 'agosto', 'augustus', 'августа', 'август'],
  ['september', 'sep', 'sept', 'septembre', 'septiembre', 'settembre', 'setembro', 'сентября', 'сентябрь'],
  ['october', 'oct', 'oktober', 'okt', 'octobre', 'octubre', 'ottobre', 'outubro', 'октября', 'октябрь'],
  ['november', 'nov', 'novembre', 'noviembre', 'novembro', 'ноября', 'ноябрь'],
  ['december', 'dec', 'dezember', 'dez', 'décembre', 'diciembre', 'dicembre', 'dezembro', 'декабря', 'декабрь'],
];

const MONTH_NUMBERS = new Map(MONTHS.flatMap((names, index) => names.map((name) => [name, index + 1] as const)));

/** 1 to 12, or 0 for a word that names no month. */
export function monthNumber(key: string): number {
  return MONTH_NUMBERS.get(key) ?? 0;
}

const weekdays =
  wordSet(`monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun
  montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag lundi mardi mercredi jeudi vendredi samedi dimanche
  lunes martes miércoles jueves viernes sábado domingo lunedì martedì mercoledì giovedì venerdì sabato
  понедельник вторник среда четверг пятница суббота воскресенье`);

/** A month, a weekday, or a season or feast that a calendar names: never a name by itself. */
export function isCalendarWord(key: string): boolean {
  return MONTH_NUMBERS.has(key) || weekdays.has(key);
}

/** Titles that stand before a person's name and are no part of it. */
export const honorifics =
  wordSet(`mr mrs ms miss mister madam sir dr doctor prof professor president vice-president senator
  secretary governor general colonel captain major lieutenant sergeant admiral commander commodore judge justice chancellor
  minister premier emperor empress king queen prince princess duke earl count baron lord lady bishop archbishop pope saint
  reverend rev fr father mother sister brother rabbi imam sheikh chairman chairwoman chair ceo cto director speaker
  representative congressman congresswoman mayor ambassador messrs hon honorable herr frau fräulein präsident präsidentin
  kanzler kanzlerin minister könig königin kaiser monsieur madame mademoiselle m mme mlle président roi reine empereur señor
  señora presidente rey reina don doña signor signora re regina gen col capt maj lt sgt adm gov sen rep gentleman gentlemen
  president-elect delegate commissioner envoy attorney`);

/** Words that are written with a capital out of courtesy or at the head of a document, and name nothing by themselves. */
export const genericWords =
  wordSet(`chapter section article figure table part page volume appendix act acts bill treaty convention
  government congress state states nation republic union country house executive department members member fellow citizens
  fellow-citizens gentlemen ladies applause laughter thank god lord heaven almighty providence divine creator constitution
  legislature administration army navy war peace north south east west northern southern eastern western christmas easter
  note introduction conclusion abstract contents summary references bibliography index copyright license all rights
  reserved district empire kingdom territory territories province national general accepted received revised published submitted corresponding author authors keywords doi version draft op cit ibid pp table list figure example see also external links further reading notes sources et al`);

/** Names of peoples and tongues: adjectives more often than things with a page. */
export const nationalities =
  wordSet(`american americans british english french german spanish italian russian chinese japanese
  indian indians mexican mexicans canadian european europeans african africans asian asians roman greek dutch portuguese
  polish turkish egyptian cuban iraqi iranian israeli korean vietnamese soviet soviets irish scottish welsh austrian swiss
  swedish danish norwegian finnish latin jewish christian christians muslim muslims catholic protestant islamic arab
  democrat democrats republican republicans democratic federal`);

export const organisationWords =
  wordSet(`inc inc. ltd llc llp plc gmbh ag corp corporation company companies co bank university college
  institute institution school academy ministry department bureau agency office commission committee council board
  association society union federation foundation party court congress senate parliament assembly house league club
  group trust charity cooperative partners holdings ventures capital labs laboratory laboratories press army navy force forces police church
  hospital museum library network alliance coalition organization organisation service services administration
  authority cabinet treasury studio studios team fund funds systems technologies technology software solutions industries engineering consulting
  consultants associates brothers sons works airlines airways railways energy media publishing records pictures motors
  geomatics robotics analytics dynamics electronics logistics pharmaceuticals biotech insurance brewery airline newspaper herald
  times gazette tribune guild orchestra choir festival clinic archive archives choir universität hochschule institut ministerium gesellschaft verein bundesamt
  partei université société ministère banque universidad ministerio banco sociedad partido università banca società`);

export const placeWords =
  wordSet(`river lake sea ocean gulf bay mount mountain mountains valley island islands isle cape fort
  city town county province territory state street avenue road square park desert forest canal strait peninsula
  district region republic kingdom harbor harbour port beach coast quay quarry pier dock docks wharf cove creek reef rock
  rocks point head hill hills station airport castle lane gate market moor common wood woods farm village parish lock ferry heights springs falls basin plains canyon creek
  straße platz stadt fluss see berg insel rue ville rivière lac île calle ciudad río isla monte via piazza città fiume isola`);

export const thingWords =
  wordSet(`act law treaty agreement convention protocol doctrine amendment proclamation declaration war
  revolution crisis conference project program programme plan deal initiative standard theory theorem effect model method
  algorithm system language bridge prize award report code theory principle railroad railway canal bill constitution`);

export const givenNames =
  wordSet(`james john robert michael william david richard joseph thomas charles christopher daniel matthew
  anthony mark donald steven paul andrew joshua kenneth kevin brian george edward ronald timothy jason jeffrey ryan jacob
  gary nicholas eric jonathan stephen larry justin scott brandon benjamin samuel gregory frank alexander raymond patrick jack
  dennis jerry tyler aaron jose adam henry nathan peter zachary kyle walter harold carl arthur roger keith jeremy lawrence
  terry albert jesse ralph eugene abraham ulysses andrew grover theodore woodrow calvin herbert franklin harry dwight lyndon
  gerald jimmy ronald barack mary patricia jennifer linda elizabeth barbara susan jessica sarah karen lisa nancy betty
  margaret sandra ashley kimberly emily donna michelle carol amanda dorothy melissa deborah stephanie rebecca sharon
  laura cynthia kathleen amy angela shirley anna brenda pamela emma nicole helen samantha katherine christine rachel
  catherine maria heather diane ruth julie olivia joyce virginia victoria kelly lauren christina joan evelyn judith megan
  alice ada grace marie rosa alan alex ian ivan igor boris vladimir sergei dmitri mikhail nikolai andrej andrei oleg hans
  karl heinrich friedrich wilhelm johann ludwig otto fritz jürgen wolfgang klaus stefan martin angela petra monika ursula
  sabine jean pierre jacques louis françois henri marcel philippe michel claude rené simone juan carlos luis miguel
  pedro pablo diego fernando antonio francisco javier manuel rafael isabel carmen giovanni giuseppe marco luca paolo
  francesca giulia amara kwame kofi ngozi chidi amina aisha zainab yusuf ibrahim tunde folake nia thabo sipho wanjiru
  tomas tomás rosalind rosamund helena astrid freya signe liv magnus gunnar anders nils maja elsa anton emil oskar hugo
  felix clara lena hannah leah naomi esther miriam eleanor edith beatrice florence harriet imogen isla fiona moira
  hamish alasdair callum duncan ewan rory siobhan niamh aoife declan liam sean seán conor eoin gareth rhys megan nia
  arthur alfred leonard stanley ernest percy cecil cedric basil agnes mabel hilda doris winifred gladys mildred
  priyanka anjali deepak sanjay vikram rahul sunil lakshmi meera nadia leila layla farah reza hossein dariush
  yasmin karim tariq samir hana jun mei ling xiao jing hua min soo jin hye kaito ren aoi haruto sora emiko naoko
  maría josé jorge ana lucía elena camila valentina santiago andrés ramón teresa pilar joão inês tiago beatriz
  francesco alessandro matteo lorenzo chiara elisa paola zofia agnieszka piotr katarzyna marek jan pavel eva petr
  tereza katerina nikos giorgos eleni dimitris anna olga natalia tatiana svetlana irina yelena ekaterina
  lucy emma ella amelia poppy daisy ivy violet hazel olive rose lily grace faith hope joy dawn gail joanne tracy
  craig neil stuart graham nigel trevor clive derek geoffrey gordon malcolm norman ralph rodney terence barry kirsty
  francesca giulia mohammed muhammad ahmed ali omar hassan fatima wei ming li chen yuki hiroshi kenji akira sakura raj
  priya arjun adrian lars erik sven bjørn olaf ingrid noah liam lucas mateo sofia chloe linus guido grace dennis bjarne ken`);

/** Function words of every language that is known here, for texts whose language is not. */
const allFunctionWords = wordsOf(() => new Set(Object.values(FUNCTION_WORDS).flatMap((words) => [...words])));

export function stopWords(language: Language): WordSet {
  return FUNCTION_WORDS[language] ?? allFunctionWords;
}

/**
 * The language of a text by its most frequent function words; a declared one is believed when it is known here.
 *
 * @param declared BCP-47 tag, or `null`
 */
export function detectLanguage(keys: Iterable<string>, declared: string | null, unspacedShare: number): Language {
  if (unspacedShare > 0.3) return 'cjk';
  const tag = declared?.slice(0, 2).toLowerCase() ?? '';
  const counts = new Map<string, number>();
  let total = 0;
  for (const key of keys) {
    total += 1;
    for (const [name, words] of Object.entries(FUNCTION_WORDS)) {
      if (words.has(key)) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  let best: Language = 'other';
  let most = 0;
  for (const [name, count] of counts) {
    // Alphabetical order of the table decides a tie, except that a declared language wins it.
    if (count > most || (count === most && name === tag)) [best, most] = [name as Language, count];
  }
  if (total > 0 && most / total > 0.15) return best;
  return tag in FUNCTION_WORDS ? (tag as Language) : best;
}
