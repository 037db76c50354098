import { type Run } from '../../base';
import { findQuote, type Evidence } from '../../change';
import { citedQuotes } from '../../wiki';
import { SourceTexts } from '../sources/source-text';
import { type WikiSession } from '../wiki-session';

/** Looks up the quotes of edited hunks in their sources. Every text is checked once per state of the wiki. */
export class EditedQuotes {
  readonly #session: WikiSession;
  readonly #known = new Map<string, readonly Evidence[]>();
  #sources: { readonly of: object; readonly texts: SourceTexts } | null = null;

  constructor(session: WikiSession) {
    this.#session = session;
  }

  /** Every quote of a text that cites a source, with the verdict of the quote check. */
  async check(text: string, run: Run): Promise<readonly Evidence[]> {
    const { snapshot } = this.#session;
    if (this.#sources?.of !== snapshot) {
      this.#sources = { of: snapshot, texts: new SourceTexts(this.#session, run) };
      this.#known.clear();
    }
    const known = this.#known.get(text);
    if (known) return known;
    const evidence: Evidence[] = [];
    for (const { sourceId, quote, anchor } of citedQuotes(text)) {
      const source = snapshot.source(sourceId);
      if (!source) {
        evidence.push({ source: sourceId, sourceHash: '', quote, anchor, verdict: 'not-found' });
        continue;
      }
      const content = await this.#sources.texts.get(source.path);
      const sourceHash = await snapshot.sourceHash(source.path);
      evidence.push({ source: source.path, sourceHash, quote, anchor, verdict: verdictOn(quote, content) });
    }
    this.#known.set(text, evidence);
    return evidence;
  }
}

/** @param content `null` when the source is unreadable */
function verdictOn(quote: string, content: string | null): Evidence['verdict'] {
  if (content === null) return 'unchecked';
  return findQuote(content, quote) === null ? 'not-found' : 'found';
}
