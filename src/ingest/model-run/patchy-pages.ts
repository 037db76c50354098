import { isDisputesPage, isOfRows, readLedger, type Page, type Snapshot } from '../../wiki';
import { splitBlocks } from './blocks';

/** A page to which as many sources were only added should be written anew. */
const MIN_ADDED_SOURCES = 3;
/** Of the listed pages, so many are looked at. */
const MAX_READ = 16;

/**
 * How many sources were added to a page one after another, each in paragraphs of its own, since the last one that was worked into what
 * was there. Such a page reads like sediment: a paragraph a source, and a first one that nobody touched.
 *
 * @param sources ids in the order in which the page got them
 */
export function countAddedSources(text: string, sources: readonly string[]): number {
  const { notes } = readLedger(text);
  const sourceOf = new Map([...notes].map(([label, { sourceId }]) => [label, sourceId]));
  const blocks = splitBlocks(text).map((block) => {
    const labels = [...block.matchAll(/\[\^([^\s[\]]+)\](?!:)/g)].flatMap(
      ([, label = '']) => sourceOf.get(label) ?? [],
    );
    return new Set(labels);
  });
  let count = 0;
  for (const id of [...sources].reverse()) {
    const own = blocks.filter((block) => block.has(id));
    const isWorkedIn = own.some((block) => block.size > 1 && [...block].some((other) => isEarlier(other, id, sources)));
    if (own.length === 0 || isWorkedIn) break;
    count += 1;
  }
  // The first source made the page.
  return Math.min(count, Math.max(0, sources.length - 1));
}

function isEarlier(other: string, id: string, sources: readonly string[]): boolean {
  return other !== id && sources.indexOf(other) < sources.indexOf(id);
}

/** The listed pages that a plan should have written anew, with the number of sources that were only added. */
export async function findPatchyPages(snapshot: Snapshot, listed: readonly Page[]): Promise<ReadonlyMap<Page, number>> {
  const found = new Map<Page, number>();
  for (const page of listed.slice(0, MAX_READ)) {
    if (page.sources.length <= MIN_ADDED_SOURCES || isOfRows(page) || isDisputesPage(page)) continue;
    const text = await snapshot.text(page.path);
    const ids = page.sources.flatMap((ref) => snapshot.source(ref)?.id ?? []);
    const count = text === null ? 0 : countAddedSources(text, ids);
    if (count >= MIN_ADDED_SOURCES) found.set(page, count);
  }
  return found;
}
