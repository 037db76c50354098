import { strict } from '../strict';

export interface EditorPosition {
  line: number;
  ch: number;
}

/** Where the text is shown, if anywhere. */
export interface EditorFace {
  show(text: string, from: number, to: number): void;
  focus(): void;
}

/** What is modelled of d.ts `Editor`: a text with one selection. */
export class Editor {
  #hostText = '';
  #hostAnchor = 0;
  #hostHead = 0;

  readonly #hostChanged: () => void;
  readonly #hostFace: EditorFace | null;

  constructor(hostChanged: () => void, hostFace: EditorFace | null) {
    this.#hostChanged = hostChanged;
    this.#hostFace = hostFace;
  }

  getDoc(): this {
    return this;
  }

  getValue(): string {
    return this.#hostText;
  }

  setValue(content: string): void {
    this.hostSet(content);
    this.#hostChanged();
  }

  getLine(line: number): string {
    return this.#hostText.split('\n')[line] ?? '';
  }

  setLine(n: number, text: string): void {
    this.replaceRange(text, { line: n, ch: 0 }, { line: n, ch: this.getLine(n).length });
  }

  lineCount(): number {
    return this.#hostText.split('\n').length;
  }

  lastLine(): number {
    return this.lineCount() - 1;
  }

  getSelection(): string {
    return this.#hostText.slice(Math.min(this.#hostAnchor, this.#hostHead), Math.max(this.#hostAnchor, this.#hostHead));
  }

  somethingSelected(): boolean {
    return this.#hostAnchor !== this.#hostHead;
  }

  getRange(from: EditorPosition, to: EditorPosition): string {
    return this.#hostText.slice(this.posToOffset(from), this.posToOffset(to));
  }

  replaceSelection(replacement: string): void {
    const from = Math.min(this.#hostAnchor, this.#hostHead);
    this.#hostReplace(replacement, from, Math.max(this.#hostAnchor, this.#hostHead));
    this.#hostAnchor = this.#hostHead = from + replacement.length;
    this.#hostDraw();
  }

  replaceRange(replacement: string, from: EditorPosition, to: EditorPosition = from): void {
    this.#hostReplace(replacement, this.posToOffset(from), this.posToOffset(to));
  }

  getCursor(side: 'from' | 'to' | 'head' | 'anchor' = 'head'): EditorPosition {
    const hostAnchor = this.#hostAnchor;
    const hostHead = this.#hostHead;
    if (side === 'anchor') return this.offsetToPos(hostAnchor);
    if (side === 'head') return this.offsetToPos(hostHead);
    return this.offsetToPos(side === 'from' ? Math.min(hostAnchor, hostHead) : Math.max(hostAnchor, hostHead));
  }

  listSelections(): { anchor: EditorPosition; head: EditorPosition }[] {
    return [{ anchor: this.offsetToPos(this.#hostAnchor), head: this.offsetToPos(this.#hostHead) }];
  }

  setCursor(pos: EditorPosition | number, ch = 0): void {
    this.setSelection(typeof pos === 'number' ? { line: pos, ch } : pos);
  }

  setSelection(anchor: EditorPosition, head: EditorPosition = anchor): void {
    this.#hostAnchor = this.posToOffset(anchor);
    this.#hostHead = this.posToOffset(head);
    this.#hostDraw();
  }

  focus(): void {
    this.#hostFace?.focus();
  }

  /** Guess: the place is selected in view; how far it scrolls is not modelled. */
  scrollIntoView(range: { from: EditorPosition; to: EditorPosition }, _center?: boolean): void {
    this.hostScrolledTo = range;
    this.#hostDraw();
  }

  /** What was last scrolled to, for tests. */
  hostScrolledTo: { from: EditorPosition; to: EditorPosition } | null = null;

  posToOffset({ line, ch }: EditorPosition): number {
    const lines = this.#hostText.split('\n');
    const before = lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0);
    return Math.min(this.#hostText.length, before + Math.min(ch, lines[line]?.length ?? 0));
  }

  offsetToPos(offset: number): EditorPosition {
    const before = this.#hostText.slice(0, offset).split('\n');
    return { line: before.length - 1, ch: before.at(-1)?.length ?? 0 };
  }

  /** A person typed: the whole text and the selection are these now. */
  hostType(text: string, from: number, to: number): void {
    this.#hostText = text;
    this.#hostAnchor = from;
    this.#hostHead = to;
    this.#hostChanged();
  }

  /** The text of the file was read; it has no unsaved changes. */
  hostSet(text: string): void {
    this.#hostText = text;
    this.#hostAnchor = Math.min(this.#hostAnchor, text.length);
    this.#hostHead = Math.min(this.#hostHead, text.length);
    this.#hostDraw();
  }

  #hostReplace(replacement: string, from: number, to: number): void {
    this.#hostText = this.#hostText.slice(0, from) + replacement + this.#hostText.slice(to);
    this.#hostDraw();
    this.#hostChanged();
  }

  #hostDraw(): void {
    const [from, to] = [Math.min(this.#hostAnchor, this.#hostHead), Math.max(this.#hostAnchor, this.#hostHead)];
    this.#hostFace?.show(this.#hostText, from, to);
  }
}
strict(Editor);
