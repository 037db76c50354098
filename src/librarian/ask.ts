import { throwIfCancelled, WikiError, type Run } from '../base';
import { type Message } from '../model';
import { formsOf, tokenise } from '../search';
import { PLAIN_LANGUAGE_FILE, type Snapshot } from '../wiki';
import { checkText, type CheckedText } from './answer-text';
import { contradictionsOf } from './contradictions';
import { splitGaps } from './gaps';
import { ModelAsker } from './model-asker';
import { type FoundPassage, linesInContext, saidIn, sortPassages } from './found-passages';
import { pagesHiddenByLens } from './hidden-pages';
import { answerNotes, type ModelOutcome } from './notes';
import { bestSourcePassages } from './search-sources';
import { bestPackPassages } from './pack-tools';
import { bestPassages, findUnknownWords } from './passages';
import { DEFAULT_PLAIN_LANGUAGE, makePlain, readPlainRules, withFootnotes, type PlainRules } from './plain-language';
import { type ReadRecord } from './read-record';
import { type AskRequest } from './request';
import { type Answer, type AnswerCitation, type AskStep } from './types';
import { citedStatement } from './statements';
import { uncitedSentences } from './uncited';

/**
 * Answers a question from the wiki, or drafts a text from it, and adds the answer to the conversation. When it throws, the
 * conversation does not change.
 *
 * @throws ModelError when the model and its fallback fail, refuse or are cut off; WikiError `living-wiki:cancelled`,
 *   `living-wiki:question_empty`, or `living-wiki:page_missing` for a page that a draft names
 */
export async function ask(request: AskRequest, run: Run): Promise<Answer> {
  return new AnswerBuilder(request, run).build();
}

class AnswerBuilder {
  readonly #request: AskRequest;
  readonly #record: ReadRecord;
  readonly #run: Run;

  constructor(request: AskRequest, run: Run) {
    this.#request = { ...request, question: request.question.trim().slice(0, 8_000) };
    this.#record = request.conversation.readRecord();
    this.#run = run;
  }

  async build(): Promise<Answer> {
    const { question, model, conversation, onEvent } = this.#request;
    if (question === '') {
      throw new WikiError('living-wiki:question_empty', 'The question is empty.', { remedy: 'Type a question.' });
    }
    const asker = model && new ModelAsker(this.#request, model, this.#record, this.#run);
    const outcome = (await asker?.ask()) ?? {
      text: null,
      model: null,
      stopped: null,
      messages: conversation.messages,
      notes: [],
    };
    throwIfCancelled(this.#run);
    const answer = await this.#check(outcome, asker?.steps ?? []);
    const passages: Message = { role: 'assistant', text: '(Answered with passages of the pages.)' };
    const messages = outcome.text === null && model !== null ? [...outcome.messages, passages] : outcome.messages;
    conversation.add({ answer, messages, record: this.#record, packs: this.#request.packs ?? null });
    onEvent?.({ kind: 'done', answer });
    return answer;
  }

  async #check(outcome: ModelOutcome, steps: readonly AskStep[]): Promise<Answer> {
    const { question, library, draft, model, packs = null } = this.#request;
    const isByCode = outcome.text === null;
    const { body, gaps: modelGaps } = splitGaps(outcome.text ?? '');
    const read = new Set(this.#record.pages().map(({ path }) => path));
    const only = isByCode && model !== null && read.size > 0 ? { only: read } : {};
    const onPages = isByCode ? await bestPassages({ question, library, ...only }, this.#record, this.#run) : [];
    const shown = onPages.flatMap(saidIn);
    const inSources = isByCode ? await bestSourcePassages(question, shown, library, this.#record, this.#run) : [];
    const inPacks = isByCode ? await bestPackPassages(question, packs, this.#record, this.#run) : [];
    const raw = isByCode
      ? (await linesInContext(sortPassages([...onPages, ...inSources, ...inPacks], question))).join('\n')
      : body;
    const { checked, latest } = await this.#checkCitations(raw);
    const plain = draft && !isByCode ? makePlain(checked.text, await this.#plainRules()) : null;
    const text = plain?.text ?? checked.text;
    const cited = checked.citations.flatMap(({ path }) => latest.pages.get(path) ?? []);
    const isKnown = keywordIn(linesOf([...inSources, ...inPacks]));
    const unknownWords = isByCode
      ? (await findUnknownWords(question, library, this.#run)).filter((word) => !isKnown(word))
      : [];
    const gaps = isByCode && (raw === '' || unknownWords.length > 0) ? [question] : modelGaps;
    const hiddenByLens = await pagesHiddenByLens(gaps, library, this.#run);
    const isScoped = (library.lens.effective.queryHints.scopeTo ?? []).length > 0;
    return {
      question,
      by: isByCode ? 'passages' : 'model',
      model: isByCode ? null : outcome.model,
      lens: library.lens.name,
      text,
      citations: await withQuotes(checked.citations, text, latest),
      sourceCitations: checked.sourceCitations,
      packCitations: checked.packCitations,
      packFiles: packs?.loaded ?? [],
      uncited: isByCode ? [] : uncitedSentences(text),
      removed: checked.removed,
      gaps,
      hiddenByLens,
      contradictions: contradictionsOf(latest, library.lens, cited),
      read: this.#record.pages(),
      steps,
      stopped: outcome.stopped,
      notes: [
        ...(packs?.notes ?? []),
        ...answerNotes(outcome, {
          checked,
          gaps,
          hiddenByLens,
          unknownWords,
          pagesRead: this.#record.size,
          isScoped,
        }),
      ],
      draft: draft && plain ? { kind: draft.kind, text: withFootnotes(text), edits: plain.edits } : null,
    };
  }

  /** Checks citations against what was read, then against the pages as they are now. */
  async #checkCitations(raw: string): Promise<{ readonly checked: CheckedText; readonly latest: Snapshot }> {
    const { library } = this.#request;
    const context = { library, record: this.#record, latest: library.snapshot, changed: new Set<string>() };
    const checked = checkText(raw, context);
    const paths = checked.citations.map(({ path }) => path);
    const latest = paths.length === 0 ? undefined : await library.latest?.(paths, this.#run);
    if (latest === undefined) return { checked, latest: library.snapshot };
    for (const path of paths) {
      const now = await latest.text(path);
      if (now !== null && !this.#record.isUnchanged(path, now)) context.changed.add(path);
    }
    return { checked: checkText(raw, { ...context, latest }), latest };
  }

  async #plainRules(): Promise<PlainRules> {
    return readPlainRules((await this.#request.library.snapshot.text(PLAIN_LANGUAGE_FILE)) ?? DEFAULT_PLAIN_LANGUAGE);
  }
}

/** Each citation with the statement of its section that the answer rests on. */
async function withQuotes(
  citations: readonly AnswerCitation[],
  text: string,
  snapshot: Snapshot,
): Promise<readonly AnswerCitation[]> {
  return Promise.all(
    citations.map(async (citation) => {
      const page = await snapshot.text(citation.path);
      const at = text.indexOf(`[[${citation.link}`);
      if (page === null || at === -1) return citation;
      const said = text.slice(text.lastIndexOf('\n', at) + 1, at);
      return { ...citation, quote: citedStatement(page, citation.section, said) };
    }),
  );
}

/** Whether a text has a word or another form of it; the parts of compound words count. */
function keywordIn(text: string): (word: string) => boolean {
  const words = new Set(tokenise(text));
  return (word) => [word, ...formsOf(word)].some((form) => words.has(form));
}

const linesOf = (passages: readonly FoundPassage[]): string => passages.map(({ line }) => line).join('\n');
