import type { Clock } from '../base';
import { throwIfCancelled } from '../base';
import type { Run } from '../base';
import type { Page, Snapshot } from '../wiki';
import type { Lens } from '../workspace';
import { followChanges, meetPages, noTables } from './changes';
import type { Tables } from './changes';
import { NotingFacts } from './facts';
import { settle } from './judge';
import type { Judged, Verdict } from './judge';
import type { AnyRule, PageRule, WikiRule } from './rule';
import { createSettings } from './settings';
import type { Settings } from './settings';
import { createWikiFacts, Memos } from './wiki-facts';

/** Pages that are checked between two breaths. */
const batch = 8;

interface PageResult {
  readonly judged: readonly Judged[];
  readonly keys: ReadonlySet<string>;
  /** The result holds at times in `[from, until)`, milliseconds since the epoch. */
  readonly from: number;
  readonly until: number;
}

/**
 * What the engine remembers of one wiki under one lens: the result of every page with the facts that it rests on.
 * {@link Memory.pass} brings it to the next snapshot. A pass that is cancelled leaves the rest marked for the next one.
 */
export class Memory {
  readonly #settings: Settings;
  readonly #pageRules: readonly PageRule[];
  readonly #wikiRules: readonly WikiRule[];
  #tables: Tables = noTables();
  readonly #results = new Map<string, PageResult>();
  readonly #dependants = new Map<string, Set<string>>();
  readonly #pending = new Set<string>();
  readonly #memos = new Memos();
  #snapshot: Snapshot | null = null;
  #versions = { index: 0, names: 0 };

  constructor(rules: readonly AnyRule[], lens: Lens) {
    this.#settings = createSettings(lens.effective);
    this.#pageRules = rules.filter((rule) => rule.about === 'page');
    this.#wikiRules = rules.filter((rule) => rule.about === 'wiki');
  }

  /** All findings of `snapshot`, not sorted across files. */
  async pass(snapshot: Snapshot, lens: Lens, clock: Clock, run: Run): Promise<readonly Judged[]> {
    await this.#follow(snapshot, clock.now(), run);
    await this.#checkPending(snapshot, lens, clock, run);
    const judged = [...this.#results.values()].flatMap((result) => result.judged);
    return judged.concat(await this.#checkWiki(snapshot, lens, run));
  }

  async #follow(snapshot: Snapshot, now: number, run: Run): Promise<void> {
    const [tables, affected] =
      this.#snapshot === null
        ? await meetPages(snapshot, run)
        : ([this.#tables, followChanges(this.#snapshot, snapshot, this.#tables)] as const);
    this.#tables = tables;
    this.#snapshot = snapshot;
    if (affected.index) this.#versions.index++;
    if (affected.named) this.#versions.names++;
    for (const path of affected.pages) this.#pending.add(path);
    for (const key of affected.keys) for (const path of this.#dependants.get(key) ?? []) this.#pending.add(path);
    for (const [path, { from, until }] of this.#results) if (now < from || now >= until) this.#pending.add(path);
  }

  async #checkPending(snapshot: Snapshot, lens: Lens, clock: Clock, run: Run): Promise<void> {
    const paths = [...this.#pending];
    const ground = { snapshot, manifest: lens.effective, clock, tables: this.#tables };
    for (let at = 0; at < paths.length; at += batch) {
      throwIfCancelled(run);
      await Promise.all(
        paths.slice(at, at + batch).map(async (path) => {
          const page = snapshot.pages.get(path);
          if (page === undefined) this.#forget(path);
          else this.#keep(path, await this.#checkPage(new NotingFacts(page, ground), page, snapshot));
          this.#pending.delete(path);
        }),
      );
      run.progress({ stage: 'Checking pages', done: Math.min(at + batch, paths.length), total: paths.length });
      await run.breathe();
    }
  }

  async #checkPage(facts: NotingFacts, page: Page, snapshot: Snapshot): Promise<PageResult> {
    const verdicts: Verdict[] = [];
    for (const rule of this.#pageRules) {
      if (rule.curatedOnly && page.schema === null) continue;
      for (const setting of this.#settings.forType(rule, facts.type)) {
        const said = rule.check(facts, setting);
        const drafts = said instanceof Promise ? await said : said;
        if (drafts.length > 0) verdicts.push({ rule, setting, drafts });
      }
    }
    const judged = verdicts.length === 0 ? none : await settle(verdicts, page.path, snapshot);
    return { judged, keys: facts.keys, from: facts.from, until: facts.until };
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

  async #checkWiki(snapshot: Snapshot, lens: Lens, run: Run): Promise<readonly Judged[]> {
    const facts = createWikiFacts(snapshot, lens, { ...this.#versions }, this.#memos, run);
    const verdicts: Verdict[] = [];
    for (const rule of this.#wikiRules) {
      throwIfCancelled(run);
      for (const setting of this.#settings.forWiki(rule)) {
        const drafts = await rule.check(facts, setting);
        if (drafts.length > 0) verdicts.push({ rule, setting, drafts });
      }
      await run.breathe();
    }
    this.#memos.endPass();
    return settle(verdicts, 'KNOWLEDGE.md', snapshot);
  }
}

const none: readonly Judged[] = [];
