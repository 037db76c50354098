import * as z from 'zod/mini';
import { compareText, parseForeignJson } from '../base';
import { type MarkdownProblem } from '../markdown';
import { type HashAlgorithm } from '../vault';
import { DEFAULT_LAYOUT } from './paths';
import { type Provenance, type RecordedSource, type Snapshot } from './types';

/** The provenance of a wiki without `_manifest.json`. */
export const EMPTY_PROVENANCE: Provenance = {
  version: 1,
  hashAlgo: 'sha256',
  sources: Object.freeze(Object.create(null) as Provenance['sources']),
};

const fileShape = z.lazy(() =>
  z.object({
    version: z.literal(1),
    hashAlgo: z.literal('sha256'),
    sources: z.record(z.string(), z.unknown()),
  }),
);
const sourceShape = z.lazy(() =>
  z.object({
    contentHash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    slugs: z.array(z.string().check(z.minLength(1), z.maxLength(512))),
    date: z.optional(z.string().check(z.regex(/^\d{4}(?:-\d{2}(?:-\d{2}(?:T\d{2}:\d{2}:\d{2}Z)?)?)?$/))),
    sha512: z.optional(z.string().check(z.regex(/^[0-9a-f]{128}$/))),
    blake3: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  }),
);

/** The manifest that was rendered last: what was written is read soon, and parsing that of a large wiki takes long. */
let renderedLast: { readonly text: string; readonly entries: readonly (readonly [string, RecordedSource])[] } | null =
  null;

/** Entries that their rendered text gives as they are. */
const faithfulEntries = new WeakSet<RecordedSource>();

function isFaithful(entry: RecordedSource): boolean {
  if (faithfulEntries.has(entry)) return true;
  const { slugs } = entry;
  const isSorted = slugs.every((slug, at) => at === 0 || compareText(slugs[at - 1] ?? '', slug) < 0);
  const isPlain = Object.entries(entry).every(([key, value]) => value !== undefined && ENTRY_FIELDS.has(key));
  if (!isSorted || !isPlain || !sourceShape.safeParse(entry).success) return false;
  faithfulEntries.add(entry);
  return true;
}

/** What the text says, if it was rendered last and gives all entries back as they are. */
function asRendered(text: string, folder: string): Provenance | null {
  if (renderedLast?.text !== text) return null;
  const sources = Object.create(null) as Record<string, RecordedSource>;
  for (const [path, entry] of renderedLast.entries) {
    if (!path.startsWith(`${folder}/`) || !isFaithful(entry)) return null;
    sources[path] = entry;
  }
  return { version: 1, hashAlgo: 'sha256', sources };
}

/**
 * Reads `_manifest.json`. Never throws: a broken file reads as empty, a broken entry is left out, and both are reported in
 * `problems`.
 *
 * @param path the path to report
 * @param folder the folder of sources
 */
export function readProvenance(
  text: string,
  path: string,
  folder = DEFAULT_LAYOUT.sources,
): { readonly provenance: Provenance; readonly problems: readonly MarkdownProblem[] } {
  const rendered = asRendered(text, folder);
  if (rendered !== null) return { provenance: rendered, problems: [] };
  const problems: MarkdownProblem[] = [];
  const report = (message: string): void => void problems.push({ path, line: 1, column: 1, message });
  let json: unknown;
  try {
    json = parseForeignJson(text.startsWith('\ufeff') ? text.slice(1) : text);
  } catch {
    report('The file is not valid JSON. The next change that you apply writes it again.');
    return { provenance: EMPTY_PROVENANCE, problems };
  }
  const file = fileShape.safeParse(json);
  if (!file.success) {
    report('The file is not of the form {"version": 1, "hashAlgo": "sha256", "sources": {…}}.');
    return { provenance: EMPTY_PROVENANCE, problems };
  }
  // Without a prototype, the key `__proto__` from the file is a key like any other.
  const sources = Object.create(null) as Record<string, Provenance['sources'][string]>;
  let ignored = 0;
  for (const [source, value] of Object.entries(sourcesOf(json))) {
    const entry = sourceShape.safeParse(value);
    if (entry.success && source.startsWith(`${folder}/`)) sources[source] = entry.data;
    else if ((ignored += 1) <= MAX_IGNORED)
      report(
        `The entry ${JSON.stringify(source.slice(0, 80))} is ignored. It needs a path under ${folder}/, contentHash and slugs.`,
      );
  }
  if (ignored > MAX_IGNORED) report(`${ignored - MAX_IGNORED} more entries are ignored for the same reason.`);
  return { provenance: { version: 1, hashAlgo: 'sha256', sources }, problems };
}

/** Entries that are reported one by one. */
const MAX_IGNORED = 100;

/** The mapping from `JSON.parse`, since a validator may drop the key `__proto__`. */
function sourcesOf(json: unknown): Readonly<Record<string, unknown>> {
  return (json as { readonly sources: Readonly<Record<string, unknown>> }).sources;
}

const OPTIONAL_FIELDS = ['blake3', 'date', 'sha512'] as const;
const ENTRY_FIELDS: ReadonlySet<string> = new Set(['contentHash', 'slugs', ...OPTIONAL_FIELDS]);

/** The text of `_manifest.json`. Keys and slugs are sorted, so the same input gives the same bytes. */
export function renderProvenance(provenance: Provenance): string {
  const entries = Object.entries(provenance.sources).sort(([a], [b]) => compareText(a, b));
  const lines = entries.map(([path, source]) => `    ${JSON.stringify(path)}: ${textOf(source)}`);
  const body = lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n  }`;
  const text = `{\n  "version": 1,\n  "hashAlgo": "sha256",\n  "sources": ${body}\n}\n`;
  renderedLast = { text, entries };
  return text;
}

/** Entries are immutable, and most stay the same from one change to the next. */
const renderedEntries = new WeakMap<RecordedSource, string>();

function textOf(source: RecordedSource): string {
  const known = renderedEntries.get(source);
  if (known !== undefined) return known;
  const list = [...new Set(source.slugs)].sort(compareText);
  const slugText =
    list.length === 0 ? '[]' : `[\n${list.map((slug) => `        ${JSON.stringify(slug)}`).join(',\n')}\n      ]`;
  const fields = [
    `"contentHash": ${JSON.stringify(source.contentHash)}`,
    ...OPTIONAL_FIELDS.flatMap((field) =>
      source[field] === undefined ? [] : [`${JSON.stringify(field)}: ${JSON.stringify(source[field])}`],
    ),
    `"slugs": ${slugText}`,
  ];
  const text = `{\n${fields.map((field) => `      ${field}`).join(',\n')}\n    }`;
  renderedEntries.set(source, text);
  return text;
}

/** The first recorded digest, besides SHA-256, that a source does not have; `null` when it has all. */
export async function differentDigest(
  path: string,
  recorded: RecordedSource,
  snapshot: Pick<Snapshot, 'sourceDigest'>,
): Promise<HashAlgorithm | null> {
  for (const algorithm of ['sha512', 'blake3'] as const) {
    const digest = recorded[algorithm];
    if (digest !== undefined && digest !== (await snapshot.sourceDigest(path, algorithm))) return algorithm;
  }
  return null;
}
