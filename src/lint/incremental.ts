import { checkpoint, type Run } from '../base';
import { type Page, type Snapshot } from '../wiki';
import { type Lens } from '../workspace';
import { Dependants } from './dependants';
import { TrackedFacts, type PassContext } from './facts';
import { buildFindings, type DetectedFinding, type RuleReports } from './findings';
import { buildTables, emptyTables, updateTables, type LookupTables } from './invalidation';
import { ALL_RULES } from './rules/all';
import { unlinkedMention } from './rules/unlinked-mention';
import { changedNameKeys, type KeyFilter, type MentionFinder } from './mentions';
import { createRuleSettings, lintsOf, type RuleSettings } from './settings';
import { SourceWords } from './source-words';
import { type LintOptions, type LintSurroundings } from './types';
import { createWikiFacts, MemoCache } from './wiki-facts';

/** Pages to check before yielding to the host. */
const BATCH_SIZE = 8;

/** Loads what finds names in prose, when a lint asks for it. */
export type MentionLoader = () => Promise<MentionFinder>;

const NO_SURROUNDINGS: LintSurroundings = { lenses: [], changes: [] };

interface PageResult {
  readonly findings: readonly DetectedFinding[];
  readonly keys: readonly string[];
  /** The result is valid in `[validFrom, validUntil)`, milliseconds since the epoch. */
  readonly validFrom: number;
  readonly validUntil: number;
  /** See `TrackedFacts`. */
  readonly words: KeyFilter | null;
}

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

  constructor(lens: Lens, loadMentions: MentionLoader | null) {
    this.#settings = createRuleSettings(lens.effective);
    this.#loadMentions = lintsOf(unlinkedMention, lens.effective).length > 0 ? loadMentions : null;
  }

  /** All findings of `snapshot`, not sorted across files. */
  async check(snapshot: Snapshot, lens: Lens, options: LintOptions): Promise<readonly DetectedFinding[]> {
    const { clock, run } = options;
    this.#mentions ??= (await this.#loadMentions?.()) ?? null;
    await this.#invalidate(snapshot, clock.now(), run);
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

  async #invalidate(snapshot: Snapshot, now: number, run: Run): Promise<void> {
    this.#invalidateMentions(snapshot);
    const [tables, invalidation] =
      this.#snapshot === null
        ? await buildTables(snapshot, run)
        : ([this.#tables, updateTables(this.#snapshot, snapshot, this.#tables)] as const);
    this.#tables = tables;
    this.#snapshot = snapshot;
    if (invalidation.indexChanged) this.#versions.index++;
    if (invalidation.namesChanged) this.#versions.names++;
    for (const path of invalidation.pages) this.#pending.add(path);
    for (const key of invalidation.keys) for (const path of this.#dependants.of(key)) this.#pending.add(path);
    for (const [path, { validFrom, validUntil }] of this.#results) {
      if (now < validFrom || now >= validUntil) this.#pending.add(path);
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
    this.#results.set(path, result);
    for (const key of result.keys) this.#dependants.add(key, path);
  }

  #drop(path: string): void {
    for (const key of this.#results.get(path)?.keys ?? []) this.#dependants.delete(key, path);
    this.#results.delete(path);
  }

  async #checkWiki(
    snapshot: Snapshot,
    lens: Lens,
    { run, surroundings }: LintOptions,
  ): Promise<readonly DetectedFinding[]> {
    const subject = { snapshot, lens, surroundings: surroundings ?? NO_SURROUNDINGS };
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
