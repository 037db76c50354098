import { throwIfCancelled, type Run, type WikiError } from '../base';
import { findQuote } from '../change';
import { buildProvenance } from '../proposal';
import {
  citedQuotes,
  differentDigest,
  INDEX_FILE,
  LOG_FILE,
  PROVENANCE_FILE,
  readLog,
  readProvenance,
  renderIndex,
  type Page,
  type Provenance,
} from '../wiki';
import { type WikiSession } from './wiki-session';
import { SourceTexts } from './sources/source-text';
import { type VerifyFailure, type VerifyResult } from './types';

/** One pass of checks over a wiki. It collects every failure. */
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

  async verify(): Promise<VerifyResult> {
    const { snapshot } = this.#session;
    await this.#checkGenerated();
    await this.#checkProvenance();
    await this.#checkPages();
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

  /** The index matches the pages, and the log exists. */
  async #checkGenerated(): Promise<void> {
    const { snapshot } = this.#session;
    const index = await snapshot.text(INDEX_FILE);
    if (index === null) this.#fail('living-wiki:index_missing', INDEX_FILE, 'The index is missing.');
    else if (index !== renderIndex(snapshot)) {
      const message = 'The index does not match the pages. Run lint --fix.';
      this.#fail('living-wiki:index_stale', INDEX_FILE, message);
    }
    const log = await snapshot.text(LOG_FILE);
    if (log === null) this.#fail('living-wiki:log_missing', LOG_FILE, 'The log is missing.');
    else this.#checkLog(new Set(readLog(log).map((entry) => entry.subject)));
  }

  /** The log has an entry for every ingested source. */
  #checkLog(subjects: ReadonlySet<string>): void {
    for (const path of Object.keys(this.#session.snapshot.provenance.sources)) {
      if (subjects.has(path)) continue;
      this.#fail('living-wiki:log_incomplete', LOG_FILE, `The log has no entry for ${path}, which was ingested.`);
    }
  }

  /** Every ingested source exists unchanged, and so do the pages that cite it. */
  async #checkProvenance(): Promise<void> {
    const { snapshot } = this.#session;
    const text = await snapshot.text(PROVENANCE_FILE);
    if (text === null) this.#fail('living-wiki:manifest_missing', PROVENANCE_FILE, 'The record of sources is missing.');
    else {
      for (const problem of readProvenance(text, PROVENANCE_FILE, snapshot.layout.sources).problems) {
        this.#fail('living-wiki:manifest_broken', PROVENANCE_FILE, problem.message, problem.line);
      }
    }
    const cited = buildProvenance(new Map(Object.entries(snapshot.provenance.sources)), snapshot).sources;
    for (const [path, entry] of Object.entries(snapshot.provenance.sources)) {
      throwIfCancelled(this.#run);
      for (const slug of cited[path]?.slugs ?? []) {
        if (entry.slugs.includes(slug)) continue;
        this.#failManifest(`${path} does not list the page ${slug}, which cites it. The next applied change adds it.`);
      }
      await this.#checkSource(path, entry);
    }
  }

  async #checkSource(path: string, recorded: Provenance['sources'][string]): Promise<void> {
    const { contentHash, slugs } = recorded;
    const { snapshot } = this.#session;
    if (!snapshot.sources.has(path)) {
      this.#fail('source_not_found', path, 'This source was ingested, but its file is missing.');
      return;
    }
    const isSame = (await snapshot.sourceHash(path)) === contentHash;
    if (!isSame || (await differentDigest(path, recorded, snapshot)) !== null) {
      this.#fail('source_hash_mismatch', path, 'This source has changed since it was ingested.');
    }
    for (const slug of slugs) {
      const pages = snapshot.pagesBySlug(slug);
      if (pages.length === 0) this.#failManifest(`${path} lists the page ${slug}, which does not exist.`);
      else if (!pages.some((page) => this.#cites(page, path))) {
        this.#failManifest(`${path} lists the page ${slug}, which does not cite it.`);
      }
    }
  }

  #failManifest(message: string): void {
    this.#fail('living-wiki:manifest_stale', PROVENANCE_FILE, message);
  }

  #cites(page: Page, path: string): boolean {
    return this.#session.snapshot.sourcesOf(page).some((source) => source.path === path);
  }

  /** Every page is valid, and every quote on it is in its source. */
  async #checkPages(): Promise<void> {
    const { snapshot } = this.#session;
    let done = 0;
    for (const page of snapshot.pages.values()) {
      throwIfCancelled(this.#run);
      for (const problem of page.problems) {
        if (problem.code === 'entry_invalid') this.#fail(problem.code, page.path, problem.message, problem.line);
      }
      if (page.citations.length > 0) await this.#checkQuotes(page);
      done += 1;
      this.#run.progress({ stage: 'Checking quotes', done, total: snapshot.pages.size, detail: page.path });
      await this.#run.yieldToHost();
    }
  }

  async #checkQuotes(page: Page): Promise<void> {
    const { snapshot } = this.#session;
    const text = (await snapshot.text(page.path)) ?? '';
    for (const { sourceId, quote, line } of citedQuotes(text)) {
      this.#quotes += 1;
      const source = snapshot.source(sourceId);
      if (!source) {
        this.#fail('source_unresolved', page.path, `The wiki has no source [${sourceId}].`, line);
        continue;
      }
      const content = await this.#texts.get(source.path);
      if (content !== null && !findQuote(content, quote)) {
        const message = `This quote is not in ${source.path}.`;
        this.#fail('living-wiki:quote_missing', page.path, message, line);
      }
    }
  }

  #unreadable(path: string, error: WikiError): void {
    this.#fail(error.code, path, `Quotes from this source could not be checked. ${error.message}`);
  }
}

/** Checks that the files of the wiki agree with its index, log and provenance manifest, and that every quote is real. */
export function verify(session: WikiSession, run: Run): Promise<VerifyResult> {
  return new WikiVerifier(session, run).verify();
}
