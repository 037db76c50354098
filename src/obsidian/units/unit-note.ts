import { MarkdownRenderChild, type MarkdownPostProcessorContext } from 'obsidian';
import { isMapping } from '../../base';
import { EVIDENCE_NOT_PROOF, pageBody, readUnit, type UnitDetails } from '../../workbench';
import { type WikiController } from '../controller';
import { units } from '../locale';
import { addButton } from '../ui';
import { UnitView, type UnitViewActions } from './unit-view';

const t = units.unit;

/** Text of the page that the drawing stands for. */
const TOLD = 'living-wiki-unit-told';
/** On the note: its text is shown, too. */
const AS_TEXT = 'living-wiki-unit-as-text';

/** The unit that a note shows, by its properties. @param path in the vault */
export function unitIn(controller: WikiController, path: string): string | null {
  const { state } = controller;
  const own = controller.toWikiPath(path);
  if (state.kind !== 'ready' || own === null) return null;
  const metadata = state.workbench.snapshot.pages.get(own)?.data.metadata;
  const unit = isMapping(metadata) ? metadata['knowledge-unit'] : null;
  return isMapping(unit) && typeof unit.id === 'string' ? unit.id : null;
}

interface NoteUnit {
  readonly shown: UnitDetails;
  /** Whether the page says what the unit says and nothing else, so that the drawing can stand for all of it. */
  readonly isWhole: boolean;
}

/** What the blocks of one note have in common, by its page: each block is drawn by itself. */
const notes = new WeakMap<object, Promise<NoteUnit | null>>();

/** Draws the unit of a note in reading view, in place of the text that says the same. @param el a block of the note, or all of it */
export async function drawUnitNote(
  controller: WikiController,
  el: HTMLElement,
  ctx: Pick<MarkdownPostProcessorContext, 'sourcePath' | 'addChild'>,
  again: UnitViewActions['again'],
): Promise<void> {
  const note = await noteUnit(controller, ctx.sourcePath);
  // A block that was rendered again while the unit was read has been drawn already.
  if (note === null || el.querySelector('.living-wiki-unit-note') !== null) return;
  const first = introductionIn(el);
  // The title is the page's own.
  if (note.isWhole) for (const block of Array.from(el.children)) if (block.tagName !== 'H1') block.addClass(TOLD);
  if (first === null) return;
  const box = createDiv({ cls: 'living-wiki-unit living-wiki-unit-note' });
  first.before(box);
  ctx.addChild(new UnitInNote(box, controller, note, again));
}

function noteUnit(controller: WikiController, sourcePath: string): Promise<NoteUnit | null> {
  const { state } = controller;
  const path = controller.toWikiPath(sourcePath);
  const page = state.kind === 'ready' && path !== null ? state.workbench.snapshot.pages.get(path) : undefined;
  const id = unitIn(controller, sourcePath);
  if (page === undefined || id === null || state.kind !== 'ready') return Promise.resolve(null);
  const { workbench } = state;
  const read = async (): Promise<NoteUnit | null> => {
    const shown = await readUnit(workbench, id, controller.backgroundRun());
    const body = withoutTitle(((await workbench.snapshot.text(page.path)) ?? '').slice(page.bodyStart));
    return { shown, isWhole: shown.bundle !== null && body === pageBody(shown.bundle).trim() };
  };
  // The record of the page is not in this wiki, or is broken: its text is shown as it is.
  const known = notes.get(page) ?? read().catch(() => null);
  notes.set(page, known);
  // The next note that is opened reads again: a source may have changed.
  void known.finally(() => window.setTimeout(() => notes.delete(page), 1_000));
  return known;
}

const withoutTitle = (body: string): string =>
  body
    .trim()
    .replace(/^# [^\n]*\n/, '')
    .trim();

/** The paragraph that a unit's page begins with. */
const introductionIn = (el: HTMLElement): Element | null =>
  Array.from(el.children).find(
    (each) =>
      each.tagName === 'P' && each.querySelector('strong') !== null && each.textContent.includes(EVIDENCE_NOT_PROOF),
  ) ?? null;

class UnitInNote extends MarkdownRenderChild {
  readonly #controller: WikiController;
  readonly #note: NoteUnit;
  readonly #again: UnitViewActions['again'];
  #view: UnitView | null = null;
  /** What was drawn of where the unit stands. */
  #drawn = '';

  constructor(el: HTMLElement, controller: WikiController, note: NoteUnit, again: UnitViewActions['again']) {
    super(el);
    this.#controller = controller;
    this.#note = note;
    this.#again = again;
  }

  override onload(): void {
    this.#draw(this.#note.shown);
    // A source may change, or another unit replace this one, while the note is open.
    for (const event of ['wiki', 'sources'] as const)
      this.register(this.#controller.on(event, () => this.#controller.attempt(() => this.#look())));
  }

  override onunload(): void {
    this.#view?.stop();
  }

  async #look(): Promise<void> {
    const { state } = this.#controller;
    if (state.kind !== 'ready') return;
    const { id } = this.#note.shown.unit;
    const shown = await readUnit(state.workbench, id, this.#controller.backgroundRun()).catch(() => null);
    if (shown !== null && this.containerEl.isConnected && JSON.stringify(shown.state) !== this.#drawn)
      this.#draw(shown);
  }

  #draw(shown: UnitDetails): void {
    const el = this.containerEl;
    this.#view?.stop();
    el.empty();
    this.#drawn = JSON.stringify(shown.state);
    this.#view = new UnitView(el, this.#controller, shown.unit.id, { again: this.#again, leave: () => undefined });
    this.#view.draw(shown);
    if (!this.#note.isWhole) return;
    const button = addButton(el, { text: t.asText, cls: 'living-wiki-small-button' }, () => {
      const view = el.closest('.markdown-preview-view') ?? el.parentElement;
      const isText = view?.hasClass(AS_TEXT) ?? false;
      view?.toggleClass(AS_TEXT, !isText);
      button.setText(isText ? t.asText : t.hideText);
    });
  }
}
