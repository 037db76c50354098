import { type Run, type SourceCoverage, type Workbench } from '../../workbench';
import { type WikiController } from '../controller';
import { plan } from '../locale';
import { WikiModal } from '../ui';
import { drawPassages } from './draw-passages';

const words = plan.coverage;

/** Every passage of a source that no page uses, with its reason, and one step to use it. */
export class CoverageModal extends WikiModal<SourceCoverage | null> {
  readonly #path: string;

  /** @param path of the source, relative to the wiki's root */
  constructor(controller: WikiController, path: string) {
    const title = words.of(path.replace(/^.*\//, ''));
    super(controller, { cls: 'living-wiki-coverage-modal', title, loading: words.loading });
    this.#path = path;
  }

  protected override read(workbench: Workbench, run: Run): Promise<SourceCoverage | null> {
    return workbench.coverage(this.#path, run);
  }

  protected override draw(found: SourceCoverage | null): void {
    const { contentEl, controller } = this;
    if (found === null) contentEl.createEl('p', { text: words.unknown });
    else drawPassages(contentEl, { controller, path: this.#path, found, leave: () => this.close() });
  }
}
