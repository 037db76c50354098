import { checkpoint, isoTime, plural, WikiError, type Run } from '../../base';
import { findPage, type Snapshot } from '../../wiki';
import { hashText } from '../../vault';
import { fullText } from '../../ingest';
import { type GivenSource, type KnowledgeUnit, type UnitSource } from '../../deliberation';
import { readSourceText } from '../sources/source-text';
import { type WikiSession } from '../wiki-session';

/** Texts that the models get with the question. */
export interface GivenTexts {
  readonly sources: readonly GivenSource[];
  readonly recorded: readonly UnitSource[];
  /** What was cut, one plain sentence each. */
  readonly notes: readonly string[];
}

/** UTF-16 units of all texts together, so that the prompts of a deliberation stay in reach of small models. */
const MAX_LENGTH = 120_000;
const MAX_TEXTS = 20;

/**
 * Reads sources and pages for a deliberation, with the hash of their content.
 * @throws WikiError `source_not_found`, `living-wiki:page_missing`, `living-wiki:deliberation_sources`, `living-wiki:source_…`
 */
export async function readGivenTexts(
  session: WikiSession,
  snapshot: Snapshot,
  { sources = [], pages = [] }: { readonly sources?: readonly string[]; readonly pages?: readonly string[] },
  run: Run,
): Promise<GivenTexts> {
  const paths = [
    ...new Set([
      ...sources.map((name) => sourcePath(snapshot, name)),
      ...pages.map((name) => pagePath(snapshot, name)),
    ]),
  ];
  if (paths.length > MAX_TEXTS) {
    throw new WikiError('living-wiki:deliberation_sources', `A deliberation takes at most ${MAX_TEXTS} texts.`, {
      remedy: 'Name the texts that matter most.',
    });
  }
  const given: GivenSource[] = [];
  const recorded: UnitSource[] = [];
  const notes: string[] = [];
  const ingested_at = isoTime(session.host.clock.now());
  let left = MAX_LENGTH;
  for (const [at, path] of paths.entries()) {
    await checkpoint(run);
    const { text, hash, title } = await readText(session, snapshot, path, run);
    const shown = text.slice(0, left).replace(/[\ud800-\udbff]$/, '');
    if (shown.length < text.length) {
      notes.push(`The models saw the first ${plural(shown.length, 'character')} of ${path}, which has ${text.length}.`);
    }
    left -= shown.length;
    given.push({ name: `S${at + 1}`, uri: path, title, text: shown });
    recorded.push({ uri: path, title, content_hash: `sha256:${hash}`, ingested_at });
  }
  return { sources: given, recorded, notes };
}

/** The texts of units that are still here, as they are named. */
export function textsOf(
  { sources, pages }: Snapshot,
  units: readonly KnowledgeUnit[],
): { readonly sources?: readonly string[]; readonly pages?: readonly string[] } {
  const uris = [...new Set(units.flatMap((unit) => (unit.sources ?? []).map(({ uri }) => uri)))];
  const [given, shown] = [uris.filter((uri) => sources.has(uri)), uris.filter((uri) => pages.has(uri))];
  return { ...(given.length > 0 && { sources: given }), ...(shown.length > 0 && { pages: shown }) };
}

async function readText(
  session: WikiSession,
  snapshot: Snapshot,
  path: string,
  run: Run,
): Promise<{ readonly text: string; readonly hash: string; readonly title: string }> {
  const page = snapshot.pages.get(path);
  if (page !== undefined) {
    const text = (await snapshot.text(path)) ?? '';
    return { text: text.slice(page.bodyStart), hash: hashText(text), title: page.title };
  }
  const hash = await snapshot.sourceHash(path);
  return {
    text: fullText(await readSourceText(session, path, hash, run)),
    hash,
    title: path.split('/').at(-1) ?? path,
  };
}

function sourcePath(snapshot: Snapshot, name: string): string {
  const source = snapshot.sources.get(name) ?? snapshot.source(name);
  if (source) return source.path;
  throw new WikiError('source_not_found', `There is no source "${name.slice(0, 200)}".`, {
    remedy: 'Name a file below the folder of sources, relative to the wiki.',
  });
}

function pagePath(snapshot: Snapshot, name: string): string {
  const page = snapshot.pages.get(name) ?? findPage(snapshot, name);
  if (page !== null) return page.path;
  throw new WikiError('living-wiki:page_missing', `There is no page "${name.slice(0, 200)}".`, {
    remedy: 'Name a page by its slug.',
  });
}
