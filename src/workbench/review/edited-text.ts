import { type Run } from '../../base';
import { findQuote, type ChangeSet, type Evidence, type Hunk } from '../../change';
import { findQuotes } from '../../ingest';
import { type HunkDecision } from '../../proposal';
import { type WikiSession } from '../wiki-session';
import { SourceTexts } from '../source-text';

/** The change set with the texts that a person put in the place of hunks. Where they stand does not change. */
export function withEditedText(changeSet: ChangeSet, decisions: ReadonlyMap<string, HunkDecision>): ChangeSet {
  const own = (hunk: Hunk): Hunk => {
    const text = editedText(hunk, decisions);
    return text === null ? hunk : { ...hunk, text };
  };
  if ([...decisions.values()].every(({ text }) => text === undefined)) return changeSet;
  return { ...changeSet, files: changeSet.files.map((edit) => ({ ...edit, hunks: edit.hunks.map(own) })) };
}

/** What a person wrote in the place of a hunk; `null` where it stands as proposed. */
export function editedText(hunk: Hunk, decisions: ReadonlyMap<string, HunkDecision>): string | null {
  const decision = decisions.get(hunk.id);
  return decision?.verdict === 'accepted' && decision.text !== undefined ? decision.text : null;
}

/** Looks the quotations of edited hunks up in their sources; each text once. */
export class EditedQuotes {
  readonly #session: WikiSession;
  readonly #known = new Map<string, readonly Evidence[]>();
  #texts: { readonly of: object; readonly texts: SourceTexts } | null = null;

  constructor(session: WikiSession) {
    this.#session = session;
  }

  /** Every quotation with a cited source in a text, with the verdict of the quote check. */
  async check(text: string, run: Run): Promise<readonly Evidence[]> {
    const { snapshot } = this.#session;
    if (this.#texts?.of !== snapshot) {
      this.#texts = { of: snapshot, texts: new SourceTexts(this.#session, run) };
      this.#known.clear();
    }
    const known = this.#known.get(text);
    if (known) return known;
    const found: Evidence[] = [];
    for (const { sourceId, text: quote, anchor } of findQuotes(text)) {
      const source = snapshot.source(sourceId);
      const content = source ? await this.#texts.texts.get(source.path) : null;
      const sourceHash = source ? await snapshot.sourceHash(source.path) : '';
      const isThere = content !== null && findQuote(content, quote) !== null;
      const verdict = isThere ? 'found' : source && content === null ? 'unchecked' : 'not-found';
      found.push({ source: source?.path ?? sourceId, sourceHash, quote, anchor, verdict });
    }
    this.#known.set(text, found);
    return found;
  }
}
