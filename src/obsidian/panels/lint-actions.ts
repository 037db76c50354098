import { Menu, Notice } from 'obsidian';
import {
  findPage,
  type Finding,
  type IgnoreRequest,
  type Proposal,
  type Run,
  type SettledContradiction,
  type Workbench,
} from '../../workbench';
import { propose } from '../actions/propose';
import { type WikiController } from '../controller';
import { coreText, panels as words, units } from '../locale';
import { menuPosition } from '../ui';
import { IgnoreModal } from './ignore-modal';
import { type RowActions } from './lint-rows';
import { SettleModal } from './settle-modal';
import { openManifest } from './open-manifest';
import { canIgnore, quickFixOf, vaultPath } from './view-model/lint';

const t = words.lint;

/** What the lint panel can do about problems. Whatever changes the wiki opens in review. */
export class LintActions implements RowActions {
  readonly #controller: WikiController;

  constructor(controller: WikiController) {
    this.#controller = controller;
  }

  open({ path, line, column }: Finding): void {
    const { state, navigator } = this.#controller;
    if (path.startsWith('../') && state.kind === 'ready') openManifest(this.#controller, vaultPath(state.root, path));
    else if (this.#isSource(path)) this.#controller.attempt(() => navigator.openSource(path));
    else this.#controller.attempt(() => navigator.openPage(path, { line, column }));
  }

  /** Whether a path is in the folder of sources, where the file may be missing. */
  #isSource(path: string): boolean {
    const { state } = this.#controller;
    return state.kind === 'ready' && path.startsWith(`${state.workbench.snapshot.layout.sources}/`);
  }

  applyQuickFix(finding: Finding, from: HTMLElement): void {
    const fix = quickFixOf(finding);
    switch (fix.kind) {
      case 'fix':
        this.fix([finding]);
        return;
      case 'choose': {
        const [only, ...others] = fix.targets;
        if (only !== undefined && others.length === 0) this.#linkTo(finding, only);
        else this.#targetMenu(finding).showAtPosition(menuPosition(from), from.ownerDocument);
        return;
      }
      case 'settle':
        this.#controller.attempt(() => this.#settle(finding, fix.slug));
        return;
      case 'ingest':
        this.#controller.attempt(() => this.#controller.ingest([fix.source]));
        return;
      case 'confirm':
        this.#controller.attempt(() => this.#controller.navigator.reviewRules());
        return;
      case 'expired':
        this.#controller.attempt(async () => (await import('../actions')).openExpired(this.#controller));
        return;
      case 'none':
        this.open(finding);
    }
  }

  menu(finding: Finding, from: HTMLElement): void {
    const menu = this.#targetMenu(finding);
    const ignore = (): void => this.ignore(finding);
    if (finding.code === 'contradiction_unresolved') {
      const deliberate = (): void => this.#deliberate(finding);
      menu.addItem((item) => item.setTitle(units.command).setIcon('users').onClick(deliberate));
    }
    if (canIgnore(finding)) menu.addItem((item) => item.setTitle(t.ignore).setIcon('eye-off').onClick(ignore));
    const copy = (): void =>
      this.#controller.attempt(() => from.win.navigator.clipboard.writeText(coreText(finding.message)));
    menu.addItem((item) => item.setTitle(t.copy).setIcon('copy').onClick(copy));
    menu.showAtPosition(menuPosition(from), from.ownerDocument);
  }

  /** Which of two pages is right, asked of several models. */
  #deliberate({ path, message }: Finding): void {
    const { state } = this.#controller;
    const page = state.kind === 'ready' ? state.workbench.snapshot.pages.get(path) : undefined;
    const texts = page === undefined ? [] : [page.slug, ...page.contradicts];
    const question = page === undefined ? coreText(message) : units.whichIsRight(page.title);
    this.#controller.attempt(async () =>
      (await import('../actions')).openDeliberate(this.#controller, { question, texts }),
    );
  }

  ignore(finding: Finding): void {
    if (!canIgnore(finding)) {
      new Notice(t.trust.binding);
      return;
    }
    const ignore = (request: IgnoreRequest): void =>
      this.#propose(t.ignoring, (run, wiki) => wiki.proposeIgnore(request, run));
    this.#controller.openModal(new IgnoreModal(this.#controller.app, finding, ignore));
  }

  fix(findings: readonly Finding[] | 'safe'): void {
    const { lens } = this.#controller;
    const request = { findings, ...(lens !== undefined && { lens }) };
    this.#propose(t.fixing, (run, wiki) => wiki.proposeFixes(request, run));
  }

  /** Opens the manifest, which says which problems are ignored, and why. */
  manifest(): void {
    this.#controller.attempt(() => this.#controller.navigator.openPage('KNOWLEDGE.md'));
  }

  lintNow(): void {
    this.#controller.attempt(() => this.#controller.lintNow());
  }

  /** A menu with the names that a link may have meant. */
  #targetMenu(finding: Finding): Menu {
    const menu = new Menu();
    for (const target of finding.suggestions) {
      const link = (): void => this.#linkTo(finding, target);
      menu.addItem((item) => item.setTitle(t.linkTo(target)).setIcon('link').onClick(link));
    }
    return menu;
  }

  #linkTo(finding: Finding, target: string): void {
    this.#propose(t.fixing, (run, wiki) => wiki.proposeFix(finding, target, this.#controller.lens, run));
  }

  /** Shows both statements of a contradiction, and proposes what the person decides. */
  async #settle(finding: Finding, slug: string): Promise<void> {
    const controller = this.#controller;
    const { state } = controller;
    if (state.kind !== 'ready') return;
    const { workbench } = state;
    const other = findPage(workbench.snapshot, slug)?.path;
    const all = await workbench.contradictions(controller.backgroundRun());
    const found = all.filter(({ declaredBy }) => declaredBy.includes(finding.path) && declaredBy.includes(other ?? ''));
    const compare = (): void => controller.attempt(() => this.#compare(finding, slug));
    if (found.length === 0) {
      compare();
      return;
    }
    const settle = (id: string, answer: SettledContradiction): void =>
      controller.attempt(() =>
        propose(controller, t.settle.preparing, t.settle.nothing, (run, wiki) =>
          wiki.proposeSettlement(id, answer, run),
        ),
      );
    controller.openModal(new SettleModal(controller, found, settle, compare));
  }

  /** Opens two pages that contradict each other side by side. */
  async #compare(finding: Finding, slug: string): Promise<void> {
    const { navigator, state } = this.#controller;
    const other = state.kind === 'ready' ? state.workbench.snapshot.pageBySlug(slug) : undefined;
    await navigator.openPage(finding.path, { line: finding.line });
    if (other !== undefined) await navigator.openPage(other.path, { pane: 'split' });
  }

  #propose(title: string, make: (run: Run, wiki: Workbench) => Promise<Proposal | null>): void {
    this.#controller.attempt(() => propose(this.#controller, title, t.fixed, make));
  }
}
