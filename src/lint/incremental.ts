import { throwIfCancelled, type Clock, type Run } from '../base';
import { type Page, type Snapshot } from '../wiki';
import { type Lens } from '../workspace';
import { updateTables, buildTables, emptyTables, type LookupTables } from './invalidation';
import { TrackedFacts } from './facts';
import { buildFindings, type DetectedFinding, type RuleReports } from './findings';
import { type AnyRule, type PageRule, type WikiRule } from './rule';
import { createRuleSettings, type RuleSettings } from './settings';
import { createWikiFacts, MemoCache } from './wiki-facts';

/** Pages that are checked between two breaths. */
const BATCH_SIZE = 8;

interface PageResult {
  readonly findings: readonly DetectedFinding[];
  readonly keys: ReadonlySet<string>;
  /** The result holds at times in `[from, until)`, milliseconds since the epoch. */
  readonly validFrom: number;
  readonly validUntil: number;
}

/**
 * What the engine remembers of one wiki under one lens: the result of every page with the facts that it rests on.
 * {@link IncrementalLinter.check} brings it to the next snapshot. A pass that is cancelled leaves the rest marked for the next one.
 */
export class IncrementalLinter {
  readonly #settings: RuleSettings;
  readonly #pageRules: readonly PageRule[];
  readonly #wikiRules: readonly WikiRule[];
  #tables: LookupTables = emptyTables();
  readonly #results = new Map<string, PageResult>();
  readonly #dependants = new Map<string, Set<string>>();
  readonly #pending = new Set<string>();
  readonly #memos = new MemoCache();
  #snapshot: Snapshot | null = null;
  #versions = { index: 0, names: 0 };

  constructor(rules: readonly AnyRule[], lens: Lens) {
    this.#settings = createRuleSettings(lens.effective);
    this.#pageRules = rules.filter((rule) => rule.scope === 'page');
    this.#wikiRules = rules.filter((rule) => rule.scope === 'wiki');
  }

  /** All findings of `snapshot`, not sorted across files. */
  async check(snapshot: Snapshot, lens: Lens, clock: Clock, run: Run): Promise<readonly DetectedFinding[]> {
    await this.#follow(snapshot, clock.now(), run);
    await this.#checkPending(snapshot, lens, clock, run);
    const judged = [...this.#results.values()].flatMap((result) => result.findings);
    return judged.concat(await this.#checkWiki(snapshot, lens, run));
  }

  async #follow(snapshot: Snapshot, now: number, run: Run): Promise<void> {
    const [tables, affected] =
      this.#snapshot === null
        ? await buildTables(snapshot, run)
        : ([this.#tables, updateTables(this.#snapshot, snapshot, this.#tables)] as const);
    this.#tables = tables;
    this.#snapshot = snapshot;
    if (affected.indexChanged) this.#versions.index++;
    if (affected.namesChanged) this.#versions.names++;
    for (const path of affected.pages) this.#pending.add(path);
    for (const key of affected.keys) for (const path of this.#dependants.get(key) ?? []) this.#pending.add(path);
    for (const [path, { validFrom: from, validUntil: until }] of this.#results)
      if (now < from || now >= until) this.#pending.add(path);
  }

  async #checkPending(snapshot: Snapshot, lens: Lens, clock: Clock, run: Run): Promise<void> {
    const paths = [...this.#pending];
    const ground = { snapshot, manifest: lens.effective, clock, tables: this.#tables };
    for (let at = 0; at < paths.length; at += BATCH_SIZE) {
      throwIfCancelled(run);
      await Promise.all(
        paths.slice(at, at + BATCH_SIZE).map(async (path) => {
          const page = snapshot.pages.get(path);
          if (page === undefined) this.#forget(path);
          else this.#keep(path, await this.#checkPage(new TrackedFacts(page, ground), page, snapshot));
          this.#pending.delete(path);
        }),
      );
      run.progress({ stage: 'Checking pages', done: Math.min(at + BATCH_SIZE, paths.length), total: paths.length });
      await run.yieldToHost();
    }
  }

  async #checkPage(facts: TrackedFacts, page: Page, snapshot: Snapshot): Promise<PageResult> {
    const verdicts: RuleReports[] = [];
    for (const rule of this.#pageRules) {
      if (rule.curatedOnly && page.schema === null) continue;
      for (const setting of this.#settings.forType(rule, facts.type)) {
        const said = rule.check(facts, setting);
        const drafts = said instanceof Promise ? await said : said;
        if (drafts.length > 0) verdicts.push({ rule, setting, reports: drafts });
      }
    }
    const judged = verdicts.length === 0 ? NO_FINDINGS : await buildFindings(verdicts, page.path, snapshot);
    return { findings: judged, keys: facts.keys, validFrom: facts.validFrom, validUntil: facts.validUntil };
  }

  #keep(path: string, result: PageResult): void {
    this.#forget(path);
    this.#results.set(path, result);
    for (const key of result.keys) {
      const pages = this.#dependants.get(key);
      if (pages) pages.add(path);
      else this.#dependants.set(key, new Set([path]));
    }
  }

  #forget(path: string): void {
    for (const key of this.#results.get(path)?.keys ?? []) {
      const pages = this.#dependants.get(key);
      if (pages?.delete(path) === true && pages.size === 0) this.#dependants.delete(key);
    }
    this.#results.delete(path);
  }

  async #checkWiki(snapshot: Snapshot, lens: Lens, run: Run): Promise<readonly DetectedFinding[]> {
    const facts = createWikiFacts(snapshot, lens, { ...this.#versions }, this.#memos, run);
    const verdicts: RuleReports[] = [];
    for (const rule of this.#wikiRules) {
      throwIfCancelled(run);
      for (const setting of this.#settings.forWiki(rule)) {
        const drafts = await rule.check(facts, setting);
        if (drafts.length > 0) verdicts.push({ rule, setting, reports: drafts });
      }
      await run.yieldToHost();
    }
    this.#memos.dropUnused();
    return buildFindings(verdicts, 'KNOWLEDGE.md', snapshot);
  }
}

const NO_FINDINGS: readonly DetectedFinding[] = [];
