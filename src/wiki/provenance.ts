import * as z from 'zod/mini';
import { compareText } from '../base';
import { type MarkdownProblem } from '../markdown';
import { type Provenance } from './types';

/** What a wiki without a `_manifest.json` has. */
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
  }),
);

/**
 * Reads `_manifest.json`. Never throws: a file that is broken as a whole reads as an empty one, a broken entry is left
 * out, and both are told in `problems`. Source: specs README, 12.
 *
 * @param path for the problems
 */
export function readProvenance(
  text: string,
  path: string,
): { readonly provenance: Provenance; readonly problems: readonly MarkdownProblem[] } {
  const problems: MarkdownProblem[] = [];
  const report = (message: string): void => void problems.push({ path, line: 1, column: 1, message });
  let json: unknown;
  try {
    json = JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
  } catch {
    report('Unexpected text, expected JSON');
    return { provenance: EMPTY_PROVENANCE, problems };
  }
  const file = fileShape.safeParse(json);
  if (!file.success) {
    report('Unexpected content, expected {"version": 1, "hashAlgo": "sha256", "sources": {…}}');
    return { provenance: EMPTY_PROVENANCE, problems };
  }
  // Keys come from the file: an object without a prototype makes `__proto__` a name like any other.
  const sources = Object.create(null) as Record<string, Provenance['sources'][string]>;
  for (const [source, value] of Object.entries(sourcesOf(json))) {
    const entry = sourceShape.safeParse(value);
    if (entry.success && source.startsWith('sources/')) sources[source] = entry.data;
    else
      report(
        `Unexpected entry ${JSON.stringify(source.slice(0, 80))}, expected a path under sources/ with contentHash and slugs`,
      );
  }
  return { provenance: { version: 1, hashAlgo: 'sha256', sources }, problems };
}

/** The mapping as `JSON.parse` made it, since a validator may drop the key `__proto__`. */
function sourcesOf(json: unknown): Readonly<Record<string, unknown>> {
  return (json as { readonly sources: Readonly<Record<string, unknown>> }).sources;
}

/** The text of `_manifest.json`: keys and slugs sorted, two blanks of indent, a final newline. Same input, same bytes. */
export function renderProvenance(provenance: Provenance): string {
  const paths = Object.keys(provenance.sources).sort(compareText);
  const entries = paths.map((path) => {
    const { contentHash = '', slugs = [] } = provenance.sources[path] ?? {};
    const list = [...new Set(slugs)].sort(compareText);
    const slugText =
      list.length === 0 ? '[]' : `[\n${list.map((slug) => `        ${JSON.stringify(slug)}`).join(',\n')}\n      ]`;
    return `    ${JSON.stringify(path)}: {\n      "contentHash": ${JSON.stringify(contentHash)},\n      "slugs": ${slugText}\n    }`;
  });
  const body = entries.length === 0 ? '{}' : `{\n${entries.join(',\n')}\n  }`;
  return `{\n  "version": 1,\n  "hashAlgo": "sha256",\n  "sources": ${body}\n}\n`;
}
