export type Language = 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'nl' | 'ru' | 'cjk' | 'other';

/** Function words by language, in lower case. A missing word costs a little precision, never correctness. */
// prettier-ignore
const FUNCTION_WORDS: Readonly<Partial<Record<Language, ReadonlySet<string>>>> = {
  en: new Set(`a about above across after again against all almost alone along already also although always am among an and
another any anybody anyone anything are aren't around as at away back be became because become becomes been before
behind being below between both but by came can cannot could couldn't did didn't do does doesn't doing don't done
down during each either else enough even ever every everybody everyone everything except few first for from
further get gets give given go goes got had hadn't has hasn't have haven't having he hence her here hers herself
him himself his how however i if in indeed instead into is isn't it its itself just know known last later least
less let let's like likewise made make makes many may maybe me meanwhile might mine more moreover most much must
my myself near need neither never nevertheless next no nobody none nor not nothing now of off often on once one
only onto or other others otherwise our ours ourselves out over own per perhaps please quite rather really said
same say says second see seem seems seen several shall she should shouldn't since so some somebody someone
something sometimes soon still such take taken than that that's the their theirs them themselves then thence there
thereby therefore these they they're think third this those though three through throughout thus till to today
together tomorrow tonight too toward towards two under unless unlike until up upon us use used using very via want
was wasn't way we we're well were what whatever when whence whenever where whereas whereby wherever whether which
while who whoever whole whom whose why will with within without won't would wouldn't yes yesterday yet you you're
your yours yourself it's i'm i've we've they've he's she's what's who's there's here's i'll we'll you'll four five
six seven eight nine ten`.split(/\s/)),
  de: new Set(`aber alle allem allen aller alles als also am an andere anderen auch auf aus bei beim bereits bis bin bist da dabei
dadurch daher damit danach dann daran darauf das dass dazu dein dem den denn der deren des deshalb dessen die dies
diese diesem diesen dieser dieses doch dort du durch ein eine einem einen einer eines einige er es etwa etwas euch
euer für gegen gibt hat hatte hatten haben hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in indem
ins ist ja jede jedem jeden jeder jedes jedoch kann kein keine keinen können man mehr mein mit muss nach neben
nicht nichts noch nun nur ob obwohl oder ohne schon sehr sei seit sein seine seinem seinen seiner sich sie sind so
sogar solche soll sondern sowie statt trotz über um und uns unser unter viele vielen vom von vor während wann war
waren warum was weil weiter welche welcher wenn wer werden wie wieder wir wird wo wurde wurden zu zum zur zwar
zwischen`.split(/\s/)),
  fr: new Set(`à ai alors après au aucun aussi autre autres aux avant avec avoir beaucoup c ça car ce ceci cela celle celles celui
ces cet cette ceux chaque chez comme comment d dans de depuis des donc dont du elle elles en encore enfin entre est
et était étaient être eu eux fait fut il ils j je jusque l la là le les leur leurs lors lorsque lui m ma mais me
même mes moi moins mon n ne ni nos notre nous on ont ou où par parce pas pendant peu peut plus pour pourquoi près
puis qu quand que quel quelle quelques qui quoi s sa sans se selon sera ses si son sont sous sur t ta tandis tel
telle tous tout toute toutes très trop tu un une vers voici voilà vos votre vous y`.split(/\s/)),
  es: new Set(`a al algo alguna algunas alguno algunos ante antes así aún aunque bajo bien cada casi como con contra cual cuando
cuanto cuya cuyo de del desde donde dos durante e el él ella ellas ellos en entonces entre era eran es esa esas ese
eso esos esta está estaba están estas este esto estos fue fueron ha había habían han hasta hay la las le les lo los
más me mi mientras mismo mucho muchos muy nada ni no nos nosotros nuestra nuestro o otra otras otro otros para pero
poco por porque pues que qué quien quienes se sea según ser si sí sido sin sino sobre son su sus también tan tanto
te tiene tienen toda todas todo todos tras tu un una unas uno unos y ya yo`.split(/\s/)),
  it: new Set(`a ad ai al alla alle allo anche ancora ben che chi ci come con contro cui da dal dalla dalle dei del della delle
dello di dopo dove e ed era erano essere fu gli ha hanno i il in io l la le lei lo loro lui ma mentre mi molto ne
nei nel nella nelle no noi non nostro o ogni per perché più poi prima quale quando quanto quella quelle quelli
quello questa queste questi questo se sei si sia sono sotto sua sue sul sulla suo suoi tra tutti tutto un una uno`.split(/\s/)),
  pt: new Set(`a ao aos as até com como da das de dela dele do dos e é ela elas ele eles em entre era essa esse esta este eu foi
foram há isso isto já lhe mais mas me mesmo muito na não nas nem no nos o os ou para pela pelas pelo pelos por
porque quando que quem se sem ser seu seus só sua suas também tem um uma`.split(/\s/)),
  nl: new Set(`aan al als bij dan dat de der deze die dit doch doen door dus een en er ge geen haar had heb hebben heeft hem het
hij hoe hun ik in is ja je kan kon maar me meer men met mij mijn moet na naar niet niets nog nu of om omdat ons ook
op over te tegen toch toen tot u uit van veel voor want waren was wat we wel werd wezen wie wij wil worden zal ze
zei zich zij zijn zo zonder zou`.split(/\s/)),
  ru: new Set(`а без более бы был была были было быть в вам вас весь во вот все всего всех вы где да даже для до его ее её если
есть еще ещё же за и из или им их к как ко когда кто ли лишь между меня мне многие может можно мой мы на над надо
наш не него нее ней нет ни них но ну о об один однако он она они оно от очень по под после потом потому при про с
сам своей свой себя со так также такой там тем то того тоже той только том тот ты у уже хотя чего чем через что
чтобы эта эти это этого этой этот я`.split(/\s/)),
};

const ALL_FUNCTION_WORDS: ReadonlySet<string> = new Set(Object.values(FUNCTION_WORDS).flatMap((words) => [...words]));

/** The function words of a language; those of every known language where this one is unknown. */
export function stopWords(language: Language): ReadonlySet<string> {
  return FUNCTION_WORDS[language] ?? ALL_FUNCTION_WORDS;
}

/**
 * Detects a language by its most frequent function words. A declared language wins a tie, and decides where the words
 * do not.
 *
 * @param declared BCP-47 tag, or `null`
 * @param unspacedShare share of the text that is in scripts without spaces, 0 to 1
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
    if (count > most || (count === most && name === tag)) [best, most] = [name as Language, count];
  }
  if (total > 0 && most / total > 0.15) return best;
  return tag in FUNCTION_WORDS ? (tag as Language) : best;
}
