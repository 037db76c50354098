/** English words whose forms do not follow from their endings: verbs, then nouns. Forms that are also other words ("saw", "left", "bound", "lay") are left out. */
const FORMS = `
arise arose arisen|awake awoke awoken|become became|begin began begun|bend bent|bite bit bitten|bleed bled|blow blew blown|break broke broken
breed bred|bring brought|build built|burn burnt|buy bought|catch caught|choose chose chosen|cling clung|come came|creep crept|deal dealt
dig dug|do did done|draw drew drawn|drink drank drunk|drive drove driven|eat ate eaten|feed fed|fight fought|flee fled|fly flew flown
forbid forbade forbidden|forget forgot forgotten|freeze froze frozen|get got gotten|give gave given|go went gone|grow grew grown|hang hung
have had|hear heard|hide hid hidden|hold held|keep kept|know knew known|lead led|learn learnt|lend lent|lose lost|make made|mean meant|meet met
overcome overcame|override overrode overridden|pay paid|rebuild rebuilt|repay repaid|rewrite rewrote rewritten|ride rode ridden|run ran|say said
seek sought|sell sold|send sent|shake shook shaken|shine shone|shoot shot|shrink shrank shrunk|sing sang sung|sink sank sunk|sleep slept
slide slid|speak spoke spoken|speed sped|spell spelt|spend spent|spin spun|stand stood|steal stole stolen|stick stuck|strike struck stricken
swear swore sworn|sweep swept|swim swam swum|take took taken|teach taught|tear tore torn|tell told|think thought|throw threw thrown
undergo underwent undergone|understand understood|undertake undertook undertaken|weave wove woven|win won|withdraw withdrew withdrawn|write wrote written
child children|foot feet|goose geese|man men|mouse mice|tooth teeth|woman women
analysis analyses|basis bases|crisis crises|hypothesis hypotheses|thesis theses|criterion criteria|phenomenon phenomena|index indices|matrix matrices
vertex vertices|half halves|knife knives|leaf leaves|life lives|loaf loaves|self selves|shelf shelves|thief thieves|wife wives|wolf wolves`;

let groups: ReadonlyMap<string, readonly string[]> | null = null;

/** The forms of a word in lower case that its endings do not give, itself included; none for a regular word. */
export function irregularForms(word: string): readonly string[] {
  groups ??= new Map(
    FORMS.split(/[|\n]/).flatMap((group) => {
      const forms = group.split(' ');
      return forms.map((form) => [form, forms] as const);
    }),
  );
  return groups.get(word) ?? [];
}
