import { throwIfCancelled } from '../../base';
import { isModelError, stripInvisible, ModelError, type LanguageModel } from '../../model';
import { type Page } from '../../wiki';
import { fullText } from '../extract';
import { type CurateRequest } from '../types';
import {
  surveyWithQuestionsSchema,
  pictureSurveySchema,
  surveySchema,
  type RawClaim,
  type RawName,
  type RawReplacement,
} from './answer-schemas';
import { type ModelCaller } from './model-caller';
import { splitIntoChunks } from './chunks';
import { mergeClaims, mergeNames, mergeReplacements, QuoteLookup } from './claims';
import { surveyPrompt, type PromptContext } from './prompt';
import { type Survey } from './types';

/** The survey of {@link surveySource}; by the other model, once, when that of the first has no content. Source: the design, promise 9. */
export async function surveyWithFallback(
  request: CurateRequest,
  listed: readonly Page[],
  promptContext: PromptContext,
  caller: ModelCaller,
  fallback: LanguageModel | undefined,
): Promise<Survey> {
  try {
    return await surveySource(request, listed, promptContext, caller);
  } catch (error) {
    // With calls that were all answered it is our own verdict on content; the model's failures have had their second try.
    const isContent = isModelError(error) && caller.calls.length > 0 && error.calls.length === caller.calls.length;
    if (fallback === undefined || !isContent || caller.calls.at(-1)?.outcome !== 'answered') throw error;
    const survey = await surveySource(request, listed, promptContext, caller, fallback);
    return { ...survey, notes: [`${error.message} ${fallback.name} was asked instead.`, ...survey.notes] };
  }
}

/** A transcription of a picture that is longer is not kept. */
const MAX_TRANSCRIPTION_LENGTH = 20_000;

/**
 * What a source claims and names, by one call a chunk; every quote looked up.
 *
 * @throws ModelError as the model has it; `living-wiki:model_empty_answer` when there is no claim in the answers,
 *   `living-wiki:model_invalid_answer` when not one quote is in the source
 */
async function surveySource(
  request: CurateRequest,
  listed: readonly Page[],
  promptContext: PromptContext,
  caller: ModelCaller,
  model?: LanguageModel,
): Promise<Survey> {
  const { text, source, run, picture } = request;
  const label = `source ${source.path}`;
  const hasQuestions = (promptContext.questions ?? []).length > 0;
  const claims: RawClaim[] = [];
  const names: RawName[] = [];
  const replaces: RawReplacement[] = [];
  let transcription: string | null = null;
  if (picture !== undefined) {
    const image = { type: 'image' as const, ...picture };
    const messages = surveyPrompt(promptContext, listed, { label, text: '', part: '', picture: image });
    const answer = await caller.ask('survey', messages, pictureSurveySchema(), model);
    claims.push(...answer.claims);
    names.push(...answer.names);
    transcription = stripInvisible(answer.transcription).text.slice(0, MAX_TRANSCRIPTION_LENGTH);
  } else {
    const chunks = splitIntoChunks(text);
    for (const [index, chunk] of chunks.entries()) {
      throwIfCancelled(run);
      run.progress({ stage: 'survey', done: index, total: chunks.length, detail: source.path });
      const part = chunks.length === 1 ? '' : `, part ${index + 1} of ${chunks.length}`;
      const answer = await caller.ask(
        'survey',
        surveyPrompt(promptContext, listed, { label, text: chunk, part }),
        hasQuestions ? surveyWithQuestionsSchema() : surveySchema(),
        model,
      );
      claims.push(...answer.claims);
      names.push(...answer.names);
      replaces.push(...answer.replaces);
    }
  }
  const lookup = picture === undefined ? new QuoteLookup(text) : null;
  const merged = mergeClaims(claims, lookup);
  const fail = (
    code: 'living-wiki:model_empty_answer' | 'living-wiki:model_invalid_answer',
    message: string,
  ): never => {
    throw new ModelError(code, message, { calls: caller.calls });
  };
  if (merged.claims.length === 0) {
    fail(
      'living-wiki:model_empty_answer',
      `The model found nothing to say of ${source.path}, or gave no quotes for it.`,
    );
  }
  if (merged.claims.every(({ verdict }) => verdict === 'not-found')) {
    fail(
      'living-wiki:model_invalid_answer',
      `Not one of the ${merged.claims.length} quotes that the model gave is in ${source.path}.`,
    );
  }
  return {
    claims: merged.claims,
    names: mergeNames(names, lookup),
    replaces: lookup === null ? [] : mergeReplacements(replaces, lookup),
    transcription,
    notes: surveyNotes(merged, picture === undefined ? fullText(text) : ''),
  };
}

function surveyNotes(merged: ReturnType<typeof mergeClaims>, text: string): readonly string[] {
  const notes: string[] = [];
  const lost = merged.claims.filter(({ verdict }) => verdict === 'not-found');
  if (lost.length > 0) {
    notes.push(
      `${lost.length} of ${merged.claims.length} claims rest on a quote that is not in the source. They are marked, and left out unless you take them.`,
    );
  }
  if (merged.dropped > 0)
    notes.push(`${merged.dropped} claims were left out: they had no quote long enough to look up.`);
  const { smuggled, direction, invisible } = stripInvisible(text).hidden;
  if (smuggled + direction > 0) {
    notes.push(
      `The source holds ${smuggled + direction + invisible} characters that nobody can see. They were not shown to the model.`,
    );
  }
  return notes;
}
