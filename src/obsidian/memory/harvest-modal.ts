import { Modal, Notice, type IconName } from 'obsidian';
import {
  formatMoney,
  memoryReviewId,
  readsByModel,
  serverAddress,
  type ClassReason,
  type ConversationInput,
  type HarvestReport,
} from '../../workbench';
import { type ConversationOrigin, type HarvestRequest, type WikiController } from '../controller';
import { coreText, joinTexts, memory } from '../locale';
import { addButton, drawEmptyState, drawLimited, iconSpan } from '../ui';
import { kilobytes } from './view-model/text';

const words = memory.modal;

const ICONS: Readonly<Record<keyof typeof words.rows, IconName>> = {
  harvested: 'copy',
  live: 'clock',
  kept: 'lock',
  'too-large': 'triangle-alert',
  twice: 'copy',
  waiting: 'file-diff',
  discarded: 'trash-2',
};
/** Problems that are listed. */
const LISTED = 8;

/** The dry run of a harvest: what would be read, what it would cost and where it goes, before anything is sent. */
export class HarvestModal extends Modal {
  readonly #controller: WikiController;
  readonly #from: ConversationOrigin;
  readonly #loading = new AbortController();

  constructor(controller: WikiController, from: ConversationOrigin) {
    super(controller.app);
    this.#controller = controller;
    this.#from = from;
  }

  override onOpen(): void {
    this.setTitle(words.title);
    this.modalEl.addClass('living-wiki-harvest');
    this.contentEl.createEl('p', { cls: 'living-wiki-muted', text: words.reading, attr: { role: 'status' } });
    this.#controller.attempt(() => this.#load());
  }

  override onClose(): void {
    this.#loading.abort();
  }

  async #load(): Promise<void> {
    const controller = this.#controller;
    // The estimate needs to know whether a model is asked.
    if (readsByModel(controller.settings)) await controller.approveModel();
    const { signal } = this.#loading;
    const inputs = await controller.memory.inputs(this.#from);
    const report = await controller.memory.plan(inputs, controller.backgroundRun(signal));
    if (!signal.aborted) this.#draw(report, inputs);
  }

  #draw(report: HarvestReport, inputs: readonly ConversationInput[]): void {
    const { contentEl } = this;
    contentEl.empty();
    const { found, totals } = report;
    if (found.length === 0) drawEmptyState(contentEl, words.none);
    else {
      const formats = new Set(found.map(({ format }) => format)).size;
      contentEl.createEl('p', { cls: 'living-wiki-muted', text: words.found(found.length, formats) });
      this.#drawRows(contentEl, report);
    }
    drawProblems(contentEl, report);
    if (totals.harvest > 0) this.#drawCost(contentEl, report);
    const from = this.#from;
    // What was dropped is outside the vault, and stays where it is.
    const isReclaiming = totals.harvest > 0 && from.kind === 'vault' ? drawReclaim(contentEl) : () => false;
    const foot = contentEl.createDiv({ cls: 'living-wiki-harvest-foot' });
    addButton(foot, { text: totals.harvest > 0 ? words.cancel : words.close, cls: 'living-wiki-button' }, () =>
      this.close(),
    );
    if (totals.harvest === 0) return;
    const go = addButton(foot, { text: words.go(totals.harvest), cls: 'mod-cta' }, () => {
      const request = { from, inputs, count: totals.harvest, isReclaiming: isReclaiming() };
      this.close();
      this.#controller.attempt(() => harvest(this.#controller, request));
    });
    go.focus();
  }

  #drawRows(parent: HTMLElement, { found, totals, bytes, estimate }: HarvestReport): void {
    const list = parent.createEl('ul', { cls: 'living-wiki-harvest-rows', attr: { role: 'list' } });
    if (totals.harvest > 0) {
      const formats = new Map<string, number>();
      for (const one of found) if (one.class === 'harvest') formats.set(one.format, (formats.get(one.format) ?? 0) + 1);
      const said = [...formats].map(([format, n]) =>
        words.format(n, words.formats[format as keyof typeof words.formats]),
      );
      const size = bytes < 1024 * 1024 ? kilobytes(bytes) : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
      const row = drawRow(list, 'download', words.toHarvest(totals.harvest), `${joinTexts(said)} · ${size}`, true);
      if (estimate?.money) row.createSpan({ text: words.about(formatMoney(estimate.money)) });
    }
    const counts = new Map<ClassReason, number>();
    for (const { why } of found) counts.set(why, (counts.get(why) ?? 0) + 1);
    for (const [why, describe] of Object.entries(words.rows)) {
      const n = counts.get(why as ClassReason) ?? 0;
      if (n > 0) drawRow(list, ICONS[why as keyof typeof words.rows], ...describe(n));
    }
  }

  #drawCost(parent: HTMLElement, { estimate }: HarvestReport): void {
    if (estimate === null) {
      parent.createEl('p', { cls: 'living-wiki-muted', text: words.noModel });
      return;
    }
    const { settings, queue } = this.#controller;
    const list = parent.createEl('dl', { cls: 'living-wiki-harvest-cost' });
    const add = (name: string, value: string): void => {
      const pair = list.createDiv({ cls: 'living-wiki-row' });
      pair.createEl('dt', { text: name });
      pair.createEl('dd', { text: value });
    };
    add(words.input, words.inputText(words.tokens(estimate.tokens.input), estimate.inParts));
    add(words.output, words.tokens(estimate.tokens.output));
    const { day, prices } = settings.model;
    if (day.money !== undefined) {
      const { currency } = prices;
      const spent = queue?.spent.find((one) => one.currency === currency)?.amount ?? 0;
      const left = formatMoney({ amount: Math.max(0, day.money - spent), currency });
      add(words.left(formatMoney({ amount: day.money, currency })), left);
    }
    const address = serverAddress(settings.model);
    const origin = address === null ? '' : ` (${new URL(address).host})`;
    add(words.goesTo, `${estimate.model}${origin}`);
  }
}

function drawRow(list: HTMLElement, icon: IconName, title: string, text: string, isMain = false): HTMLElement {
  const row = list.createEl('li');
  iconSpan(row, icon, icon === 'triangle-alert' ? 'living-wiki-memory-short' : '');
  const body = row.createDiv({ cls: 'living-wiki-memory-body' });
  body.createDiv({ text: title, cls: isMain ? 'living-wiki-name' : '' });
  body.createDiv({ cls: 'living-wiki-muted', text });
  return row;
}

function drawProblems(parent: HTMLElement, { problems }: HarvestReport): void {
  if (problems.length === 0) return;
  const details = parent.createEl('details', { cls: 'living-wiki-memory-fold' });
  details.createEl('summary', { text: words.problems(problems.length) });
  const list = details.createEl('ul');
  drawLimited(list, problems, LISTED, ({ message }) => void list.createEl('li', { text: coreText(message) }));
}

/** @returns whether it is ticked */
function drawReclaim(parent: HTMLElement): () => boolean {
  const label = parent.createEl('label', { cls: 'living-wiki-harvest-reclaim' });
  const box = label.createEl('input', { type: 'checkbox' });
  const body = label.createDiv();
  body.createDiv({ text: words.reclaim });
  body.createDiv({ cls: 'living-wiki-muted', text: words.reclaimHint });
  return () => box.checked;
}

/** Harvests, and opens the review if there is one proposal. */
async function harvest(controller: WikiController, request: HarvestRequest): Promise<void> {
  const result = await controller.runJob(words.job, (run) => controller.memory.harvest(request, run));
  if (result === null) return;
  const { conversations, stopped } = result;
  if (stopped !== null) controller.showError(stopped);
  const count = (outcome: string): number => conversations.filter((one) => one.outcome === outcome).length;
  new Notice(memory.result(count('proposed'), count('nothing'), count('failed')));
  const proposed = conversations.flatMap(({ outcome, proposal }) =>
    outcome === 'proposed' && proposal ? [proposal] : [],
  );
  const [only] = proposed;
  if (only !== undefined && proposed.length === 1) await controller.navigator.openReview(memoryReviewId(only));
  else await controller.navigator.openMemory();
}
