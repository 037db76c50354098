import { createHash } from 'node:crypto';
import { countWords, plainText, splitSentences, type TextRange } from '../src/markdown';
import { type Page, type Snapshot } from '../src/wiki';
import { tokenise } from '../src/search';

/** A question with the page that answers it. */
export interface Question {
  readonly kind: 'definition' | 'context' | 'anchor';
  readonly query: string;
  /** The path of the page meant. */
  readonly page: string;
}

/** A question, and where it was taken from: what is asked must not stand in the wiki word by word. */
interface Candidate extends Question {
  readonly from: string;
  readonly cut: TextRange | null;
}

/** So many questions of each kind at most, from each corpus. */
const MOST = 300;

/** Of the words that are left of a sentence once the names of the page meant were taken out. */
const FEWEST_WORDS = 6;

/** Of the words that are left of a page whose first sentence was taken out: a page of one sentence cannot answer. */
const FEWEST_LEFT = 40;

/**
 * Questions made of a wiki by rule, and the wiki without them:
 *
 * - definition: the first sentence of a page, without the words of its title and aliases, or its `description` property;
 * - context: a sentence that links to another page, without the words of the link and of that page's names;
 * - anchor: the words of a link, where they are none of the names of the page that it leads to.
 *
 * Sentences and links that became questions are taken out of their pages. Which of the candidates are taken, and
 * in which half they fall, tells the SHA-256 of their text alone.
 */
export async function questionsOf(
  snapshot: Snapshot,
  files: ReadonlyMap<string, string>,
): Promise<{ tune: readonly Question[]; heldOut: readonly Question[]; files: ReadonlyMap<string, string> }> {
  const found: Candidate[] = [];
  for (const page of snapshot.pages.values()) {
    const text = await snapshot.text(page.path);
    if (text !== null) found.push(...onePage(page, text, snapshot));
  }
  const taken = (['definition', 'context', 'anchor'] as const).flatMap((kind) =>
    ordered(found.filter((candidate) => candidate.kind === kind)).slice(0, MOST),
  );
  const left = new Map(files);
  const cuts = taken.filter(({ cut }) => cut !== null);
  for (const { from, cut } of cuts.sort((a, b) => (b.cut?.start ?? 0) - (a.cut?.start ?? 0))) {
    const text = left.get(from) ?? '';
    if (cut) left.set(from, text.slice(0, cut.start) + text.slice(cut.end));
  }
  const half = (wanted: number): Question[] => taken.filter((question) => (digest(question)[0] ?? 0) % 2 === wanted);
  return { tune: half(0), heldOut: half(1), files: left };
}

function digest({ kind, query, page }: Question): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([kind, query, page]))
    .digest();
}

function ordered(candidates: readonly Candidate[]): readonly Candidate[] {
  return [...candidates].sort((a, b) => Buffer.compare(digest(a).subarray(1), digest(b).subarray(1)));
}

/** At most one question of each kind, so that no page loses much of what it says. */
function onePage(page: Page, text: string, snapshot: Snapshot): Candidate[] {
  const from = page.path;
  const body = text.slice(page.bodyStart);
  const sentences = splitSentences(body).map(({ start, end }) => ({
    start: start + page.bodyStart,
    end: end + page.bodyStart,
  }));
  const found: Candidate[] = [];
  const first = sentences[0];
  const described = page.data.description;
  if (typeof described === 'string') {
    add(found, { kind: 'definition', query: without(described, [page]), page: from, from, cut: null });
  } else if (first && page.words - countWords(text.slice(first.start, first.end)) >= FEWEST_LEFT) {
    const query = without(plainText(text.slice(first.start, first.end)), [page]);
    add(found, { kind: 'definition', query, page: from, from, cut: first });
  }
  const contexts: Candidate[] = [];
  const anchors: Candidate[] = [];
  for (const link of page.links) {
    const target = snapshot.resolve(link, from);
    if (target.kind !== 'page' || target.page.path === from || link.embed || link.start < page.bodyStart) continue;
    const names = namesIn(target.page);
    const shown = link.text ?? '';
    const words = tokenise(shown).join(' ');
    if (words !== '' && !names.includes(words)) {
      anchors.push({ kind: 'anchor', query: plainText(shown), page: target.page.path, from, cut: link });
    }
    const cut = sentences.find(({ start, end }) => start <= link.start && link.end <= end);
    if (!cut || cut === first || cut.end - cut.start > 600) continue;
    const plain = plainText(text.slice(cut.start, cut.end));
    const query = without(plain, [target.page], shown);
    add(contexts, { kind: 'context', query, page: target.page.path, from, cut });
  }
  return [...found, ...ordered(contexts).slice(0, 1), ...ordered(anchors).slice(0, 1)];
}

const namesIn = (page: Page): string[] => [page.title, ...page.aliases].map((name) => tokenise(name).join(' '));

function add(list: Candidate[], candidate: Candidate): void {
  if (candidate.query.split(' ').length >= FEWEST_WORDS) list.push(candidate);
}

/** The words of a text but those by which these pages are named. */
function without(text: string, pages: readonly Page[], shown = ''): string {
  const names = new Set([...pages.flatMap(namesIn), ...tokenise(shown)].flatMap((name) => name.split(' ')));
  const words = text.match(/[\p{L}\p{N}\p{M}_'’]+/gu) ?? [];
  return words.filter((word) => !tokenise(word).some((term) => names.has(term))).join(' ');
}
