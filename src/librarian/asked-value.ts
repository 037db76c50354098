const FIGURE =
  /(?:^|\s)(?:how (?:many|much|long|high|tall|wide|deep|large|big|far|old|heavy|fast)|what (?:share|percentage|number|size|length|height))(?!\p{L})/iu;
const TIME = /^(?:since |until )?when(?!\p{L})|(?:^|\s)(?:what|which) (?:year|day|date|month|century)(?!\p{L})/iu;
const FREQUENCY = /(?:^|\s)how (?:often|frequently)(?!\p{L})/iu;
const NUMBER =
  /\d|(?:^|[^\p{L}])(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|dozen)(?!\p{L})/iu;
const DATE =
  /(?:^|[^\d])1\d{3}(?!\d)|(?:^|[^\d])20\d{2}(?!\d)|(?:^|[^\p{L}])(?:January|February|March|April|May|June|July|August|September|October|November|December)(?!\p{L})/u;

const INTERVAL =
  /(?:^|[^\p{L}])(?:every|each (?:second|minute|hour|day|week|month|year)|(?:once|twice|times) (?:a|an|per|every)|hourly|daily|weekly|monthly|quarterly|yearly|annually)(?!\p{L})/iu;

/** Whether a statement gives the kind of value that a question asks for: a number for "how many", a date for "when", an interval for "how often". */
export function givesAskedValue(question: string): (statement: string) => boolean {
  if (TIME.test(question)) return (statement) => DATE.test(statement);
  if (FREQUENCY.test(question)) return (statement) => INTERVAL.test(statement);
  if (FIGURE.test(question)) return (statement) => NUMBER.test(statement);
  return () => false;
}
