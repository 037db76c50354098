import { Menu, Notice } from 'obsidian';
import { type Finding, type IgnoreRequest, type Proposal, type Run, type Workbench } from '../../workbench';
import { type WikiController } from '../controller/types';
import { panels as words } from '../locale';
import { IgnoreModal } from './ignore-modal';
import { quickFixOf, vaultPath } from './view-model/lint';
import { type RowActions } from './lint-rows';
import { menuPosition, openManifest } from './parts';

const t = words.lint;

/** What the lint panel does about findings. Whatever changes the wiki opens in review. */
export class LintActions implements RowActions {
  readonly #controller: WikiController;

  constructor(controller: WikiController) {
    this.#controller = controller;
  }

  open({ path, line, column }: Finding): void {
    const { state } = this.#controller;
    if (path.startsWith('../') && state.kind === 'ready') {
      openManifest(this.#controller, vaultPath(state.root, path));
      return;
    }
    const isSource = path.startsWith('sources/');
    this.#attempt(
      isSource
        ? this.#controller.navigator.openSource(path)
        : this.#controller.navigator.openPage(path, { line, column }),
    );
  }

  applyQuickFix(finding: Finding, from: HTMLElement): void {
    const mend = quickFixOf(finding);
    switch (mend.kind) {
      case 'fix':
        this.fix([finding]);
        return;
      case 'choose': {
        const [only, ...others] = mend.targets;
        if (only !== undefined && others.length === 0) this.#point(finding, only);
        else this.#targets(new Menu(), finding).showAtPosition(menuPosition(from), from.ownerDocument);
        return;
      }
      case 'compare':
        this.#attempt(this.#compare(finding, mend.slug));
        return;
      case 'ingest':
        this.#attempt(this.#controller.ingest([mend.source]));
        return;
      case 'none':
        this.open(finding);
    }
  }

  menu(finding: Finding, from: HTMLElement): void {
    const menu = this.#targets(new Menu(), finding);
    const ignore = (): void => this.ignore(finding);
    menu.addItem((item) => item.setTitle(t.ignore).setIcon('eye-off').onClick(ignore));
    const copy = (): void => this.#attempt(from.win.navigator.clipboard.writeText(finding.message));
    menu.addItem((item) => item.setTitle(t.copy).setIcon('copy').onClick(copy));
    menu.showAtPosition(menuPosition(from), from.ownerDocument);
  }

  ignore(finding: Finding): void {
    const propose = (request: IgnoreRequest): void =>
      this.#propose(t.ignoring, (run, wiki) => wiki.proposeIgnore(request, run));
    this.#controller.openModal(new IgnoreModal(this.#controller.app, finding, propose));
  }

  fix(findings: readonly Finding[] | 'safe'): void {
    const { lens } = this.#controller;
    const request = { findings, ...(lens !== undefined && { lens }) };
    this.#propose(t.fixing, (run, wiki) => wiki.proposeFixes(request, run));
  }

  /** Opens what says which findings are ignored, and why. */
  manifest(): void {
    this.#attempt(this.#controller.navigator.openPage('KNOWLEDGE.md'));
  }

  lintNow(): void {
    this.#attempt(this.#controller.lintNow());
  }

  /** The names that a link may have meant, to choose from. */
  #targets(menu: Menu, finding: Finding): Menu {
    for (const target of finding.suggestions) {
      const point = (): void => this.#point(finding, target);
      menu.addItem((item) => item.setTitle(t.linkTo(target)).setIcon('link').onClick(point));
    }
    return menu;
  }

  #point(finding: Finding, target: string): void {
    this.#propose(t.fixing, (run, wiki) => wiki.proposeFix(finding, target, this.#controller.lens, run));
  }

  /** Two pages that disagree, beside each other. */
  async #compare(finding: Finding, slug: string): Promise<void> {
    const { app, state } = this.#controller;
    const other = state.kind === 'ready' ? state.workbench.snapshot.pageBySlug(slug) : undefined;
    await this.#controller.navigator.openPage(finding.path, { line: finding.line });
    if (other !== undefined) await app.workspace.openLinkText(this.#controller.toVaultPath(other.path), '', 'split');
  }

  #propose(title: string, make: (run: Run, wiki: Workbench) => Promise<Proposal | null>): void {
    const propose = async (): Promise<void> => {
      const made = await this.#controller.runWikiJob(title, async (run, wiki) => ({ proposal: await make(run, wiki) }));
      if (made === null) return;
      if (made.proposal === null) new Notice(t.fixed);
      else await this.#controller.navigator.openReview(made.proposal.id);
    };
    this.#attempt(propose());
  }

  #attempt(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#controller.showError(error));
  }
}
