import { type Run, type Workbench } from '../../workbench';
import { type ControllerEvent } from '../controller';
import { followWidth, ViewContent, workbenchOrNote } from '../ui';

/**
 * A view that is drawn from one reading of the wiki. What happens while it reads leads to one more reading, whatever the number of events, and
 * what happens while its tab is hidden is read when the tab is shown.
 */
export abstract class PictureContent<T> extends ViewContent {
  /** What was read last; `null` before, and while no wiki is open. */
  protected found: T | null = null;
  /** What changes the picture, besides another wiki. */
  protected abstract readonly events: readonly ControllerEvent[];
  /** Of the element of the view. */
  protected abstract readonly cls: string;
  #reading: AbortController | null = null;
  #isOutdated = false;

  protected abstract read(workbench: Workbench, run: Run): Promise<T>;

  /** Draws {@link found}. */
  protected abstract draw(): void;

  /** The view is wider or narrower. */
  protected resized(): void {
    if (this.found !== null) this.draw();
  }

  override async open(): Promise<void> {
    const { contentEl } = this.view;
    contentEl.addClass('living-wiki-panel', this.cls);
    this.register(this.controller.on('state', () => void this.#readFrom(true)));
    for (const event of this.events) this.register(this.controller.on(event, () => this.#update()));
    followWidth(this, contentEl, () => {
      if (this.#isOutdated) this.#update();
      this.resized();
    });
    await this.#readFrom(false);
  }

  override onunload(): void {
    this.#reading?.abort();
  }

  #update(): void {
    const isHidden = this.view.contentEl.clientWidth === 0;
    this.#isOutdated = isHidden || this.#reading !== null;
    if (!this.#isOutdated) void this.#readFrom(false);
  }

  #finish(): void {
    this.#reading = null;
    if (this.#isOutdated) this.#update();
  }

  /** @param isOther another wiki may be open: what is read of the last one is of no use */
  async #readFrom(isOther: boolean): Promise<void> {
    this.#reading?.abort();
    this.#isOutdated = false;
    const workbench = workbenchOrNote(this.controller, this.view.contentEl);
    this.#reading = null;
    if (workbench === null || isOther) this.found = null;
    if (workbench === null) return;
    const reading = (this.#reading = new AbortController());
    const { signal } = reading;
    try {
      const run = this.controller.backgroundRun(signal);
      const found = await this.read(workbench, run);
      await run.yieldToHost();
      if (signal.aborted) return;
      this.found = found;
      this.draw();
    } catch (error) {
      if (!signal.aborted) this.controller.showError(error);
    }
    if (this.#reading === reading) this.#finish();
  }
}
