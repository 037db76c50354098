import { throwIfCancelled } from '../../base';
import { isModelError, makeVisible, ModelError, type LanguageModel } from '../../model';
import type { Page } from '../../wiki';
import { fullText } from '../extract';
import type { CurateRequest } from '../types';
import {
  askedSurveySchema,
  pictureSchema,
  surveySchema,
  type RawClaim,
  type RawName,
  type RawReplacement,
} from './answers';
import type { Asking } from './asking';
import { chunksOf } from './chunks';
import { mergeClaims, mergeNames, mergeReplacements, SourceText } from './claims';
import { surveyPrompt, type Prompting } from './prompt';
import type { Survey } from './types';

/** The survey of {@link surveySource}; by the other model, once, when that of the first has no content. Source: the design, promise 9. */
export async function surveyOrFallback(
  request: CurateRequest,
  listed: readonly Page[],
  prompting: Prompting,
  asking: Asking,
  fallback: LanguageModel | undefined,
): Promise<Survey> {
  try {
    return await surveySource(request, listed, prompting, asking);
  } catch (error) {
    // With calls that were all answered it is our own verdict on content; the model's failures have had their second try.
    const isContent = isModelError(error) && asking.calls.length > 0 && error.calls.length === asking.calls.length;
    if (fallback === undefined || !isContent || asking.calls.at(-1)?.outcome !== 'answered') throw error;
    const survey = await surveySource(request, listed, prompting, asking, fallback);
    return { ...survey, notes: [`${error.message} ${fallback.name} was asked instead.`, ...survey.notes] };
  }
}

/** A transcription of a picture that is longer is not kept. */
const longestTranscription = 20_000;

/**
 * What a source claims and names, by one call a chunk; every quote looked up.
 *
 * @throws ModelError as the model has it; `living-wiki:model_empty_answer` when there is no claim in the answers,
 *   `living-wiki:model_invalid_answer` when not one quote is in the source
 */
async function surveySource(
  request: CurateRequest,
  listed: readonly Page[],
  prompting: Prompting,
  asking: Asking,
  model?: LanguageModel,
): Promise<Survey> {
  const { text, source, run, picture } = request;
  const label = `source ${source.path}`;
  const isAsked = (prompting.questions ?? []).length > 0;
  const claims: RawClaim[] = [];
  const names: RawName[] = [];
  const replaces: RawReplacement[] = [];
  let transcription: string | null = null;
  if (picture !== undefined) {
    const image = { type: 'image' as const, ...picture };
    const messages = surveyPrompt(prompting, listed, { label, text: '', part: '', picture: image });
    const answer = await asking.ask('survey', messages, pictureSchema(), model);
    claims.push(...answer.claims);
    names.push(...answer.names);
    transcription = makeVisible(answer.transcription).text.slice(0, longestTranscription);
  } else {
    const chunks = chunksOf(text);
    for (const [index, chunk] of chunks.entries()) {
      throwIfCancelled(run);
      run.progress({ stage: 'survey', done: index, total: chunks.length, detail: source.path });
      const part = chunks.length === 1 ? '' : `, part ${index + 1} of ${chunks.length}`;
      const answer = await asking.ask(
        'survey',
        surveyPrompt(prompting, listed, { label, text: chunk, part }),
        isAsked ? askedSurveySchema() : surveySchema(),
        model,
      );
      claims.push(...answer.claims);
      names.push(...answer.names);
      replaces.push(...answer.replaces);
    }
  }
  const lookup = picture === undefined ? new SourceText(text) : null;
  const merged = mergeClaims(claims, lookup);
  const fail = (
    code: 'living-wiki:model_empty_answer' | 'living-wiki:model_invalid_answer',
    message: string,
  ): never => {
    throw new ModelError(code, message, { calls: asking.calls });
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
    notes: notesOf(merged, picture === undefined ? fullText(text) : ''),
  };
}

function notesOf(merged: ReturnType<typeof mergeClaims>, text: string): readonly string[] {
  const notes: string[] = [];
  const lost = merged.claims.filter(({ verdict }) => verdict === 'not-found');
  if (lost.length > 0) {
    notes.push(
      `${lost.length} of ${merged.claims.length} claims rest on a quote that is not in the source. They are marked, and left out unless you take them.`,
    );
  }
  if (merged.dropped > 0)
    notes.push(`${merged.dropped} claims were left out: they had no quote long enough to look up.`);
  const { smuggled, direction, invisible } = makeVisible(text).hidden;
  if (smuggled + direction > 0) {
    notes.push(
      `The source holds ${smuggled + direction + invisible} characters that nobody can see. They were not shown to the model.`,
    );
  }
  return notes;
}
