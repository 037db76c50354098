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

export interface NoteUnit {
  /** Of the file. */
  readonly text: string;
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
  const toggle = (): void => {
    const view = box.closest('.markdown-preview-view') ?? box.parentElement;
    view?.toggleClass(AS_TEXT, !view.hasClass(AS_TEXT));
  };
  ctx.addChild(new UnitInNote(box, controller, note, { again, isText: false, toggle }));
}

/** The unit that a note shows. @param sourcePath in the vault */
export function noteUnit(controller: WikiController, sourcePath: string): Promise<NoteUnit | null> {
  const { state } = controller;
  const path = controller.toWikiPath(sourcePath);
  const page = state.kind === 'ready' && path !== null ? state.workbench.snapshot.pages.get(path) : undefined;
  const id = unitIn(controller, sourcePath);
  if (page === undefined || id === null || state.kind !== 'ready') return Promise.resolve(null);
  const { workbench } = state;
  const read = async (): Promise<NoteUnit | null> => {
    const shown = await readUnit(workbench, id, controller.backgroundRun());
    const text = (await workbench.snapshot.text(page.path)) ?? '';
    const body = withoutTitle(text.slice(page.bodyStart));
    return { text, shown, isWhole: shown.bundle !== null && body === pageBody(shown.bundle).trim() };
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

/** What the drawing of a unit in a note leads to. */
interface NoteActions {
  readonly again: UnitViewActions['again'];
  /** Whether the text that the drawing stands for is shown, too. */
  readonly isText: boolean;
  readonly toggle: (el: HTMLElement) => void;
}

/** The unit of a note, drawn anew when it or its sources change. */
export class UnitInNote extends MarkdownRenderChild {
  readonly #controller: WikiController;
  readonly #note: NoteUnit;
  readonly #actions: NoteActions;
  #isText: boolean;
  #view: UnitView | null = null;

  constructor(el: HTMLElement, controller: WikiController, note: NoteUnit, actions: NoteActions) {
    super(el);
    this.#controller = controller;
    this.#note = note;
    this.#actions = actions;
    this.#isText = actions.isText;
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
    const shown = (await this.#view?.changed()) ?? null;
    if (shown !== null && this.containerEl.isConnected) this.#draw(shown);
  }

  #draw(shown: UnitDetails): void {
    const el = this.containerEl;
    this.#view?.stop();
    el.empty();
    this.#view = new UnitView(el, this.#controller, shown.unit.id, {
      again: this.#actions.again,
      leave: () => undefined,
    });
    this.#view.draw(shown);
    if (!this.#note.isWhole) return;
    const text = this.#isText ? t.hideText : t.asText;
    const button = addButton(el, { text, cls: 'living-wiki-small-button' }, () => {
      this.#isText = !this.#isText;
      button.setText(this.#isText ? t.hideText : t.asText);
      this.#actions.toggle(el);
    });
  }
}
