import { Platform } from 'obsidian';
import { readIngestFacts, type GeneratedFile, type ReviewFile } from '../../../workbench';
import { review as words } from '../../locale';
import { headlineOf } from '../view-model/headline';
import { outsideBacklinks } from '../view-model/outside-links';
import { isOfProperties, readingOrder } from '../view-model/reading';
import { pageParts, type PagePart } from '../view-model/rendered';
import { HunkCard } from './card';
import { drawConflict } from './conflict';
import { type HunkPlace, type ReviewContext } from './context';
import { drawFactList } from './evidence';
import { drawComparison } from './lines';
import { drawParts } from './markdown';
import { withoutNotes } from '../view-model/without-notes';
import { drawSourceDifference } from './source-difference';
import { drawPlan } from '../../plan';
import { addButton, DrawQueue } from '../../ui';

/** Notes that say in short what the plan shows. */
const PLAN_NOTE =
  /^(?:\d+ of \d+ (?:units|passages) used|(?:Makes|Creates|Composes|Rewrites|Adds to|Leaves for later) \d+ pages?\b|(?:Makes and c|C)hanges no page\.$)/;

/** Below this width the list of files is above the page, and styles.css draws one column. CSS pixels. */
const NARROW_WIDTH = 700;

/** One file of the review: its title, its conflict and its hunks. Drawn in slices, visible hunks first. */
export class FilePane {
  readonly #el: HTMLElement;
  readonly #context: ReviewContext;
  readonly #cards = new Map<string, HunkCard>();
  #file: ReviewFile | null = null;
  #headline: HTMLElement | null = null;
  /** Where other proposals that change the page are named. */
  #others: HTMLElement | null = null;
  /** Where the account of the page is, if there is no room beside it. */
  #accountSlot: HTMLElement | null = null;
  #queue: DrawQueue;
  /** `null` until somebody can see it. On a phone and in a narrow pane, the first change comes first. */
  #isPlanClosed: boolean | null = Platform.isPhone ? true : null;
  #stopMeasuring = (): void => undefined;

  constructor(el: HTMLElement, context: ReviewContext) {
    this.#el = el;
    this.#context = context;
    this.#queue = this.#createQueue();
  }

  get queue(): DrawQueue {
    return this.#queue;
  }

  get cards(): ReadonlyMap<string, HunkCard> {
    return this.#cards;
  }

  /** Removes everything that was drawn. */
  clear(): void {
    this.#stopMeasuring();
    this.#queue.stop();
    this.#queue = this.#createQueue();
    this.#cards.clear();
    this.#file = null;
    this.#headline = null;
    this.#others = null;
    this.#accountSlot = null;
    this.#context.resetOwner();
    this.#el.empty();
  }

  show(file: ReviewFile): void {
    this.clear();
    this.#file = file;
    const { files } = this.#context.review;
    if (files[0]?.path === file.path) {
      this.#drawPlan();
      this.#drawNotes();
    }
    this.#drawHead(file.edit.to === undefined ? file.path : `${file.edit.path} → ${file.edit.to}`);
    this.#drawHeadline();
    const { layout } = this.#context;
    this.#el.toggleClass('is-page', layout === 'page');
    if (layout === 'page' && file.kind !== 'deleted') this.#accountSlot = this.#el.createDiv();
    if (this.#context.isAsked && files[0]?.path === file.path)
      this.#el.createDiv({ cls: 'living-wiki-note', text: words.asked });
    if (file.rebased) this.#el.createDiv({ cls: 'living-wiki-note', text: words.movedMark });
    this.#drawOutside(file);
    if (file.conflict) drawConflict(this.#el, this.#context, file, file.conflict);
    const rendered = this.#isRendered;
    const places = new Map(this.#places(file).map((place) => [place.item.hunk.id, place]));
    for (const part of this.#parts(file)) {
      if (part.kind === 'context') {
        const text = withoutNotes(part.text, this.#context.footnotes(file));
        if (text === '') continue;
        const box = this.#el.createDiv({ cls: 'living-wiki-page-part' });
        this.#queue.add(box, () => drawParts(box, this.#context, text, file));
        continue;
      }
      const place = places.get(part.hunk);
      if (!place) continue;
      const card = new HunkCard(this.#el, this.#context, place, rendered ? part.pieces : null);
      this.#cards.set(card.id, card);
      this.#queue.add(card.el, () => card.fill());
    }
  }

  /** What the proposal makes of its source. Closed, it stays closed. */
  #drawPlan(): void {
    const { controller, review } = this.#context;
    if (review.proposal.state !== 'waiting') return;
    const openPage = (slug: string): (() => void) | null => {
      const file = review.files.find(({ path }) => path.endsWith(`/${slug}.md`) || path === `${slug}.md`);
      return file === undefined ? null : () => this.#context.selectFile(file.path);
    };
    drawPlan(this.#el, { controller, proposal: review.proposal, openPage });
    const details = this.#el.querySelector<HTMLDetailsElement>('.living-wiki-plan-pages');
    if (details === null) return;
    details.open = this.#isPlanClosed !== true;
    // Not `toggle`, which is also told of what the program opens. A click comes before its effect.
    details.querySelector('summary')?.addEventListener('click', () => (this.#isPlanClosed = details.open));
    if (this.#isPlanClosed === null) this.#foldInNarrowPane(details);
  }

  /** As soon as the pane is seen: a tab in the background has no width. */
  #foldInNarrowPane(details: HTMLDetailsElement): void {
    const screen = this.#el.closest('.living-wiki-review');
    if (screen === null) return;
    const { ResizeObserver } = this.#el.win as Window & typeof window;
    const observer = new ResizeObserver((seen) => {
      const width = seen.at(-1)?.contentRect.width ?? 0;
      if (width === 0) return;
      observer.disconnect();
      this.#isPlanClosed ??= width < NARROW_WIDTH;
      details.open = !this.#isPlanClosed;
    });
    observer.observe(screen);
    this.#stopMeasuring = () => observer.disconnect();
  }

  /** The notes of the whole proposal. The difference of a source that changed is drawn, not told. */
  #drawNotes(): void {
    const { proposal, sourceChange } = this.#context.review;
    const isPlanned = readIngestFacts(proposal.changeSet) !== null;
    const told = proposal.changeSet.notes.filter(
      (note) => sourceChange?.described.includes(note) !== true && !(isPlanned && PLAN_NOTE.test(note)),
    );
    if (Platform.isPhone && told.length > 0) {
      const details = this.#el.createEl('details', { cls: 'living-wiki-notes' });
      details.createEl('summary', { text: `${words.notes} (${told.length})` });
      drawFactList(details, words.notes, told);
    } else drawFactList(this.#el, words.notes, told);
    if (sourceChange !== null) drawSourceDifference(this.#el, this.#context, sourceChange);
  }

  /** Shows a generated file; `null` while it is computed. */
  showGenerated(path: string, file: GeneratedFile | null): void {
    this.clear();
    this.#el.removeClass('is-page');
    this.#drawHead(path);
    this.#el.createDiv({ cls: 'living-wiki-note', text: words.generatedNote });
    if (!file) this.#el.createDiv({ cls: 'living-wiki-note', text: words.generatedLoading });
    else if (file.before === file.after) this.#el.createDiv({ cls: 'living-wiki-note', text: words.generatedSame });
    else {
      const box = this.#el.createDiv({
        cls: 'living-wiki-hunk is-generated',
        attr: { role: 'group', 'aria-label': path },
      });
      drawComparison(box, this.#queue, path, [file.before, file.after], this.#context.layout === 'split');
    }
  }

  /** Redraws the cards whose decision changed, and the line below the title. */
  update(file: ReviewFile, ids: readonly string[]): void {
    if (this.#file?.path !== file.path) return;
    this.#file = file;
    const changed = new Set(ids);
    const pieces = new Map(
      this.#parts(file).flatMap((part) => (part.kind === 'hunk' ? [[part.hunk, part.pieces]] : [])),
    );
    for (const place of this.#places(file)) {
      const { id } = place.item.hunk;
      if (changed.has(id)) this.#cards.get(id)?.update(place, this.#isRendered ? (pieces.get(id) ?? []) : null);
    }
    this.#drawHeadline();
  }

  get accountSlot(): HTMLElement | null {
    return this.#accountSlot;
  }

  get #isRendered(): boolean {
    const { layout } = this.#context;
    // A file that is not Markdown, such as a view of Bases, reads as its lines in every layout.
    const isPage = this.#file?.path.endsWith('.md') === true;
    return isPage && (layout === 'rendered' || layout === 'page');
  }

  #parts(file: ReviewFile): readonly PagePart[] {
    if (!this.#isRendered) return readingOrder(file).map(({ hunk }) => ({ kind: 'hunk', hunk: hunk.id, pieces: [] }));
    const parts = pageParts(
      file.edit,
      file.hunks.map(({ hunk }) => hunk),
    );
    const last = new Set(file.hunks.filter((item) => isOfProperties(file, item)).map(({ hunk }) => hunk.id));
    const isLast = (part: PagePart): boolean => part.kind === 'hunk' && last.has(part.hunk);
    return [...parts.filter((part) => !isLast(part)), ...parts.filter(isLast)];
  }

  #places(file: ReviewFile): readonly HunkPlace[] {
    return readingOrder(file).map((item, index) => ({ file, item, at: index + 1, total: file.hunks.length }));
  }

  #drawHead(path: string): void {
    const head = this.#el.createDiv({ cls: 'living-wiki-file-head' });
    head.createEl('h3', { text: path, attr: { tabindex: -1 } });
    this.#headline = head.createSpan({ cls: 'living-wiki-headline' });
    const file = this.#file;
    if (!file) return;
    this.#others = head.createSpan();
    this.showOthers();
    if (file.hunks.length < 2) return;
    addButton(head, { text: words.acceptFile, cls: 'living-wiki-button living-wiki-accept-file' }, () =>
      this.#context.acceptFile(),
    );
  }

  /** Says how many other proposals change this page, and leads to all of it. */
  showOthers(): void {
    const [box, file] = [this.#others, this.#file];
    if (box === null || file === null) return;
    const { proposals, review } = this.#context;
    const others = proposals.changing(file.path).filter(({ id }) => id !== review.proposal.id).length;
    box.empty();
    if (others === 0 || this.#context.place === null) return;
    const options = { text: words.combined.others(others), cls: 'living-wiki-button living-wiki-link' };
    addButton(box, options, () => this.#context.showCombined(file.path));
  }

  /** Lists notes outside the wiki whose links will break. */
  #drawOutside({ kind, edit: { path } }: ReviewFile): void {
    if (kind !== 'renamed' && kind !== 'deleted') return;
    const { controller } = this.#context;
    const { resolvedLinks } = controller.app.metadataCache;
    const notes = outsideBacklinks(
      resolvedLinks,
      controller.toVaultPath(path),
      (one) => controller.toWikiPath(one) === null,
    );
    if (notes.length > 0) this.#el.createDiv({ cls: 'living-wiki-note', text: words.linkedOutside(notes) });
  }

  #drawHeadline(): void {
    if (!this.#file || !this.#headline) return;
    const changes = headlineOf(this.#file, this.#context.decisions).map(({ name, items, before, after }) =>
      items
        ? words.headItems(name, items.added.length, items.removed.length)
        : words.headValue(name, before ?? '', after ?? ''),
    );
    this.#headline.setText(changes.slice(0, 4).join(' · '));
  }

  #createQueue(): DrawQueue {
    const { controller } = this.#context;
    return new DrawQueue(this.#el, {
      run: (signal) => controller.backgroundRun(signal),
      onError: (error) => controller.showError(error),
    });
  }
}
