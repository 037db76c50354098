import { setIcon } from 'obsidian';
import { rules, type ReviewFile, type ReviewPreview } from '../../../workbench';
import { app, coreText, review as words } from '../../locale';
import { countHunks, hasChanges, groupFiles, idsOf, lintDeltas, listNames, markOf } from '../view-model/counts';
import { type ReviewActions, type ReviewContext } from './context';
import { QueueList } from './queue-list';
import { label } from './small';
import { addButton, addScreenReaderText } from '../../ui';

const SIGNS = { all: '✓', some: '◐', none: '○', rejected: '✕' } as const;

interface FileListItem {
  readonly el: HTMLElement;
  readonly mark: HTMLElement;
  readonly said: HTMLElement;
  readonly note: HTMLElement;
  readonly seen: HTMLElement;
}

/** The files of a review in groups, the decisions on each, and the lint results after applying. */
export class FileList {
  readonly #el: HTMLElement;
  readonly #context: ReviewContext;
  readonly #entries = new Map<string, FileListItem>();
  readonly #lists: HTMLElement;
  readonly #generated: HTMLElement;
  readonly #lint: HTMLElement;
  readonly #filter: HTMLElement;
  readonly #queue: QueueList;
  /** Files that were shown. */
  readonly #seen = new Set<string>();
  #selected = '';

  constructor(el: HTMLElement, context: ReviewContext, actions: ReviewActions) {
    this.#el = el;
    this.#context = context;
    el.empty();
    const filter = { text: words.undecidedOnly, cls: 'living-wiki-button living-wiki-filter' };
    this.#filter = addButton(el, filter, () => actions.run('undecidedOnly'));
    this.showUndecidedOnly(false);
    this.#lists = el.createDiv({ cls: 'living-wiki-file-groups' });
    this.#generated = createDiv({ cls: 'living-wiki-file-group' });
    this.#lint = el.createDiv({
      cls: 'living-wiki-lint-after',
      attr: { role: 'group', 'aria-label': words.lintAfter },
    });
    // Lint looks at pages, and a memory has none.
    if ('harvest' in context.review.proposal.changeSet.facts) this.#lint.hide();
    const open = (id: string): void => actions.openProposal(id);
    this.#queue = new QueueList(el.createDiv({ cls: 'living-wiki-queue' }), context, open);
    this.draw();
  }

  /** Redraws the list. */
  draw(): void {
    const { files } = this.#context.review;
    const names = listNames(files.map(({ path }) => path));
    this.#entries.clear();
    this.#lists.empty();
    for (const { kind, items } of groupFiles(files)) {
      const group = this.#lists.createDiv({ cls: 'living-wiki-file-group' });
      label(group, words.groups[kind], items.length);
      for (const file of items) {
        this.#entry(group, file.path, names.get(file.path) ?? file.path);
        this.update(file);
      }
    }
    this.#generated.empty();
    this.#lists.append(this.#generated);
    this.preview(this.#context.preview);
  }

  /** Redraws the proposals that wait. */
  drawQueue(): void {
    this.#queue.draw();
  }

  showUndecidedOnly(isOn: boolean): void {
    this.#filter.toggleClass('is-on', isOn);
    this.#filter.setAttr('aria-pressed', String(isOn));
  }

  select(path: string): void {
    this.#seen.add(path);
    const file = this.#context.review.files.find((one) => one.path === path);
    if (file !== undefined) this.update(file);
    for (const [other, { el }] of this.#entries) {
      el.toggleClass('is-selected', other === path);
      el.setAttr('aria-current', other === path ? 'true' : null);
    }
    const chosen = this.#entries.get(path)?.el;
    if (path !== this.#selected && chosen) this.#reveal(chosen);
    this.#selected = path;
  }

  /** Scrolls the list, but nothing around it. */
  #reveal(chosen: HTMLElement): void {
    for (const box of [this.#el, chosen.closest<HTMLElement>('.living-wiki-file-groups')]) {
      if (!box) continue;
      const [own, its] = [box.getBoundingClientRect(), chosen.getBoundingClientRect()];
      if (its.top < own.top || its.bottom > own.bottom) box.scrollTop += its.top - own.top - own.height / 3;
      if (its.left < own.left || its.right > own.right) box.scrollLeft += its.left - own.left - 16;
    }
  }

  update(file: ReviewFile): void {
    const entry = this.#entries.get(file.path);
    if (!entry) return;
    const counts = countHunks(idsOf(file), this.#context.decisions);
    const mark = file.conflict ? 'conflict' : markOf(counts);
    entry.mark.className = `living-wiki-mark is-${mark}`;
    entry.mark.setText(mark === 'conflict' ? '!' : SIGNS[mark]);
    entry.said.setText(`${app.comma}${mark === 'conflict' ? words.conflictMark : words.marks[mark]}`);
    const lines = `${file.added > 0 ? `+${file.added}` : ''}${file.removed > 0 ? ` −${file.removed}` : ''}`.trim();
    const isPartly = counts.accepted + counts.rejected > 0 && counts.accepted < counts.total;
    const note = isPartly ? words.ofTotal(counts.accepted, counts.total) : lines;
    entry.note.setText(file.conflict ? words.conflictMark : note);
    entry.el.toggleClass('is-decided', counts.undecided === 0 && !file.conflict);
    // A tick for what was looked at, whatever was decided.
    const isSeen = this.#seen.has(file.path);
    entry.el.toggleClass('is-seen', isSeen);
    if (isSeen) entry.said.appendText(`${app.comma}${words.seen}`);
    entry.seen.toggle(isSeen);
  }

  /** Shows generated files and lint results. `null` while they are computed; then the previous ones stay. */
  preview(preview: ReviewPreview | null): void {
    if (!preview) {
      if (this.#lint.childElementCount > 0) return;
      label(this.#lint, words.lintAfter);
      this.#lint.createDiv({ cls: 'living-wiki-muted', text: words.generatedLoading });
      return;
    }
    const { generated, checks } = preview;
    const had = this.#generated.contains(this.#el.doc.activeElement);
    this.#generated.empty();
    if (generated.length > 0) label(this.#generated, words.groups.generated, generated.length);
    for (const file of generated) {
      const entry = this.#entry(this.#generated, file.path, file.path, true);
      entry.note.setText(hasChanges(file) ? words.updated : words.unchanged);
    }
    this.select(this.#selected);
    if (had) this.#entries.get(this.#selected)?.el.focus();
    this.#lint.empty();
    label(this.#lint, words.lintAfter);
    const shifts = lintDeltas(checks.introduced, checks.fixed);
    for (const { check, by, severity } of shifts) {
      const row = this.#lint.createDiv({ cls: `living-wiki-shift ${by < 0 ? 'is-fixed' : `is-${severity}`}` });
      row.createEl('b', { text: by < 0 ? `−${-by}` : `+${by}` });
      row.createSpan({ text: ` ${nameOf(check)}` });
    }
    if (shifts.length === 0) this.#lint.createDiv({ cls: 'living-wiki-muted', text: words.lintSame });
  }

  #entry(parent: HTMLElement, path: string, name: string, generated = false): FileListItem {
    const el = parent.createEl('button', {
      cls: `living-wiki-file${generated ? ' is-generated' : ''}`,
      title: path,
      attr: { type: 'button' },
    });
    el.addEventListener('click', () => this.#context.selectFile(path));
    const mark = el.createSpan({ cls: 'living-wiki-mark', attr: { 'aria-hidden': 'true' } });
    el.createSpan({ cls: 'living-wiki-file-name', text: name });
    const said = addScreenReaderText(el, '');
    const seen = el.createSpan({ cls: 'living-wiki-seen', title: words.seen, attr: { 'aria-hidden': 'true' } });
    setIcon(seen, 'eye');
    seen.hide();
    const entry = { el, mark, said, seen, note: el.createSpan({ cls: 'living-wiki-file-note' }) };
    this.#entries.set(path, entry);
    return entry;
  }
}

/** The id of a rule in words, which is short; in other languages its title. */
function nameOf(check: string): string {
  const title = rules.find(({ id }) => id === check)?.title ?? '';
  const shown = coreText(title);
  return shown === title ? check.replaceAll('-', ' ') : shown;
}
