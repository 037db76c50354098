/*
 * Words that help to find names in a text and to tell what kind of thing they name. All are in lower case. The lists are
 * short on purpose: a missing word costs a little precision, never correctness.
 */

/** Titles before a person's name that are not part of the name. */
// prettier-ignore
export const HONORIFICS: ReadonlySet<string> = new Set(`mr mrs ms miss mister madam sir dr doctor prof professor president vice-president senator secretary governor
general colonel captain major lieutenant sergeant admiral commander commodore judge justice chancellor minister
premier emperor empress king queen prince princess duke earl count baron lord lady bishop archbishop pope saint
reverend rev fr father mother sister brother rabbi imam sheikh chairman chairwoman chair ceo cto director speaker
representative congressman congresswoman mayor ambassador messrs hon honorable herr frau fräulein präsident
präsidentin kanzler kanzlerin könig königin kaiser monsieur madame mademoiselle m mme mlle président roi reine
empereur señor señora presidente rey reina don doña signor signora re regina gen col capt maj lt sgt adm gov sen
rep gentleman gentlemen president-elect delegate commissioner envoy attorney`.split(/\s/));

/** Small words inside a name. */
// prettier-ignore
export const NAME_PARTICLES: ReadonlySet<string> = new Set(`of de la le les del della di da do dos das du des van von der den zu zur ten ter al el bin ibn for on`.split(/\s/));

/** Words with a capital out of courtesy, or because they head a part of a document. They name nothing by themselves. */
// prettier-ignore
export const GENERIC_WORDS: ReadonlySet<string> = new Set(`chapter section article figure table part page volume appendix act acts bill treaty convention government congress
state states nation republic union country house executive department members member fellow citizens
fellow-citizens gentlemen ladies applause laughter thank god lord heaven almighty providence divine creator
constitution legislature administration army navy war peace north south east west northern southern eastern western
christmas easter note introduction conclusion abstract contents summary references bibliography index copyright
license all rights reserved district empire kingdom territory territories province national general accepted
received revised published submitted corresponding author authors keywords doi version draft op cit ibid pp list
example see also external links further reading notes sources et al`.split(/\s/));

/** Peoples, languages and creeds: adjectives more often than things with a page. */
// prettier-ignore
export const NATIONALITIES: ReadonlySet<string> = new Set(`american americans british english french german spanish italian russian chinese japanese indian indians mexican
mexicans canadian european europeans african africans asian asians roman greek dutch portuguese polish turkish
egyptian cuban iraqi iranian israeli korean vietnamese soviet soviets irish scottish welsh austrian swiss swedish
danish norwegian finnish latin jewish christian christians muslim muslims catholic protestant islamic arab democrat
democrats republican republicans democratic federal`.split(/\s/));

/** Last words of the names of organisations. */
// prettier-ignore
export const ORGANISATION_WORDS: ReadonlySet<string> = new Set(`inc inc. ltd llc llp plc gmbh ag corp corporation company companies co bank university college institute
institution school academy ministry department bureau agency office commission committee council board association
society union federation foundation party court congress senate parliament assembly house league club group trust
charity cooperative partners holdings ventures capital labs laboratory laboratories press army navy force forces
police church hospital museum library network alliance coalition organization organisation service services
administration authority cabinet treasury studio studios team fund funds systems technologies technology software
solutions industries engineering consulting consultants associates brothers sons works airlines airways railways
energy media publishing records pictures motors geomatics robotics analytics dynamics electronics logistics
pharmaceuticals biotech insurance brewery airline newspaper herald times gazette tribune guild orchestra choir
festival clinic archive archives universität hochschule institut ministerium gesellschaft verein bundesamt partei
université société ministère banque universidad ministerio banco sociedad partido università banca società`.split(/\s/));

/** Last words of the names of places. */
// prettier-ignore
export const PLACE_WORDS: ReadonlySet<string> = new Set(`river lake sea ocean gulf bay mount mountain mountains valley island islands isle cape fort city town county
province territory state street avenue road square park desert forest canal strait peninsula district region
republic kingdom harbor harbour port beach coast quay quarry pier dock docks wharf cove creek reef rock rocks point
head hill hills station airport castle lane gate market moor common wood woods farm village parish lock ferry
heights springs falls basin plains canyon straße platz stadt fluss see berg insel rue ville rivière lac île calle
ciudad río isla monte via piazza città fiume isola`.split(/\s/));

/** Last words of the names of laws, events, works and methods. */
// prettier-ignore
export const THING_WORDS: ReadonlySet<string> = new Set(`act law treaty agreement convention protocol doctrine amendment proclamation declaration war revolution crisis
conference project program programme plan deal initiative standard theory theorem effect model method algorithm
system language bridge prize award report code principle railroad railway canal bill constitution`.split(/\s/));

// prettier-ignore
export const GIVEN_NAMES: ReadonlySet<string> = new Set(`james john robert michael william david richard joseph thomas charles christopher daniel matthew anthony mark
donald steven paul andrew joshua kenneth kevin brian george edward ronald timothy jason jeffrey ryan jacob gary
nicholas eric jonathan stephen larry justin scott brandon benjamin samuel gregory frank alexander raymond patrick
jack dennis jerry tyler aaron jose adam henry nathan peter zachary kyle walter harold carl arthur roger keith
jeremy lawrence terry albert jesse ralph eugene abraham ulysses grover theodore woodrow calvin herbert franklin
harry dwight lyndon gerald jimmy barack mary patricia jennifer linda elizabeth barbara susan jessica sarah karen
lisa nancy betty margaret sandra ashley kimberly emily donna michelle carol amanda dorothy melissa deborah
stephanie rebecca sharon laura cynthia kathleen amy angela shirley anna brenda pamela emma nicole helen samantha
katherine christine rachel catherine maria heather diane ruth julie olivia joyce virginia victoria kelly lauren
christina joan evelyn judith megan alice ada grace marie rosa alan alex ian ivan igor boris vladimir sergei dmitri
mikhail nikolai andrej andrei oleg hans karl heinrich friedrich wilhelm johann ludwig otto fritz jürgen wolfgang
klaus stefan martin petra monika ursula sabine jean pierre jacques louis françois henri marcel philippe michel
claude rené simone juan carlos luis miguel pedro pablo diego fernando antonio francisco javier manuel rafael isabel
carmen giovanni giuseppe marco luca paolo francesca giulia amara kwame kofi ngozi chidi amina aisha zainab yusuf
ibrahim tunde folake nia thabo sipho wanjiru tomas tomás rosalind rosamund helena astrid freya signe liv magnus
gunnar anders nils maja elsa anton emil oskar hugo felix clara lena hannah leah naomi esther miriam eleanor edith
beatrice florence harriet imogen isla fiona moira hamish alasdair callum duncan ewan rory siobhan niamh aoife
declan liam sean seán conor eoin gareth rhys alfred leonard stanley ernest percy cecil cedric basil agnes mabel
hilda doris winifred gladys mildred priyanka anjali deepak sanjay vikram rahul sunil lakshmi meera nadia leila
layla farah reza hossein dariush yasmin karim tariq samir hana jun mei ling xiao jing hua min soo jin hye kaito ren
aoi haruto sora emiko naoko maría josé jorge ana lucía elena camila valentina santiago andrés ramón teresa pilar
joão inês tiago beatriz francesco alessandro matteo lorenzo chiara elisa paola zofia agnieszka piotr katarzyna
marek jan pavel eva petr tereza katerina nikos giorgos eleni dimitris olga natalia tatiana svetlana irina yelena
ekaterina lucy ella amelia poppy daisy ivy violet hazel olive rose lily faith hope joy dawn gail joanne tracy craig
neil stuart graham nigel trevor clive derek geoffrey gordon malcolm norman rodney terence barry kirsty mohammed
muhammad ahmed ali omar hassan fatima wei ming li chen yuki hiroshi kenji akira sakura raj priya arjun adrian lars
erik sven bjørn olaf ingrid noah lucas mateo sofia chloe linus guido bjarne ken`.split(/\s/));
