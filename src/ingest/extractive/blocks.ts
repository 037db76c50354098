import { findDates, type StatedDate } from '../../base';
import { type FootnotePrinter } from './footnotes';
import { type SourcePart } from './page-plan';
import { type Statement } from './assign-statements';
import { FIRST_PERSON } from './speech';

/** A statement with the source that makes it. */
export interface PlacedStatement {
  readonly statement: Statement;
  readonly part: SourcePart;
}

export const placed = (part: SourcePart): readonly PlacedStatement[] =>
  part.statements.map((statement) => ({ statement, part }));

/**
 * Prints statements as paragraphs and lists: sentences of one paragraph of a source stay together, and so do its list items.
 *
 * @param after Markdown to put below the paragraph that holds a statement
 */
export function renderBlocks(
  statements: readonly PlacedStatement[],
  printer: FootnotePrinter,
  after: (statement: Statement) => string | null = () => null,
): readonly string[] {
  const blocks: { text: string; key: string; isList: boolean }[] = [];
  for (const { statement, part } of statements) {
    const { sentence } = statement;
    const isList = sentence.unit.kind === 'item';
    const isSpoken = sentence.speaker !== null && (!sentence.isComment || FIRST_PERSON.test(sentence.text));
    const heading = sentence.anchor.heading ?? '';
    const key = isList ? `list ${part.source.path} ${heading}` : `${part.source.path} ${sentence.passage}`;
    const text = printer.statement(statement, part.cited);
    const last = blocks.at(-1);
    if (last?.key === key && last.isList === isList && !isSpoken) {
      last.text += isList ? `\n- ${text}` : ` ${text}`;
    } else blocks.push({ text: isList ? `- ${text}` : text, key, isList });
    const below = after(statement);
    if (below !== null) blocks.push({ text: below, key: '', isList: false });
  }
  return blocks.map(({ text }) => text);
}

/** The first date that a statement gives; `null` for one without. */
export function dateOfStatement({ sentence }: Pick<Statement, 'sentence'>): StatedDate | null {
  return findDates(sentence.text)[0] ?? null;
}

export function compareStatedDates(a: StatedDate, b: StatedDate): number {
  return a.year - b.year || a.month - b.month || a.day - b.day;
}

/** Headings that name no topic. */
const NO_TOPIC =
  /^(?:introduction|intro|overview|summary|abstract|conclusions?|notes?|about|contents|description|discussion|comments?|details|misc(?:ellaneous)?|general|other|chapter|part|section|appendix|preface|foreword|background|minutes|agenda|report|readme|faq|what the sources say)?(?:\s*[\divxlc.]+)?$/i;

/** Behind a heading, as some dialects of Markdown write it: `{#name}`, `{: .class}`. */
const ATTRIBUTES = /\s*\{[#:.][^{}]*\}$/;

export const plainHeading = (heading: string): string =>
  heading
    .replace(/\s+/g, ' ')
    .replace(ATTRIBUTES, '')
    .replace(/^(?:[\divxlc]+[.)]|\d+(?:\.\d+)*\.?)\s+/i, '')
    .trim();

/** The topic that a heading gives; `null` for one that names nothing, or one of the titles. */
export function topicOfHeading(heading: string | null, titles: readonly (string | null)[]): string | null {
  const topic = plainHeading(heading ?? '');
  if (topic.length > 60 || NO_TOPIC.test(topic) || /[:：?]$/.test(topic) || !/\p{L}/u.test(topic)) return null;
  return titles.some((title) => title?.toLowerCase() === topic.toLowerCase()) ? null : topic;
}

/** The topic of a statement: the heading that it stands under, unless that names the document, the page or nothing. */
export function topicOf({ statement, part }: PlacedStatement, title: string): string | null {
  const { sentence, parsed } = statement;
  if (sentence.isComment) return null;
  return topicOfHeading(sentence.unit.anchor.heading ?? null, [parsed.text.title, title, part.source.title]);
}

/** A chronicle needs as many dated statements, from as many years. */
const MIN_DATED = 4;
const MIN_YEARS = 3;

/** The statements that tell a history, in its order; none if there are too few. */
export function chronicleOf(statements: readonly PlacedStatement[]): readonly PlacedStatement[] {
  const dated = statements.flatMap((each) => {
    const date = dateOfStatement(each.statement);
    return date === null || each.statement.isDefinition ? [] : [{ each, date }];
  });
  const years = new Set(dated.map(({ date }) => date.year));
  if (dated.length < MIN_DATED || years.size < MIN_YEARS) return [];
  return dated.sort((a, b) => compareStatedDates(a.date, b.date)).map(({ each }) => each);
}
