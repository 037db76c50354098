import { MarkdownRenderChild } from 'obsidian';
import {
  asWikiError,
  readQuery,
  type QueryProblem,
  type QueryResult,
  type QueryRow,
  type Run,
  type WikiQuery,
} from '../../workbench';
import { createDebouncer, type WikiController } from '../controller';
import { evidence, joinTexts } from '../locale';
import { addButton } from '../ui';

const words = evidence.query;

/** Milliseconds after a change of the wiki. */
const PAUSE = 400;
const EXAMPLE = 'show: uncited\nkind: concept\nlimit: 10';

/** A code block `living-wiki` of a note: what its query finds now, or what is wrong with it. */
export class QueryBlock extends MarkdownRenderChild {
  readonly #controller: WikiController;
  readonly #read: ReturnType<typeof readQuery>;
  readonly #again = createDebouncer(PAUSE, () => this.#refresh());
  readonly #abort = new AbortController();

  constructor(el: HTMLElement, source: string, controller: WikiController) {
    super(el);
    this.#controller = controller;
    this.#read = readQuery(source);
  }

  override onload(): void {
    this.containerEl.addClass('living-wiki-query');
    const { query, problem } = this.#read;
    if (query === null) {
      this.#drawProblem(problemText(problem), true);
      return;
    }
    for (const event of ['state', 'wiki', 'proposals'] as const) {
      this.register(this.#controller.on(event, () => this.#again.schedule()));
    }
    this.containerEl.createDiv({ cls: 'living-wiki-muted', text: words.looking });
    this.#again.run();
  }

  override onunload(): void {
    this.#abort.abort();
    void this.#again.stop();
    this.containerEl.empty();
    this.containerEl.removeClass('living-wiki-query');
  }

  #isGone(): boolean {
    return this.#abort.signal.aborted;
  }

  async #refresh(): Promise<void> {
    const { state } = this.#controller;
    const { query } = this.#read;
    if (query === null || this.#isGone()) return;
    if (state.kind !== 'ready') {
      this.#drawProblem(state.kind === 'starting' ? words.starting : words.noWiki, false);
      return;
    }
    const run: Run = this.#controller.backgroundRun(this.#abort.signal);
    try {
      const result = await state.workbench.query(query, run);
      if (!this.#isGone()) this.#draw(query, result);
    } catch (error) {
      const { code, message, remedy } = asWikiError(error, 'living-wiki:unexpected');
      if (code !== 'living-wiki:cancelled') this.#drawProblem([message, remedy].filter(Boolean).join(' '), false);
    }
  }

  /** @param hasExample for whoever is writing the block */
  #drawProblem(text: string, hasExample: boolean): void {
    const { containerEl } = this;
    containerEl.empty();
    const box = containerEl.createDiv({ cls: 'living-wiki-query-problem', attr: { role: 'status' } });
    box.createDiv({ cls: 'living-wiki-query-title', text: words.failed });
    box.createDiv({ text });
    if (!hasExample) return;
    box.createDiv({ cls: 'living-wiki-muted', text: words.example });
    box.createEl('pre', { cls: 'living-wiki-query-example', text: EXAMPLE, attr: { tabindex: '0' } });
  }

  #draw(query: WikiQuery, { rows, hasMore }: QueryResult): void {
    const { containerEl } = this;
    containerEl.empty();
    const from = query.show === 'new-pages' && query.source !== null ? ` ${words.from(query.source)}` : '';
    const title = `${words.title[query.show]}${from}`;
    const head = containerEl.createDiv({ cls: 'living-wiki-query-title', text: title });
    if (rows.length > 0) head.createSpan({ cls: 'living-wiki-muted', text: ` ${rows.length}${hasMore ? '+' : ''}` });
    if (rows.length === 0) containerEl.createDiv({ cls: 'living-wiki-muted', text: words.none[query.show] });
    const list = containerEl.createEl('ul', {
      cls: 'living-wiki-query-rows',
      attr: { role: 'list', 'aria-label': title },
    });
    for (const row of rows)
      this.#drawRow(list.createEl('li', { cls: 'living-wiki-query-row', attr: { dir: 'auto' } }), row, query);
    if (hasMore) containerEl.createDiv({ cls: 'living-wiki-muted', text: words.more(query.limit) });
  }

  #drawRow(item: HTMLElement, { text, page, line, date, sides }: QueryRow, { show }: WikiQuery): void {
    if (page === null) item.createSpan({ text });
    else {
      addButton(item, { text, cls: 'living-wiki-button living-wiki-link living-wiki-query-link' }, () =>
        this.#controller.attempt(() => this.#controller.navigator.openPage(page.path, line === null ? {} : { line })),
      );
    }
    const notes = [
      ...(page !== null && page.title !== text ? [words.on(page.title)] : []),
      ...(date === null ? [] : [show === 'old' ? words.newest(date) : evidence.date(date)]),
    ];
    if (notes.length > 0) item.createSpan({ cls: 'living-wiki-muted', text: ` ${joinTexts(notes)}` });
    for (const side of sides) {
      item.createDiv({ cls: 'living-wiki-query-side', text: words.side(side.text, side.source, side.date) });
    }
  }
}

function problemText(problem: QueryProblem): string {
  switch (problem.kind) {
    case 'yaml':
      return words.problem.yaml(problem.detail);
    case 'unknown-show':
    case 'unknown-key':
      return words.problem[problem.kind](problem.given, problem.meant);
    case 'bad-value':
      return words.problem['bad-value'](problem.key);
    case 'too-long':
    case 'empty':
    case 'no-show':
    case 'no-source':
    case 'bad-limit':
      return words.problem[problem.kind];
  }
}
