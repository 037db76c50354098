import { throwIfCancelled } from '../../base';
import { isModelError, ModelError, stripInvisible, type ImagePart, type LanguageModel } from '../../model';
import { type Page } from '../../wiki';
import { fullText } from '../extract';
import { type CurateRequest } from '../types';
import {
  pictureSurveySchema,
  surveySchema,
  surveyWithQuestionsSchema,
  type RawClaim,
  type RawName,
  type RawReplacement,
} from './answer-schemas';
import { splitIntoChunks } from './chunks';
import { mergeClaims, mergeNames, mergeReplacements } from './claims';
import { type Curation } from './curation';
import { surveyPrompt } from './prompt';
import { type Survey } from './types';

/** A longer transcription of a picture is cut. */
const MAX_TRANSCRIPTION_LENGTH = 20_000;

/** The answers of a model to all prompts of a survey. */
interface RawSurvey {
  readonly claims: readonly RawClaim[];
  readonly names: readonly RawName[];
  readonly replaces: readonly RawReplacement[];
  readonly transcription: string | null;
}

/** Surveys the source. A survey without content is an error, so the fallback model then gets one try. */
export async function surveyWithFallback(curation: Curation, listed: readonly Page[]): Promise<Survey> {
  const { caller, options } = curation;
  try {
    return await surveySource(curation, listed);
  } catch (error) {
    // If every call was answered, the answers have no content. Failed calls already had their second try.
    const isContent = isModelError(error) && caller.calls.length > 0 && error.calls.length === caller.calls.length;
    if (options.fallback === undefined || !isContent || caller.calls.at(-1)?.outcome !== 'answered') throw error;
    const survey = await surveySource(curation, listed, options.fallback);
    return { ...survey, notes: [`${error.message} ${options.fallback.name} was asked instead.`, ...survey.notes] };
  }
}

/**
 * What a source claims and names, with every quote looked up.
 *
 * @throws ModelError of the model; `living-wiki:model_empty_answer` if the answers have no claims,
 *   `living-wiki:model_invalid_answer` if no quote is in the source
 */
async function surveySource(curation: Curation, listed: readonly Page[], model?: LanguageModel): Promise<Survey> {
  const { text, source, picture } = curation.request;
  const raw =
    picture === undefined
      ? await askAboutText(curation, listed, model)
      : await askAboutPicture(curation, listed, picture, model);
  const lookup = picture === undefined ? curation.quotes : null;
  const merged = mergeClaims(raw.claims, lookup);
  const { calls } = curation.caller;
  if (merged.claims.length === 0) {
    const message = `The model found no claims in ${source.path}, or gave no quotes for them.`;
    throw new ModelError('living-wiki:model_empty_answer', message, { calls });
  }
  if (merged.claims.every(({ verdict }) => verdict === 'not-found')) {
    const message = `None of the ${merged.claims.length} quotes that the model gave is in ${source.path}.`;
    throw new ModelError('living-wiki:model_invalid_answer', message, { calls });
  }
  return {
    claims: merged.claims,
    names: mergeNames(raw.names, lookup),
    replaces: lookup === null ? [] : mergeReplacements(raw.replaces, lookup),
    transcription: raw.transcription,
    notes: surveyNotes(merged, picture === undefined ? fullText(text) : ''),
  };
}

async function askAboutPicture(
  { request, promptContext, caller }: Curation,
  listed: readonly Page[],
  { mediaType, bytes }: NonNullable<CurateRequest['picture']>,
  model?: LanguageModel,
): Promise<RawSurvey> {
  const picture: ImagePart = { type: 'image', mediaType, bytes };
  const label = `source ${request.source.path}`;
  const messages = surveyPrompt(promptContext, listed, { label, text: '', part: '', picture });
  const { claims, names, transcription } = await caller.ask('survey', messages, pictureSurveySchema(), model);
  return {
    claims,
    names,
    replaces: [],
    transcription: stripInvisible(transcription).text.slice(0, MAX_TRANSCRIPTION_LENGTH),
  };
}

/** Asks one question per chunk. */
async function askAboutText(
  { request, promptContext, caller }: Curation,
  listed: readonly Page[],
  model?: LanguageModel,
): Promise<RawSurvey> {
  const { text, source, run } = request;
  const claims: RawClaim[] = [];
  const names: RawName[] = [];
  const replaces: RawReplacement[] = [];
  const schema = (promptContext.questions ?? []).length > 0 ? surveyWithQuestionsSchema() : surveySchema();
  const chunks = splitIntoChunks(text);
  for (const [index, chunk] of chunks.entries()) {
    throwIfCancelled(run);
    run.progress({ stage: 'survey', done: index, total: chunks.length, detail: source.path });
    const part = chunks.length === 1 ? '' : `, part ${index + 1} of ${chunks.length}`;
    const messages = surveyPrompt(promptContext, listed, { label: `source ${source.path}`, text: chunk, part });
    const answer = await caller.ask('survey', messages, schema, model);
    claims.push(...answer.claims);
    names.push(...answer.names);
    replaces.push(...answer.replaces);
  }
  return { claims, names, replaces, transcription: null };
}

function surveyNotes(merged: ReturnType<typeof mergeClaims>, text: string): readonly string[] {
  const notes: string[] = [];
  const lost = merged.claims.filter(({ verdict }) => verdict === 'not-found');
  if (lost.length > 0) {
    notes.push(
      `${lost.length} of ${merged.claims.length} claims have a quote that is not in the source. They are marked, and left out unless you accept them.`,
    );
  }
  if (merged.dropped > 0)
    notes.push(`${merged.dropped} claims were left out because they have no quote that is long enough to look up.`);
  const { smuggled, direction, invisible } = stripInvisible(text).hidden;
  if (smuggled + direction > 0) {
    notes.push(
      `The source contains ${smuggled + direction + invisible} invisible characters. They were not sent to the model.`,
    );
  }
  return notes;
}
