import * as z from 'zod/mini';
import { clip } from '../base';
import { MAX_DETAIL, MAX_ITEMS, MAX_QUOTE, MAX_STATEMENT, MAX_STEPS } from './limits';
import { CATEGORIES, type Category, type HarvestItem, type ItemCounts } from './types';

/** What an answer held. */
interface ParsedHarvest {
  readonly items: readonly HarvestItem[];
  /** Entries that were left out: too many, or of a shape that is not asked for. */
  readonly leftOut: number;
}

const row = z.union([
  z.string(),
  z.object({
    statement: z.optional(z.string()),
    detail: z.optional(z.string()),
    name: z.optional(z.string()),
    steps: z.optional(z.string()),
    path: z.optional(z.string()),
    note: z.optional(z.string()),
    quote: z.optional(z.string()),
  }),
]);
type Row = z.infer<typeof row>;

const JSON_FENCE = /^```(?:json)?\s*\n([\s\S]*?)\n?```$/;

/**
 * Reads the answer of a model: one JSON object with a list for each category, at most within a code fence. Prose around it is refused,
 * so that the model is asked again. Source: knowledge curation guide, sections 5.1 and 5.2.
 *
 * @throws SyntaxError with one sentence about what is wrong
 */
export function parseHarvest(text: string): ParsedHarvest {
  const trimmed = text.trim();
  const value: unknown = JSON.parse(JSON_FENCE.exec(trimmed)?.[1] ?? trimmed);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new SyntaxError('The answer is no JSON object.');
  const names = Object.keys(value);
  // An object of something else says nothing about the conversation, and must not count as its harvest.
  if (names.length > 0 && !CATEGORIES.some((category) => names.includes(category)))
    throw new SyntaxError('The answer names none of the seven categories.');
  const items: HarvestItem[] = [];
  let leftOut = 0;
  for (const category of CATEGORIES) {
    const rows: unknown = Object.hasOwn(value, category) ? (value as Readonly<Record<string, unknown>>)[category] : [];
    if (!Array.isArray(rows)) throw new SyntaxError(`"${category}" is no list.`);
    for (const entry of rows) {
      const item = items.length < MAX_ITEMS ? toItem(category, row.safeParse(entry).data) : null;
      if (item === null) leftOut++;
      else items.push(item);
    }
  }
  return { items, leftOut };
}

function toItem(category: Category, entry: Row | undefined): HarvestItem | null {
  if (entry === undefined) return null;
  const fields = typeof entry === 'string' ? { statement: entry } : entry;
  const [statement, detail] = partsOf(category, fields);
  const quote = fields.quote?.trim() ?? '';
  const rest = { quote: quote === '' || quote.length > MAX_QUOTE ? null : quote, isQuoteMissing: false };
  // A note about no file in particular is a fact.
  if (category === 'files' && statement === '' && detail !== '') {
    return { category: 'facts', statement: clip(detail, MAX_STATEMENT), detail: '', ...rest };
  }
  return statement === '' || (category === 'files' && detail === '') ? null : { category, statement, detail, ...rest };
}

type Fields = Exclude<Row, string>;

function partsOf(category: Category, fields: Fields): readonly [string, string] {
  const line = (value: string | undefined, length: number): string => clip(value ?? '', length);
  if (category === 'files') return [line(fields.path, MAX_STATEMENT), line(fields.note, MAX_DETAIL)];
  if (category !== 'playbooks') return [line(fields.statement, MAX_STATEMENT), line(fields.detail, MAX_DETAIL)];
  const name = line(fields.name ?? fields.statement, MAX_STATEMENT);
  const steps = stepLines(fields.steps ?? fields.detail ?? '');
  // Without a name the steps are all there is.
  return name === '' ? [line(steps, MAX_STATEMENT), ''] : [name, steps];
}

/** Steps keep their lines: two commands on one line would be another command. */
function stepLines(steps: string): string {
  const lines = steps.split(/\r\n|\r|\n/).map((step) => clip(step, MAX_STATEMENT));
  return lines
    .filter((step) => step !== '')
    .slice(0, MAX_STEPS)
    .join('\n');
}

/** How many items of each category there are, zeros included. */
export function countItems(items: readonly { readonly category: Category }[]): ItemCounts {
  const counts = Object.fromEntries(CATEGORIES.map((category) => [category, 0])) as Record<Category, number>;
  for (const { category } of items) counts[category]++;
  return counts;
}
