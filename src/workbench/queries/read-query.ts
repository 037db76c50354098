import { editDistance } from '../../base';
import { readFrontmatter } from '../../markdown';

/** What a query lists. */
const QUERY_SUBJECTS = ['contested', 'questions', 'uncited', 'old', 'new-pages'] as const;

type QuerySubject = (typeof QUERY_SUBJECTS)[number];

/** A query of a note or dashboard. */
export interface WikiQuery {
  readonly show: QuerySubject;
  /** Kinds of pages; all when empty. */
  readonly kinds: readonly string[];
  readonly tags: readonly string[];
  /** Id or path of a source; `null` for all. */
  readonly source: string | null;
  /** Name of a lens, whose pages count; `null` for the wiki's own. */
  readonly lens: string | null;
  readonly limit: number;
}

/** What is wrong with a query. The host has the words. */
export type QueryProblem =
  | { readonly kind: 'yaml'; readonly detail: string }
  | { readonly kind: 'too-long' | 'empty' | 'no-show' | 'no-source' }
  | { readonly kind: 'unknown-show' | 'unknown-key'; readonly given: string; readonly meant: string | null }
  | { readonly kind: 'bad-value'; readonly key: string }
  | { readonly kind: 'bad-limit' };

type ReadQuery =
  { readonly query: WikiQuery; readonly problem: null } | { readonly query: null; readonly problem: QueryProblem };

const USUAL_LIMIT = 20;
const MAX_LIMIT = 200;
/** UTF-16 units of a block. */
const MAX_LENGTH = 4_000;
const MAX_ITEMS = 20;
const KEYS: readonly string[] = ['show', 'kind', 'tag', 'source', 'lens', 'limit'];

/** Reads the YAML of a code block. Never throws; whatever it does not know is a problem, so that no typing error goes unseen. */
export function readQuery(yaml: string): ReadQuery {
  const failed = (problem: QueryProblem): ReadQuery => ({ query: null, problem });
  if (yaml.length > MAX_LENGTH) return failed({ kind: 'too-long' });
  if (yaml.trim() === '') return failed({ kind: 'empty' });
  // Read as the head of a note, and so with its limits. A fence of its own would end it.
  const { data, problems } = readFrontmatter(`---\n${yaml.replace(/^(?:---|\.\.\.)[ \t]*$/gm, '')}\n---\n`);
  const [first] = problems;
  if (first !== undefined) return failed({ kind: 'yaml', detail: first.message });
  const unknown = Object.keys(data).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) return failed({ kind: 'unknown-key', given: cut(unknown), meant: nearest(unknown, KEYS) });
  return readFields(data);
}

function readFields(data: Readonly<Record<string, unknown>>): ReadQuery {
  const failed = (problem: QueryProblem): ReadQuery => ({ query: null, problem });
  const { show, limit = USUAL_LIMIT } = data;
  if (show === undefined || show === null) return failed({ kind: 'no-show' });
  const subject = QUERY_SUBJECTS.find((each) => each === show);
  if (subject === undefined) {
    const given = typeof show === 'string' ? show : '';
    return failed({ kind: 'unknown-show', given: cut(given), meant: nearest(given, QUERY_SUBJECTS) });
  }
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    return failed({ kind: 'bad-limit' });
  }
  const [kinds, tags] = [textsOf(data.kind), textsOf(data.tag)];
  const [source, lens] = [textOf(data.source), textOf(data.lens)];
  const bad = Object.entries({ kind: kinds, tag: tags, source, lens }).find(([, value]) => value === undefined)?.[0];
  if (kinds === undefined || tags === undefined || source === undefined || lens === undefined) {
    return failed({ kind: 'bad-value', key: bad ?? '' });
  }
  if (subject === 'new-pages' && source === null) return failed({ kind: 'no-source' });
  return {
    query: { show: subject, kinds, tags: tags.map((tag) => tag.replace(/^#/, '')), source, lens, limit },
    problem: null,
  };
}

/** `undefined` for what is no text. */
function textOf(value: unknown): string | null | undefined {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function textsOf(value: unknown): readonly string[] | undefined {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  const texts = all.slice(0, MAX_ITEMS).map(textOf);
  return texts.includes(undefined) ? undefined : texts.flatMap((text) => text ?? []);
}

const cut = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 40);

function nearest(given: string, known: readonly string[]): string | null {
  const near = known.map((each) => [editDistance(given.slice(0, 40).toLowerCase(), each, 3), each] as const);
  const [distance, name] = near.sort(([a], [b]) => a - b)[0] ?? [Infinity, ''];
  return distance <= 2 ? name : null;
}
