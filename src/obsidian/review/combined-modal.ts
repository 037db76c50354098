import { Component, MarkdownRenderer, Modal } from 'obsidian';
import { inertMarkdown, readFrontmatter, type Review } from '../../workbench';
import { type WikiController } from '../controller';
import { coreText, review } from '../locale';
import { addButton, drawEmptyState } from '../ui';
import { combinePage, type CombinedChange } from './view-model/combined';
import { type ReviewQueue } from './review-queue';

const words = review.combined;

/** What all waiting proposals do to one page, in the order of its text, each change with its proposal. */
export class CombinedModal extends Modal {
  readonly #controller: WikiController;
  readonly #queue: ReviewQueue;
  readonly #path: string;
  readonly #open: (id: string) => void;
  readonly #owner = new Component();
  readonly #closing = new AbortController();

  /** @param open shows the review of a proposal */
  constructor(controller: WikiController, queue: ReviewQueue, path: string, open: (id: string) => void) {
    super(controller.app);
    this.#controller = controller;
    this.#queue = queue;
    this.#path = path;
    this.#open = open;
  }

  override onOpen(): void {
    this.setTitle(words.title(this.#path));
    this.modalEl.addClass('living-wiki-combined');
    this.#owner.load();
    drawEmptyState(this.contentEl, review.loading);
    this.#controller.attempt(() => this.#load());
  }

  override onClose(): void {
    this.#closing.abort();
    this.#owner.unload();
    this.contentEl.empty();
  }

  async #load(): Promise<void> {
    const run = this.#controller.backgroundRun(this.#closing.signal);
    const reviews: Review[] = [];
    for (const { id } of this.#queue.changing(this.#path)) {
      const session = this.#controller.review(id);
      if (session !== null) reviews.push(await session.load(run));
    }
    if (run.signal.aborted) return;
    this.#draw(reviews);
  }

  #draw(reviews: readonly Review[]): void {
    const { contentEl } = this;
    const { proposals, changes } = combinePage(this.#path, reviews);
    contentEl.empty();
    contentEl.createEl('p', { cls: 'living-wiki-muted', text: words.lead(proposals.length) });
    for (const change of changes) this.#drawChange(contentEl.createDiv({ cls: 'living-wiki-combined-change' }), change);
    if (changes.length === 0) drawEmptyState(contentEl, words.none);
  }

  #drawChange(box: HTMLElement, { proposal, title, item, file, overlaps }: CombinedChange): void {
    const head = box.createDiv({ cls: 'living-wiki-row' });
    const open = { text: title, cls: 'living-wiki-small-button', label: words.open(title) };
    addButton(head, open, () => {
      this.close();
      this.#open(proposal);
    });
    head.createSpan({ cls: 'living-wiki-muted', text: coreText(item.hunk.title) });
    if (item.decision?.verdict === 'accepted')
      head.createSpan({ cls: 'living-wiki-badge', text: `✓ ${review.accepted}` });
    if (overlaps) box.createDiv({ cls: 'living-wiki-warning', text: `! ${words.overlaps}` });
    const before = file.edit.base.slice(item.hunk.start, item.hunk.end);
    const after = item.hunk.text.slice(file.edit.base === '' ? readFrontmatter(item.hunk.text).bodyStart : 0);
    for (const [kind, text] of [
      ['removed', before],
      ['added', after],
    ] as const) {
      if (text.trim() === '') continue;
      const part = box.createDiv({ cls: `living-wiki-piece is-${kind} markdown-rendered` });
      part.createSpan({ cls: 'living-wiki-spoken', text: review[kind] });
      this.#controller.attempt(() =>
        MarkdownRenderer.render(
          this.app,
          inertMarkdown(text, { asPage: true }),
          part.createDiv(),
          this.#controller.toVaultPath(this.#path),
          this.#owner,
        ),
      );
    }
  }
}
