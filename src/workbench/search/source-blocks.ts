import { clip, fileStem, type Run } from '../../base';
import { numberUnits, type ExtractedText, type Unit } from '../../ingest';
import { type Anchor } from '../../wiki';

/** UTF-16 units from which a block of a source ends, and from which one ends where a heading begins. */
const BLOCK_LENGTH = 1_000;
const SECTION_LENGTH = 300;

/** UTF-16 units of a sentence that is shown beside another one. */
const MAX_NEIGHBOUR = 300;

/** A sentence, list item, row or piece of code of a source. */
export interface SourceStatement {
  readonly text: string;
  readonly anchor: Anchor;
  /** Words before it that it needs to be understood; `null` when none. */
  readonly lead: string | null;
  /** The sentences before and after it in its paragraph; `null` where there is none. */
  readonly before: string | null;
  readonly after: string | null;
  /** Whether no page may cite it: of a bot, a command or a signature. */
  readonly isSkipped: boolean;
}

/** Some statements of a source in order, with what they are about: they are found together. */
export interface SourceBlock {
  /** Title of the source, and the heading above. */
  readonly context: string;
  readonly statements: readonly SourceStatement[];
}

/** The text of a source in blocks. The same text always gives the same blocks. */
export async function sourceBlocks(text: ExtractedText, run: Run): Promise<readonly SourceBlock[]> {
  const { units, skipped } = await numberUnits(text, run);
  const name = fileStem(text.path).replace(/[-_]+/g, ' ');
  const title = text.title === null || text.title === name ? name : `${text.title}\n${name}`;
  const blocks: SourceBlock[] = [];
  let statements: SourceStatement[] = [];
  let length = 0;
  const finish = (): void => {
    if (statements.length === 0) return;
    blocks.push({ context: [title, statements[0]?.anchor.heading ?? ''].join('\n').trim(), statements });
    statements = [];
    length = 0;
  };
  const all = [...units.map((unit, at) => statementOf(unit, units, at)), ...skipped.map(skippedStatement)];
  for (const statement of all) {
    const isNewSection = statement.anchor.heading !== statements[0]?.anchor.heading;
    if (length >= BLOCK_LENGTH || (isNewSection && length >= SECTION_LENGTH)) finish();
    statements.push(statement);
    length += statement.text.length;
  }
  finish();
  return blocks;
}

const skippedStatement = ({ text, anchor }: Pick<SourceStatement, 'text' | 'anchor'>): SourceStatement => ({
  text,
  anchor,
  lead: null,
  before: null,
  after: null,
  isSkipped: true,
});

function statementOf(unit: Unit, units: readonly Unit[], at: number): SourceStatement {
  const { text, anchor, lead, speaker, passage } = unit;
  const before = [speaker === null ? '' : `${speaker}:`, lead ?? ''].filter((part) => part !== '').join(' ');
  const neighbour = (other: Unit | undefined): string | null =>
    other?.passage === passage && other.kind !== 'code' ? clip(other.text, MAX_NEIGHBOUR) : null;
  return {
    text,
    anchor,
    lead: before === '' ? null : before,
    before: neighbour(units[at - 1]),
    after: neighbour(units[at + 1]),
    isSkipped: false,
  };
}

/** A block as the index reads it. */
export function blockText({ context, statements }: SourceBlock): string {
  const headings = new Set(statements.map(({ anchor }) => anchor.heading ?? ''));
  return [context, ...headings, ...statements.map(({ text, lead }) => (lead === null ? text : `${lead} ${text}`))].join(
    '\n',
  );
}
