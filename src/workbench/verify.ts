import { throwIfCancelled, type Run, type WikiError } from '../base';
import { findQuote } from '../change';
import { findQuotes } from '../ingest';
import { buildProvenance } from '../proposal';
import { createLineIndex } from '../markdown';
import { INDEX_FILE, LOG_FILE, PROVENANCE_FILE, readLog, readProvenance, renderIndex, type Page } from '../wiki';
import { type WikiSession } from './wiki-session';
import { SourceTexts } from './source-text';
import { type VerifyFailure, type VerifyResult } from './types';

/** One pass of checks over a wiki; failures gather as they are found. */
class WikiVerifier {
  readonly #session: WikiSession;
  readonly #run: Run;
  readonly #failures: VerifyFailure[] = [];
  readonly #texts: SourceTexts;
  #quotes = 0;

  constructor(session: WikiSession, run: Run) {
    this.#session = session;
    this.#run = run;
    this.#texts = new SourceTexts(session, run, (path, error) => this.#unreadable(path, error));
  }

  async result(): Promise<VerifyResult> {
    const { snapshot } = this.#session;
    await this.#generated();
    await this.#provenance();
    await this.#pages();
    return {
      ok: this.#failures.length === 0,
      failures: this.#failures,
      checked: {
        pages: snapshot.pages.size,
        sources: Object.keys(snapshot.provenance.sources).length,
        quotes: this.#quotes,
      },
    };
  }

  #fail(code: VerifyFailure['code'], path: string, message: string, line = 1): void {
    this.#failures.push({ code, message, path, line });
  }

  /** The index is what the pages make it, and the log is there and can be read. */
  async #generated(): Promise<void> {
    const { snapshot } = this.#session;
    const index = await snapshot.text(INDEX_FILE);
    if (index === null) this.#fail('living-wiki:index_missing', INDEX_FILE, 'The index is missing.');
    else if (index !== renderIndex(snapshot)) {
      const message = 'The index is not what the pages make it. Mend it with lint --fix.';
      this.#fail('living-wiki:index_stale', INDEX_FILE, message);
    }
    const log = await snapshot.text(LOG_FILE);
    if (log === null) this.#fail('living-wiki:log_missing', LOG_FILE, 'The log is missing.');
    else this.#logged(new Set(readLog(log).map((entry) => entry.subject)));
  }

  /** Every source that was ingested has its line in the log. */
  #logged(subjects: ReadonlySet<string>): void {
    for (const path of Object.keys(this.#session.snapshot.provenance.sources)) {
      if (subjects.has(path)) continue;
      this.#fail('living-wiki:log_incomplete', LOG_FILE, `${path} was ingested, but the log does not say so.`);
    }
  }

  /** Every recorded source is there, with the bytes that were read, and the pages that rest on it exist. */
  async #provenance(): Promise<void> {
    const { snapshot } = this.#session;
    const text = await snapshot.text(PROVENANCE_FILE);
    if (text === null)
      this.#fail('living-wiki:manifest_missing', PROVENANCE_FILE, 'The provenance manifest is missing.');
    else {
      for (const problem of readProvenance(text, PROVENANCE_FILE).problems) {
        this.#fail('living-wiki:manifest_broken', PROVENANCE_FILE, problem.message, problem.line);
      }
    }
    const resting = buildProvenance(
      new Map(Object.entries(snapshot.provenance.sources).map(([path, entry]) => [path, entry.contentHash])),
      snapshot,
    ).sources;
    for (const [path, entry] of Object.entries(snapshot.provenance.sources)) {
      throwIfCancelled(this.#run);
      for (const slug of resting[path]?.slugs ?? []) {
        if (entry.slugs.includes(slug)) continue;
        const message = `${path} does not name the page ${slug}, which rests on it. The next change that is applied puts it right.`;
        this.#fail('living-wiki:manifest_stale', PROVENANCE_FILE, message);
      }
      if (!snapshot.sources.has(path)) {
        this.#fail('source_not_found', path, 'This source was ingested, but the file is gone.');
        continue;
      }
      if ((await snapshot.sourceHash(path)) !== entry.contentHash) {
        this.#fail('source_hash_mismatch', path, 'This source is not what was ingested: its content has changed.');
      }
      for (const slug of entry.slugs) {
        const pages = snapshot.pagesBySlug(slug);
        if (pages.length === 0) {
          this.#fail(
            'living-wiki:manifest_stale',
            PROVENANCE_FILE,
            `${path} names the page ${slug}, which does not exist.`,
          );
        } else if (!pages.some((page) => this.#names(page, path))) {
          this.#fail(
            'living-wiki:manifest_stale',
            PROVENANCE_FILE,
            `${path} names the page ${slug}, which does not name it back.`,
          );
        }
      }
    }
  }

  #names(page: Page, path: string): boolean {
    return page.sources.some((ref) => this.#session.snapshot.source(ref)?.path === path);
  }

  /** Every page can be read, and every quotation on it stands in its source. */
  async #pages(): Promise<void> {
    const { snapshot } = this.#session;
    let done = 0;
    for (const page of snapshot.pages.values()) {
      throwIfCancelled(this.#run);
      for (const problem of page.problems) {
        if (problem.code === 'entry_invalid') this.#fail(problem.code, page.path, problem.message, problem.line);
      }
      if (page.citations.length > 0) await this.#quotations(page);
      done += 1;
      this.#run.progress({ stage: 'Checking quotes', done, total: snapshot.pages.size, detail: page.path });
      await this.#run.yieldToHost();
    }
  }

  async #quotations(page: Page): Promise<void> {
    const { snapshot } = this.#session;
    const text = (await snapshot.text(page.path)) ?? '';
    const lines = createLineIndex(text);
    for (const quote of findQuotes(text)) {
      this.#quotes += 1;
      const { line } = lines.placeAt(quote.start);
      const source = snapshot.source(quote.sourceId);
      if (!source) {
        this.#fail('source_unresolved', page.path, `There is no source [${quote.sourceId}].`, line);
        continue;
      }
      const content = await this.#texts.get(source.path);
      if (content !== null && !findQuote(content, quote.text)) {
        const message = `This quotation is not in ${source.path}.`;
        this.#fail('living-wiki:quote_missing', page.path, message, line);
      }
    }
  }

  #unreadable(path: string, error: WikiError): void {
    this.#fail(error.code, path, `Quotations from this source could not be checked: ${error.message}`);
  }
}

/** Checks that the wiki on disk is what its index, log and provenance say it is, and that every quotation is real. */
export function verify(session: WikiSession, run: Run): Promise<VerifyResult> {
  return new WikiVerifier(session, run).result();
}
