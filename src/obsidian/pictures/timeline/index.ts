import { type Run, type TimelineChange, type WikiTimeline, type Workbench } from '../../../workbench';
import { proposeUndo, proposeUndoOf } from '../../actions/undo';
import { coreText, joinTexts, pictures } from '../../locale';
import { addButton, drawEmptyState, FOCUS_KEY, focusedKey, iconSpan, restoreFocus } from '../../ui';
import { drawExports, type Table } from '../export';
import { PictureContent } from '../picture-content';
import { dayText, drawHandle, drawTimeline, KINDS, kindOf, timeText } from './draw';
import { axisOf, firstUndoable, ofPage, toUndo, xOf, type Axis } from './layout';

const words = pictures.timeline;
/** How many changes are listed at once. */
const BATCH = 50;
const ICONS = {
  ingest: 'file-input',
  lint: 'wrench',
  query: 'message-circle',
  manual: 'pencil',
  undo: 'undo-2',
  other: 'circle',
} as const;

/** How the wiki grew, and the way back. */
export class TimelineContent extends PictureContent<WikiTimeline> {
  protected override readonly events = ['wiki'] as const;
  protected override readonly cls = 'living-wiki-timeline';
  #path: string | null = null;
  /** Index of the first change that would be undone; `null` while the handle is at today. */
  #from: number | null = null;
  #limit = BATCH;
  /** How many files of a change cannot be undone as they are, by its id; kept until the wiki changes. */
  readonly #conflicts = new Map<string, number>();
  #looking: AbortController | null = null;

  override onunload(): void {
    super.onunload();
    this.#looking?.abort();
  }

  override getState(): Record<string, unknown> {
    return this.#path === null ? {} : { path: this.#path };
  }

  override setState(state: unknown): void {
    const { path } = (state ?? {}) as { readonly path?: unknown };
    this.#path = typeof path === 'string' ? path : null;
    this.draw();
  }

  protected override async read(workbench: Workbench, run: Run): Promise<WikiTimeline> {
    const timeline = await workbench.timeline(run);
    this.#from = null;
    this.#looking?.abort();
    this.#conflicts.clear();
    return timeline;
  }

  #shown(): WikiTimeline | null {
    const { state } = this.controller;
    if (this.found === null || this.#path === null || state.kind !== 'ready') return this.found;
    const page = state.workbench.snapshot.pages.get(this.#path);
    const cited = page === undefined ? [] : state.workbench.snapshot.sourcesOf(page);
    return ofPage(this.found, this.#path, new Set(cited.map(({ path }) => path)));
  }

  protected override draw(): void {
    const { contentEl } = this.view;
    const timeline = this.#shown();
    if (timeline === null || this.controller.state.kind !== 'ready') return;
    const key = focusedKey(contentEl);
    const scrolled = contentEl.querySelector('.living-wiki-scroll')?.scrollTop ?? 0;
    contentEl.empty();
    const picture: { svg: SVGSVGElement | null } = { svg: null };
    this.#drawHead(contentEl, timeline, () => picture.svg);
    const body = contentEl.createDiv({ cls: 'living-wiki-scroll', attr: { tabindex: 0 } });
    if (timeline.changes.length === 0) {
      if (this.#path === null) drawEmptyState(body, words.empty, words.emptyHint);
      else drawEmptyState(body, words.noneHere);
    } else {
      picture.svg = this.#drawPicture(body, timeline);
      this.#drawList(body, timeline);
      this.#drawFoot(contentEl, timeline);
    }
    body.scrollTop = scrolled;
    restoreFocus(contentEl, key);
  }

  #drawHead(parent: HTMLElement, timeline: WikiTimeline, svg: () => SVGSVGElement | null): void {
    const head = parent.createDiv({ cls: 'living-wiki-head living-wiki-picture-head' });
    head.createEl('h2', { cls: 'living-wiki-title', text: words.title });
    const file = this.controller.app.workspace.getActiveFile();
    const active = file === null ? null : this.controller.toWikiPath(file.path);
    const { state } = this.controller;
    const isPage = active !== null && state.kind === 'ready' && state.workbench.snapshot.pages.has(active);
    const page = this.#path ?? (isPage ? active : null);
    if (page !== null) {
      const scopes = head.createDiv({ cls: 'living-wiki-pills', attr: { role: 'group', 'aria-label': words.scope } });
      for (const [text, path] of [[words.whole, null] as const, [words.thisPage, page] as const]) {
        const options = { text, cls: 'living-wiki-small-button', key: text };
        const button = addButton(scopes, options, () => {
          [this.#path, this.#from] = [path, null];
          this.draw();
        });
        button.setAttr('aria-pressed', String(this.#path === path));
        if (path !== null) button.title = path;
      }
    }
    const exports = head.createDiv({ cls: 'living-wiki-picture-exports' });
    drawExports(exports, {
      ...{ controller: this.controller, name: words.title, table: () => tableOf(timeline) },
      picture: () => {
        const drawn = svg();
        return drawn === null ? null : { svg: drawn };
      },
    });
  }

  #drawPicture(parent: HTMLElement, timeline: WikiTimeline): SVGSVGElement {
    const width = Math.max(300, Math.min(1200, parent.clientWidth - 24));
    const axis = axisOf(timeline, Date.now(), width > 560 ? 96 : 14, width - 40);
    const frame = parent.createDiv({ cls: 'living-wiki-timeline-frame' });
    const svg = drawTimeline(frame, timeline, axis, width);
    if (firstUndoable(timeline.changes) < timeline.changes.length) this.#drawSlider(frame, svg, timeline, axis);
    this.#drawLegend(parent, timeline);
    return svg;
  }

  /** The handle: it only looks. Nothing is undone before the preview is applied. */
  #drawSlider(frame: HTMLElement, svg: SVGSVGElement, { changes }: WikiTimeline, axis: Axis): void {
    const first = firstUndoable(changes);
    const at = this.#from ?? changes.length;
    const time = at === changes.length ? axis.end : this.#timeBefore(changes, at);
    if (at < changes.length) drawHandle(svg, axis, time, words.backTo(timeText(new Date(time).toISOString())));
    const when = changes[at]?.at;
    const slider = frame.createDiv({
      cls: 'living-wiki-timeline-handle',
      attr: {
        ...{ role: 'slider', tabindex: '0', 'aria-label': words.handle, [FOCUS_KEY]: 'handle' },
        ...{ 'aria-valuemin': first, 'aria-valuemax': changes.length, 'aria-valuenow': at },
        'aria-valuetext': when === undefined ? words.atEnd : words.chosen(timeText(when), toUndo(changes, at).length),
      },
    });
    iconSpan(slider, 'grip-vertical');
    slider.style.left = `${xOf(axis, time)}px`;
    const go = (to: number): void => {
      const next = Math.max(first, Math.min(changes.length, to));
      this.#from = next === changes.length ? null : next;
      this.draw();
    };
    slider.addEventListener('keydown', (event) => {
      const steps: Partial<Record<string, number>> = {
        ...{ ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1 },
        ...{ Home: first, End: changes.length, PageUp: at + 10, PageDown: at - 10 },
      };
      const to = steps[event.key];
      if (to === undefined) return;
      event.preventDefault();
      go(to);
    });
    this.#followPointer(frame, slider, (x) => go(indexAt(changes, axis, x)));
  }

  #followPointer(frame: HTMLElement, slider: HTMLElement, move: (x: number) => void): void {
    slider.addEventListener('pointerdown', (down) => {
      down.preventDefault();
      const { win } = frame;
      const { left } = frame.getBoundingClientRect();
      let x = down.clientX - left;
      const follow = (event: PointerEvent): void => {
        x = event.clientX - left;
        slider.style.left = `${x}px`;
      };
      win.addEventListener('pointermove', follow);
      const end = (): void => {
        win.removeEventListener('pointermove', follow);
        slider.focus();
        move(x);
      };
      win.addEventListener('pointerup', end, { once: true });
      win.addEventListener('pointercancel', end, { once: true });
    });
  }

  /** Half the way to the change before, so that the handle is between two. */
  #timeBefore(changes: readonly TimelineChange[], at: number): number {
    const own = Date.parse(changes[at]?.at ?? '');
    const before = Date.parse(changes[at - 1]?.at ?? '');
    return Number.isNaN(before) ? own - 3_600_000 : Math.max(before, own - Math.min((own - before) / 2, 86_400_000));
  }

  #drawLegend(parent: HTMLElement, { changes }: WikiTimeline): void {
    const legend = parent.createDiv({ cls: 'living-wiki-legend' });
    const seen = new Set(changes.map(kindOf));
    for (const kind of KINDS) {
      if (!seen.has(kind)) continue;
      const entry = legend.createSpan({ cls: 'living-wiki-legend-entry' });
      entry.createSpan({ cls: `living-wiki-swatch is-round is-kind-${kind}`, attr: { 'aria-hidden': 'true' } });
      entry.createSpan({ text: words.events[kind] });
    }
    legend.createSpan({ cls: 'living-wiki-muted', text: words.size });
  }

  #drawList(parent: HTMLElement, { changes }: WikiTimeline): void {
    const from = this.#from;
    const shown = [...(from === null ? changes : changes.slice(from))].reverse();
    const when = from === null ? null : new Date(this.#timeBefore(changes, from)).toISOString();
    const head = parent.createEl('h3', { cls: 'living-wiki-group-title' });
    head.setText(when === null ? words.list : words.undoList(timeText(when)));
    const list = parent.createEl('ul', { cls: 'living-wiki-list living-wiki-timeline-list' });
    const marks = new Map<string, HTMLElement>();
    for (const change of shown.slice(0, this.#limit)) {
      const mark = this.#drawChange(list.createEl('li'), change);
      if (mark !== null && change.id !== null) marks.set(change.id, mark);
    }
    if (from !== null) this.#lookForConflicts(marks);
    const left = shown.length - this.#limit;
    if (left <= 0) return;
    addButton(
      parent,
      { text: words.older(Math.min(BATCH, left)), cls: 'living-wiki-small-button', key: 'older' },
      () => {
        this.#limit += BATCH;
        this.draw();
      },
    );
  }

  /** Says of each change whether its undo loses a later edit. The newest comes first. */
  #lookForConflicts(marks: ReadonlyMap<string, HTMLElement>): void {
    this.#looking?.abort();
    const show = (): void => {
      for (const [id, mark] of marks) {
        const count = this.#conflicts.get(id);
        if (count === undefined) continue;
        mark.empty();
        mark.toggleClass('is-warning', count > 0);
        iconSpan(mark, count > 0 ? 'triangle-alert' : 'check');
        mark.createSpan({ text: words.conflicts(count) });
      }
    };
    show();
    const { state } = this.controller;
    if (state.kind !== 'ready' || [...marks.keys()].every((id) => this.#conflicts.has(id))) return;
    const { signal } = (this.#looking = new AbortController());
    this.controller.attempt(async () => {
      try {
        const run = this.controller.backgroundRun(signal);
        const found = await state.workbench.undoConflicts([...marks.keys()], run);
        if (signal.aborted) return;
        for (const [id, count] of found) this.#conflicts.set(id, count);
        show();
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    });
  }

  /** @returns where its conflicts are said, if it can be undone */
  #drawChange(item: HTMLElement, change: TimelineChange): HTMLElement | null {
    const { at, title, id, pages, count, canUndo, isUndone } = change;
    iconSpan(item, ICONS[kindOf(change)]);
    item.createSpan({ cls: 'living-wiki-muted living-wiki-timeline-day', text: dayText(at) });
    const text = item.createDiv({ cls: 'living-wiki-timeline-text' });
    text.createDiv({ cls: isUndone ? 'is-undone' : '', text: coreText(title) });
    const mark = text.createDiv({ cls: 'living-wiki-timeline-conflicts', attr: { role: 'status' } });
    const { state } = this.controller;
    const titles = pages.slice(0, 4).map((path) => {
      const page = state.kind === 'ready' ? state.workbench.snapshot.pages.get(path) : undefined;
      return page?.title ?? path;
    });
    const lost = id === null ? words.expired : '';
    const fate = isUndone ? words.undone : lost;
    const facts = [words.events[kindOf(change)], count > 0 ? words.count(count) : '', joinTexts(titles), fate];
    text.createDiv({ cls: 'living-wiki-muted', text: facts.filter((fact) => fact !== '').join(' · ') });
    if (!canUndo || id === null) return null;
    const options = { text: words.undo, label: words.undoThis(title), cls: 'living-wiki-small-button', key: id };
    addButton(item, options, () => this.controller.attempt(() => proposeUndo(this.controller, id)));
    return mark;
  }

  #drawFoot(parent: HTMLElement, { changes }: WikiTimeline): void {
    if (this.#from === null) return;
    const chosen = toUndo(changes, this.#from);
    const foot = parent.createDiv({ cls: 'living-wiki-picture-foot' });
    foot.createSpan({ cls: 'living-wiki-muted', text: words.stays });
    addButton(foot, { text: words.reset }, () => {
      this.#from = null;
      this.draw();
    });
    const preview = { text: words.preview(chosen.length), cls: 'mod-cta', key: 'preview' };
    const ids = chosen.flatMap(({ id }) => id ?? []);
    addButton(foot, preview, () => this.controller.attempt(() => proposeUndoOf(this.controller, ids)));
  }
}

/** The change before which the handle is put: the first one right of it. */
function indexAt(changes: readonly TimelineChange[], axis: Axis, x: number): number {
  const at = changes.findIndex((change) => xOf(axis, Date.parse(change.at)) >= x);
  return at < 0 ? changes.length : at;
}

function tableOf({ sources, changes }: WikiTimeline): Table {
  const rows = [
    ...changes.map((change) => [change.at, change.title, words.events[kindOf(change)], String(change.count)]),
    ...sources.map(({ at, title, isWaiting }) => [at, title, isWaiting ? words.waiting : words.source, '']),
  ];
  return [words.columns, ...rows.sort(([a = ''], [b = '']) => (a < b ? -1 : Number(a > b)))];
}
