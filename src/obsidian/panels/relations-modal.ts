import { type PageRelations, type RelatedPage, type Run, type Workbench } from '../../workbench';
import { type WikiController } from '../controller';
import { evidence } from '../locale';
import { addButton, drawLimited, WikiModal } from '../ui';

const words = evidence.relations;

/** Rows of a list, at first. */
const MOST = 200;

/** What links to a page or source, what rests on it, and on what it rests. */
export class RelationsModal extends WikiModal<PageRelations | null> {
  readonly #path: string;
  readonly #isSource: boolean;

  /** @param path wiki-relative */
  constructor(controller: WikiController, path: string, title: string, isSource: boolean) {
    super(controller, { cls: 'living-wiki-relations', title: words.title(title), loading: words.loading });
    this.#path = path;
    this.#isSource = isSource;
  }

  protected override read(workbench: Workbench, run: Run): Promise<PageRelations | null> {
    return workbench.pageRelations(this.#path, run);
  }

  protected override draw(found: PageRelations | null): void {
    if (found === null) {
      this.contentEl.createEl('p', { text: words.gone });
      return;
    }
    if (this.#isSource) {
      this.#drawList(words.rests, found.rests, words.noRests, words.sentences);
      return;
    }
    this.#drawList(words.links, found.links, words.noLinks, words.linkCount);
    if (found.declared.length > 0) this.#drawList(words.declared, found.declared, '', null);
    this.#drawList(words.sources, found.sources, words.noSources, words.sentences);
  }

  #drawList(
    title: string,
    pages: readonly RelatedPage[],
    none: string,
    countText: ((n: number) => string) | null,
  ): void {
    const section = this.contentEl.createEl('section');
    section.createEl('h3', { cls: 'living-wiki-group-title', text: `${title} (${pages.length})` });
    if (pages.length === 0) section.createDiv({ cls: 'living-wiki-muted', text: none });
    const list = section.createEl('ul', { cls: 'living-wiki-list', attr: { role: 'list' } });
    drawLimited(list, pages, MOST, (page) => {
      const item = list.createEl('li', { cls: 'living-wiki-related', attr: { dir: 'auto' } });
      addButton(item, { text: page.title, cls: 'living-wiki-button living-wiki-link' }, () => this.#open(page));
      if (countText !== null) item.createSpan({ cls: 'living-wiki-muted', text: ` ${countText(page.count)}` });
    });
  }

  #open({ path, line }: RelatedPage): void {
    const { state, navigator } = this.controller;
    this.close();
    const isSource = state.kind === 'ready' && state.workbench.snapshot.sources.has(path);
    this.controller.attempt(() =>
      isSource ? navigator.openSource(path) : navigator.openPage(path, line === null ? {} : { line }),
    );
  }
}
