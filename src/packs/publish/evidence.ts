import { compareText, type JsonObject } from '../../base';
import { printFrontmatter } from '../../markdown';
import { decodeText } from '../../vault';
import { type Splits } from './compiled';
import { wikiPath } from './page-text';
import { hasAbsolutePath, hasSecret, publicLine } from './private-text';
import {
  type PackOutput,
  type PublishedPage,
  type PublishedSource,
  type PublishedWiki,
  type WithheldItem,
} from './types';

/** Passages of sources that pages quote. */
export const EXCERPTS = 'sources/excerpts';

interface Evidence {
  readonly files: readonly PackOutput[];
  /** Where each source is in the pack, by its id. */
  readonly places: ReadonlyMap<string, string>;
  readonly withheld: readonly WithheldItem[];
}

/**
 * The sources that the pages cite: whole ones where they may be copied, else the passages that the pages quote. A source with a key
 * or with a place on somebody's computer is never copied whole.
 */
export async function buildSources(wiki: PublishedWiki, withSources: boolean): Promise<Evidence> {
  const files: PackOutput[] = [];
  const places = new Map<string, string>();
  const withheld: WithheldItem[] = [];
  for (const source of [...wiki.sources].sort((a, b) => compareText(a.path, b.path))) {
    const bytes = withSources ? await source.bytes() : null;
    if (bytes !== null && isPublic(bytes)) {
      const path = `sources/${source.path.replace(/^sources\//, '')}`;
      files.push({ path, content: bytes });
      places.set(source.id, path);
      continue;
    }
    if (withSources) withheld.push({ kind: 'source', file: source.path, line: 0 });
    const path = `${EXCERPTS}/${source.id}.md`;
    files.push({ path, content: excerptsOf(source, wiki.pages) });
    places.set(source.id, path);
  }
  return { files, places, withheld };
}

/** Whether a source may be copied. What is no text is copied as it is: what it holds cannot be read here. */
function isPublic(bytes: Uint8Array): boolean {
  try {
    const text = decodeText(bytes, '');
    return !hasSecret(text) && !hasAbsolutePath(text);
  } catch {
    return true;
  }
}

function excerptsOf(source: PublishedSource, pages: readonly PublishedPage[]): string {
  const quotes = new Map<string, string>();
  for (const { claims } of pages) {
    for (const { source: id, quote, anchor, isFound } of claims) {
      const words = publicLine(quote);
      if (id !== source.id || words === '' || !isFound) continue;
      const shown = `“${words.replace(/([[\]*_`<\\])/g, '\\$1')}”`;
      quotes.set(`${anchor}\n${words}`, anchor === '' ? `- ${shown}` : `- ${capital(anchor)}: ${shown}`);
    }
  }
  const head = printFrontmatter({
    source: source.id,
    ...(source.date !== null && { date: source.date }),
    sha256: source.hash,
  });
  const lines = [...quotes].sort(([a], [b]) => byPlace(a, b)).map(([, line]) => line);
  return `${head}\n# ${publicLine(source.title) || source.id}\n\nOnly the passages that the pages quote.\n\n${lines.join('\n')}\n`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Line 9 before line 10. */
function byPlace(a: string, b: string): number {
  const number = (text: string): number => Number(/\d+/.exec(text.split('\n')[0] ?? '')?.[0] ?? 0);
  return number(a) - number(b) || compareText(a, b);
}

/** `indexes/source-map.json`. Source: Agent Knowledge schemas, source map. */
export function buildSourceMap(
  { pages, sources, status }: PublishedWiki,
  places: ReadonlyMap<string, string>,
  splits: Splits,
): { readonly file: PackOutput; readonly claims: number } {
  const hashes = new Map(sources.map(({ id, hash }) => [id, hash]));
  const claims: JsonObject[] = [];
  for (const page of [...pages].sort((a, b) => compareText(a.path, b.path))) {
    for (const { id, statement, source, quote, anchor, isFound } of page.claims) {
      const [path, hash] = [places.get(source), hashes.get(source)];
      const text = publicLine(statement) || publicLine(quote);
      if (path === undefined || hash === undefined || text === '' || publicLine(quote) === '') continue;
      const split = splits.of.get(page.path);
      claims.push({
        claim_id: `${page.path.replace(/\.md$/i, '')}#${id}`,
        text,
        status: statusOf(page, isFound, status),
        // The format has no field of its own for the hash.
        source: { path, anchor: [...(anchor === '' ? [] : [anchor]), `sha256=${hash}`].join('; ') },
        compiled_into: [wikiPath(page.path), ...(split === undefined ? [] : [split])],
      });
    }
  }
  return { file: { path: 'indexes/source-map.json', content: json({ claims }) }, claims: claims.length };
}

function statusOf({ contradicts, isStale }: PublishedPage, isFound: boolean, status: string): string {
  if (!isFound) return 'missing';
  if (status === 'disputed' && contradicts.length > 0) return 'disputed';
  return isStale ? 'stale' : 'confirmed';
}

/** `runs/compile.json`: from what the pack was made. Source: Agent Knowledge schemas, compile run. */
export function buildRun(wiki: PublishedWiki, outputs: readonly PackOutput[], id: string): PackOutput {
  const { status, statusReasons, sources, tool, trust, trustReason } = wiki;
  const isPassed = status === 'ready' || status === 'draft';
  return {
    path: 'runs/compile.json',
    content: json({
      run_id: id,
      trigger: 'source-change',
      status: isPassed ? 'passed' : status,
      compiler: { tool: tool.name, version: tool.version },
      inputs: [...sources]
        .sort((a, b) => compareText(a.path, b.path))
        .map(({ path, hash }) => ({ path: publicLine(path), sha256: hash })),
      outputs: outputs.map(({ path }) => ({ path, operation: 'created' })),
      diagnostics: statusReasons.map((message) => ({
        severity: isPassed ? 'info' : 'warning',
        path: 'KNOWLEDGE.md',
        message,
      })),
      review: { required: trust !== 'user-confirmed', reason: trustReason },
    }),
  };
}

const json = (value: JsonObject): string => `${JSON.stringify(value, null, 1)}\n`;
