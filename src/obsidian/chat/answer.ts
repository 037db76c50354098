import { type AskResult, type OpenQuestion } from '../../workbench';
import { type WikiController } from '../controller';
import { chat as t, coreText, units } from '../locale';
import { type ChatContext } from './context';
import { checkedMarkdown } from './view-model/markdown';
import { type ChatTurn } from './view-model/thread';
import { bindPack, bindSource, citationChip, drawCitationChips } from './citation-chips';
import { drawCost, drawDetails, fragmentOf, markUncited, pageLink, drawSection } from './elements';
import {
  citationName,
  isPackCitation,
  isSourceCitation,
  numberCitations,
  type NumberedCitation,
} from './view-model/citations';
import { addButton } from '../ui';

/**
 * Draws an answer with its citations, gaps and contradictions.
 * @param render renders Markdown; `null` if something else was drawn since
 * @returns a function that updates which gaps are open questions
 */
export function drawAnswer(
  body: HTMLElement,
  turn: ChatTurn,
  answer: AskResult,
  drawing: ChatContext,
  render: (markdown: string) => Promise<HTMLElement | null>,
): () => void {
  if (answer.by === 'passages' && answer.text !== '') {
    body.createDiv({ cls: 'living-wiki-muted', text: answer.cost === null ? t.passages : t.passagesOnly });
  }
  const place = body.createDiv();
  const isHidden = answer.hiddenByLens.length > 0;
  const citations = numberCitations(answer);
  if (answer.text === '' && answer.draft === null) place.createDiv({ text: isHidden ? t.nothingInLens : t.nothing });
  else {
    void render(checkedMarkdown(answer)).then((box) => {
      if (box === null) return;
      markUncited(box);
      drawCitationChips(box, drawing, citations);
      place.append(box);
    });
  }
  const { draft } = answer;
  if (draft !== null && draft.edits.length > 0) {
    const list = drawDetails(body, t.edits(draft.edits.length)).createEl('ul');
    for (const { was, now } of draft.edits) {
      list.createEl('li', { text: now === '' ? t.removedWords(was) : t.replacedWords(was, now) });
    }
  }
  drawDisagreements(body, answer, drawing);
  const updateGaps = drawGaps(body, answer, drawing.controller);
  const notes = answer.uncited.length === 0 ? [] : [t.uncitedCount(answer.uncited.length)];
  for (const note of [...answer.notes, ...notes])
    body.createDiv({ cls: 'living-wiki-chat-note living-wiki-warned', text: coreText(note) });
  // The wiki's own lens is as far as anybody can look.
  if (isHidden && drawing.controller.lens !== undefined) {
    addButton(body, { text: t.lookEverywhere, cls: 'living-wiki-small-button' }, () => drawing.lookEverywhere(turn));
  }
  if (answer.removed.length > 0) {
    const box = drawDetails(body, t.removed);
    box.addClass('living-wiki-warned');
    const list = box.createEl('ul');
    for (const { text, reason } of answer.removed) {
      list.createEl('li').append(createEl('code', { text }), ` ${t.why[reason]}`);
    }
  }
  drawCited(body, citations, drawing);
  drawRead(body, answer, drawing);
  drawActions(body, turn, answer, drawing);
  return updateGaps;
}

/** What the wiki does not contain, with a button that adds it to the open questions. */
function drawGaps(
  body: HTMLElement,
  { gaps, hiddenByLens, text, lens, question }: AskResult,
  controller: WikiController,
): () => void {
  const title = hiddenByLens.length > 0 ? t.gapsInLens : t.gaps;
  // Without an answer, the gap is the question itself, which is shown already.
  const list = text === '' || gaps.length === 0 ? null : drawSection(body, 'search-x', title).createEl('ul');
  const shown = gaps.map((gap) => {
    const item = list?.createEl('li', { text: `${gap} ` }) ?? body;
    let id = '';
    const open = (): OpenQuestion | undefined =>
      controller.questions.find((each) => each.id === id || each.text === gap);
    const button = addButton(
      item,
      { text: t.askNext, cls: 'living-wiki-small-button' },
      () =>
        void controller.changeQuestions(async (workbench) => {
          const known = open();
          if (known) await workbench.dropQuestion(known.id);
          else ({ id } = await workbench.addQuestion({ text: gap.slice(0, MAX_QUESTION), lens, asked: question }));
        }),
    );
    button.setAttr('aria-label', t.askNextOf(gap));
    return () => button.setAttr('aria-pressed', String(open() !== undefined));
  });
  const updateGaps = (): void => shown.forEach((show) => show());
  updateGaps();
  return updateGaps;
}

/** Longest stored question. Characters. */
const MAX_QUESTION = 1_000;

function drawDisagreements(body: HTMLElement, { contradictions }: AskResult, drawing: ChatContext): void {
  if (contradictions.length === 0) return;
  const list = drawSection(body, 'scale', t.contradictions).createEl('ul');
  for (const { sides, reason, stands } of contradictions) {
    const item = list.createEl('li');
    for (const [at, { slug, title, date, authority }] of sides.entries()) {
      if (at > 0) item.appendText(` ${t.against} `);
      const path = pathOf(drawing.controller, slug);
      const shown = path === null ? item.createSpan({ text: title }) : pageLink(item, drawing, title, path);
      shown.toggleClass('is-standing', stands === slug);
      item.appendText(` (${t.side(date, authority)})`);
    }
    item.createDiv({ cls: 'living-wiki-muted', text: reason });
  }
}

/** What the answer cites, by the numbers in its text. */
function drawCited(body: HTMLElement, citations: readonly NumberedCitation[], drawing: ChatContext): void {
  if (citations.length === 0) return;
  const list = drawSection(body, 'quote', t.cited).createEl('ul', { cls: 'living-wiki-list' });
  for (const numbered of citations) {
    const { cited } = numbered;
    const item = list.createEl('li');
    const text = citationName(cited);
    if (isPackCitation(cited)) {
      item.append(citationChip(drawing, numbered));
      const link = item.createEl('a', { cls: 'living-wiki-chat-link', text, href: '#' });
      bindPack(link, drawing, cited);
      item.createSpan({ cls: 'living-wiki-muted', text: ` ${t.inPack(cited.pack, cited.version)}` });
      continue;
    }
    if (isSourceCitation(cited)) {
      item.append(citationChip(drawing, numbered));
      const link = item.createEl('a', { cls: 'living-wiki-chat-link', text, href: '#' });
      bindSource(link, drawing, cited);
      item.createSpan({ cls: 'living-wiki-muted', text: ` ${t.inSource}` });
      continue;
    }
    const { path, state } = cited;
    if (state === 'gone') item.createEl('s', { text });
    else {
      item.append(citationChip(drawing, numbered));
      pageLink(item, drawing, text, path, fragmentOf(cited));
    }
    if (state !== 'same') item.createSpan({ cls: 'living-wiki-warned', text: ` ${t.states[state]}` });
  }
}

function drawRead(body: HTMLElement, { read }: AskResult, drawing: ChatContext): void {
  if (read.length === 0) return;
  const list = drawDetails(body, t.read(read.length)).createEl('ul');
  for (const { title, path, sections } of read) {
    const item = list.createEl('li');
    pageLink(item, drawing, title, path);
    const parts = sections.filter((section) => section !== title);
    if (parts.length > 0) item.createSpan({ cls: 'living-wiki-muted', text: ` ${parts.join(' · ')}` });
  }
}

function drawActions(body: HTMLElement, turn: ChatTurn, answer: AskResult, drawing: ChatContext): void {
  const row = body.createDiv({ cls: 'living-wiki-chat-actions' });
  addButton(row, { text: t.retry, cls: 'living-wiki-small-button' }, () => drawing.retry(turn));
  addButton(row, { text: t.copy, cls: 'living-wiki-small-button' }, () => drawing.copy(turn));
  if (answer.citations.length + answer.sourceCitations.length > 0) {
    addButton(row, { text: t.save, cls: 'living-wiki-small-button' }, () => drawing.save(answer));
    if (answer.by === 'model') {
      const button = addButton(row, { text: t.draft, cls: 'living-wiki-small-button' }, (event) =>
        drawing.draft(turn, event),
      );
      button.setAttr('aria-haspopup', 'menu');
    }
  }
  if (answer.by === 'model') {
    const texts = [...answer.citations.map(({ slug }) => slug), ...answer.sourceCitations.map(({ source }) => source)];
    addButton(row, { text: units.command, cls: 'living-wiki-small-button' }, () =>
      drawing.controller.attempt(async () => {
        const { openDeliberate } = await import('../actions');
        openDeliberate(drawing.controller, { question: turn.question, texts: [...new Set(texts)] });
      }),
    );
  }
  if (answer.cost !== null) drawCost(row, answer.cost);
}

function pathOf({ state }: WikiController, slug: string): string | null {
  return state.kind === 'ready' ? (state.workbench.snapshot.pageBySlug(slug)?.path ?? null) : null;
}
