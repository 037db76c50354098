import { type YieldBudget } from '../../base';
import { type PageIndex } from '../../search';
import { isDisputesPage, readLedger, wordKey, type Claim, type Page, type Snapshot } from '../../wiki';
import { wordsOf } from '../../markdown';

/** A statement that a page of the wiki already makes. */
interface KnownStatement {
  readonly page: Page;
  readonly text: string;
  readonly claim: Claim;
}

const MAX_PAGES = 12;
const MAX_QUERY_WORDS = 8;
/** Shorter sentences may stand on several pages. */
const MIN_WORDS = 5;

/** Finds pages that already say a sentence, so that it stands once in the wiki. The cost does not grow with the wiki. */
export class KnownStatements {
  readonly #snapshot: Snapshot;
  readonly #index: PageIndex;
  readonly #budget: YieldBudget;
  readonly #pages = new Map<string, { readonly text: string; readonly byKey: ReadonlyMap<string, Claim> } | null>();

  constructor({ snapshot, index }: { readonly snapshot: Snapshot; readonly index: PageIndex }, budget: YieldBudget) {
    this.#budget = budget;
    this.#snapshot = snapshot;
    this.#index = index;
  }

  async find(sentence: string): Promise<KnownStatement | null> {
    const words = wordsOf(sentence);
    if (words.length < MIN_WORDS) return null;
    const key = wordKey(sentence);
    await this.#budget.checkpoint();
    const longest = [...new Set(words)].sort((a, b) => b.length - a.length).slice(0, MAX_QUERY_WORDS);
    for (const path of this.#index.pagesWithAll(longest.join(' '), MAX_PAGES)) {
      const page = this.#snapshot.pages.get(path);
      if (page === undefined || page.kind === 'summary' || isDisputesPage(page)) continue;
      const read = await this.#read(path);
      const claim = read?.byKey.get(key);
      if (read !== null && claim !== undefined) return { page, text: read.text, claim };
    }
    return null;
  }

  async #read(path: string): Promise<{ readonly text: string; readonly byKey: ReadonlyMap<string, Claim> } | null> {
    const known = this.#pages.get(path);
    if (known !== undefined) return known;
    const text = await this.#snapshot.text(path);
    const read =
      text === null
        ? null
        : {
            text,
            byKey: new Map(
              readLedger(text).claims.flatMap((claim) => [
                [claim.key, claim] as const,
                ...saidIn(claim.text).map((said) => [wordKey(said), claim] as const),
              ]),
            ),
          };
    this.#pages.set(path, read);
    return read;
  }
}

/** What a claim says, without the names of speakers. A handle in lower case begins no sentence, so a claim may hold several. */
function saidIn(text: string): readonly string[] {
  return text
    .replace(/([.!?”])\s([\p{L}\p{N}_-]{1,40}: “)/gu, '$1\n$2')
    .split('\n')
    .map((part) => part.replace(/^[^“”:]{1,60}: “(.*)”$/u, '$1'));
}
