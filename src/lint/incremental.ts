import { checkpoint, type Run } from '../base';
import { type Page, type Snapshot } from '../wiki';
import { type Lens } from '../workspace';
import { Dependants } from './dependants';
import { factKey } from './fact-keys';
import { TrackedFacts, type PassContext } from './facts';
import { buildFindings, type DetectedFinding, type RuleReports } from './findings';
import { buildTables, emptyTables, updateTables, type LookupTables } from './invalidation';
import { ALL_RULES } from './rules/all';
import { unlinkedMention } from './rules/unlinked-mention';
import { changedNameKeys, type MentionFinder } from './mentions';
import { createRuleSettings, lintsOf, type RuleSettings } from './settings';
import { SourceWords } from './source-words';
import { type PageResult } from './page-result';
import { type ResultStore } from './kept-results';
import { type LintOptions, type WikiLintInput } from './types';
import { createWikiFacts, MemoCache } from './wiki-facts';

/** Pages to check before yielding to the host. */
const BATCH_SIZE = 8;

/** Loads what finds names in prose, when a lint asks for it. */
export type MentionLoader = () => Promise<MentionFinder>;

const NO_SURROUNDINGS: WikiLintInput = { lenses: [], changes: [] };

/** Of fewer pages, it is quicker to see whether one asks for names than to read the names of all pages. */
const FEW_PAGES = 500;

const PAGE_RULES = ALL_RULES.filter((rule) => rule.scope === 'page');
const WIKI_RULES = ALL_RULES.filter((rule) => rule.scope === 'wiki');

/**
 * Lints one wiki under one lens, and remembers the result of every page with the facts that it depends on. When a pass is
 * cancelled, the next one checks the rest.
 */
export class IncrementalLinter {
  readonly #settings: RuleSettings;
  #tables: LookupTables = emptyTables();
  readonly #results = new Map<string, PageResult>();
  readonly #dependants = new Dependants();
  readonly #pending = new Set<string>();
  readonly #memos = new MemoCache();
  #snapshot: Snapshot | null = null;
  #versions = { index: 0, names: 0 };
  readonly #loadMentions: MentionLoader | null;
  #mentions: MentionFinder | null = null;
  readonly #kept: ResultStore | null;
  /** The results are not those that the store has. */
  #isUnsaved = false;
  /** The dependants of results from the store are found once they are needed. */
  #hasKeptDependants = true;

  /** @param store of the results of the wiki as it is on disk, under its own lens */
  constructor(lens: Lens, loadMentions: MentionLoader | null, store: ResultStore | null) {
    this.#settings = createRuleSettings(lens.effective);
    this.#loadMentions = lintsOf(unlinkedMention, lens.effective).length > 0 ? loadMentions : null;
    // Where pages are looked through for names of others, a result depends on all names.
    this.#kept = this.#loadMentions === null ? store : null;
  }

  /**
   * All findings of `snapshot`, not sorted across files.
   * @param fixed pages whose findings need their fixes
   */
  async check(
    snapshot: Snapshot,
    lens: Lens,
    options: LintOptions,
    fixed: ReadonlySet<string> = new Set(),
  ): Promise<readonly DetectedFinding[]> {
    const { clock, run } = options;
    this.#mentions ??= (await this.#loadMentions?.()) ?? null;
    if (this.#snapshot === null) await this.#restore(snapshot, lens, clock.now(), run);
    await this.#invalidate(snapshot, clock.now(), run);
    for (const path of fixed) if (this.#results.get(path)?.isKept === true) this.#pending.add(path);
    await this.#readNames(snapshot, run);
    await this.#checkPending(
      {
        ...{ snapshot, clock, manifest: lens.effective },
        ...{ tables: this.#tables, sourceWords: new SourceWords(), mentions: this.#mentions },
      },
      run,
    );
    const findings = [...this.#results.values()].flatMap((result) => result.findings);
    return findings.concat(await this.#checkWiki(snapshot, lens, options));
  }

  /** Keeps the results for the next run, where they are those of `snapshot`, the wiki as it is on disk. */
  async keep(snapshot: Snapshot, lens: Lens, { clock, run }: Pick<LintOptions, 'clock' | 'run'>): Promise<void> {
    if (this.#kept === null || this.#snapshot === null || !this.#isUnsaved) return;
    await this.#invalidate(snapshot, clock.now(), run);
    if (this.#pending.size > 0) return;
    const { saveResults } = await import('./kept-results');
    if (await saveResults(this.#kept, snapshot, lens, this.#results, clock, run)) this.#isUnsaved = false;
  }

  /** Takes over the results of the last run that still hold. */
  async #restore(snapshot: Snapshot, lens: Lens, now: number, run: Run): Promise<void> {
    const secret = this.#kept?.secret() ?? null;
    if (this.#kept === null || secret === null) return;
    const { loadResults, wikiParts } = await import('./kept-results');
    const kept = await loadResults(this.#kept, snapshot, lens, run);
    if (kept === null) return;
    const { findOutdated, isOutdated } = await import('./restore');
    const [tables] = await buildTables(snapshot, () => this.#snapshot?.pages.values() ?? [], run);
    for (const { result } of kept.pages) for (const target of targetsOf(result)) tables.names.expect(target);
    const outdated = findOutdated(kept, await wikiParts(snapshot, secret), snapshot, tables.names);
    const pending = new Set(snapshot.pages.keys());
    for (const page of kept.pages) {
      if (isOutdated(page, outdated, now)) continue;
      this.#results.set(page.path, page.result);
      pending.delete(page.path);
      for (const ref of sourcesOf(page.result)) tables.sourceRefs.add(ref);
    }
    for (const path of pending) this.#pending.add(path);
    [this.#tables, this.#snapshot, this.#hasKeptDependants] = [tables, snapshot, false];
  }

  /** Finding the nearest name takes all names. They are read in slices before a check that may ask for them. */
  async #readNames(snapshot: Snapshot, run: Run): Promise<void> {
    const { names } = this.#tables;
    if (!names.isUnread || this.#pending.size === 0) return;
    const isAsked = (path: string): boolean =>
      snapshot.pages.get(path)?.links.some((link) => snapshot.resolve(link, path).kind === 'missing') === true;
    if (this.#pending.size > FEW_PAGES || [...this.#pending].some(isAsked)) await names.read(() => checkpoint(run));
  }

  async #invalidate(snapshot: Snapshot, now: number, run: Run): Promise<void> {
    this.#invalidateMentions(snapshot);
    const [tables, invalidation] =
      this.#snapshot === null
        ? await buildTables(snapshot, () => this.#snapshot?.pages.values() ?? [], run)
        : ([this.#tables, updateTables(this.#snapshot, snapshot, this.#tables)] as const);
    this.#tables = tables;
    this.#snapshot = snapshot;
    if (invalidation.indexChanged) this.#versions.index++;
    if (invalidation.namesChanged) this.#versions.names++;
    for (const path of invalidation.pages) this.#pending.add(path);
    if (invalidation.keys.size > 0) this.#addKeptDependants();
    for (const key of invalidation.keys) for (const path of this.#dependants.of(key)) this.#pending.add(path);
    for (const [path, { validFrom, validUntil }] of this.#results) {
      if (now < validFrom || now >= validUntil) this.#pending.add(path);
    }
  }

  #addKeptDependants(): void {
    if (this.#hasKeptDependants) return;
    this.#hasKeptDependants = true;
    for (const [path, { isKept, keys }] of this.#results) {
      if (isKept === true) for (const key of keys) this.#dependants.add(key, path);
    }
  }

  /** Pages may mention a page that has another name now. */
  #invalidateMentions(snapshot: Snapshot): void {
    const [before, finder] = [this.#snapshot, this.#mentions];
    if (before === null || finder === null) return;
    const keys = new Set<string>();
    for (const path of snapshot.changedSince(before)) {
      for (const key of changedNameKeys(before.pages.get(path), snapshot.pages.get(path), finder)) keys.add(key);
    }
    if (keys.size === 0) return;
    for (const [path, { words }] of this.#results) {
      if (words !== null && [...keys].some((key) => words.mayHave(key))) this.#pending.add(path);
    }
  }

  async #checkPending(context: PassContext, run: Run): Promise<void> {
    const paths = [...this.#pending];
    const { snapshot } = context;
    for (let at = 0; at < paths.length; at += BATCH_SIZE) {
      await Promise.all(
        paths.slice(at, at + BATCH_SIZE).map(async (path) => {
          const page = snapshot.pages.get(path);
          if (page === undefined) this.#drop(path);
          else this.#store(path, await this.#checkPage(new TrackedFacts(page, context), page, snapshot));
          this.#pending.delete(path);
        }),
      );
      run.progress({ stage: 'Checking pages', done: Math.min(at + BATCH_SIZE, paths.length), total: paths.length });
      await checkpoint(run);
    }
  }

  async #checkPage(facts: TrackedFacts, page: Page, snapshot: Snapshot): Promise<PageResult> {
    const ruleReports: RuleReports[] = [];
    for (const rule of PAGE_RULES) {
      if (rule.curatedOnly && page.schema === null) continue;
      for (const setting of this.#settings.forType(rule, facts.type)) {
        const result = rule.check(facts, setting);
        // Most rules are synchronous: awaiting each would cost a microtask per page and rule.
        const reports = result instanceof Promise ? await result : result;
        if (reports.length > 0) ruleReports.push({ rule, setting, reports });
      }
    }
    const findings = ruleReports.length === 0 ? [] : await buildFindings(ruleReports, page.path, snapshot);
    const { keys, validFrom, validUntil, words } = facts;
    return { findings, keys: [...keys], validFrom, validUntil, words };
  }

  #store(path: string, result: PageResult): void {
    this.#drop(path);
    this.#isUnsaved = true;
    this.#results.set(path, result);
    for (const key of result.keys) this.#dependants.add(key, path);
  }

  #drop(path: string): void {
    for (const key of this.#results.get(path)?.keys ?? []) this.#dependants.delete(key, path);
    if (this.#results.delete(path)) this.#isUnsaved = true;
  }

  async #checkWiki(
    snapshot: Snapshot,
    lens: Lens,
    { run, surroundings, clock }: LintOptions,
  ): Promise<readonly DetectedFinding[]> {
    const subject = { snapshot, lens, surroundings: surroundings ?? NO_SURROUNDINGS, now: clock.now() };
    const facts = createWikiFacts(subject, { ...this.#versions }, this.#memos, run);
    const ruleReports: RuleReports[] = [];
    for (const rule of WIKI_RULES) {
      for (const setting of this.#settings.forWiki(rule)) {
        const reports = await rule.check(facts, setting);
        if (reports.length > 0) ruleReports.push({ rule, setting, reports });
      }
      await checkpoint(run);
    }
    this.#memos.dropUnused();
    return buildFindings(ruleReports, 'KNOWLEDGE.md', snapshot);
  }
}

/** The links of a result that lead nowhere, and the sources that it looked up. */
const targetsOf = (result: PageResult): readonly string[] => afterPrefix(result.keys, factKey.nearest(''));
const sourcesOf = (result: PageResult): readonly string[] => afterPrefix(result.keys, factKey.source(''));

function afterPrefix(keys: readonly string[], prefix: string): readonly string[] {
  return keys.flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
}
