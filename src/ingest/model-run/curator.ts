import { throwIfCancelled, type JsonObject } from '../../base';
import { type ChangeSet, type FileEdit } from '../../change';
import { type Page } from '../../wiki';
import { findSummary, chooseSummarySlug } from '../extractive/file-edits';
import { recall, type RecalledPage } from '../recall';
import { withAnswerNotes, type AnsweredQuestion } from '../answered-questions';
import { sourceRead, undatedNotes } from '../source-read';
import { MAX_QUESTIONS, type Curator } from '../types';
import { findAffectedPages } from './affected-pages';
import { buildFiles, type ChangeContent } from './build-files';
import { conflictPolicy, startCuration, buildTextRules, type Curation } from './curation';
import { selectPages, requestPageEdits, type PageEdits } from './edit-pages';
import { dropRefusedHunks } from './drop-refused-hunks';
import { selectNewNames } from './select-new-names';
import { selectListedPages, buildStablePart } from './prompt';
import { findReplacedPages, type ReplacedPage } from './replaced-pages';
import { surveyWithFallback } from './survey';
import { type ModelCuratorOptions, type Survey } from './types';
import { writeTexts } from './write-texts';

/** Tokens of the pages that recall may return. What is sent to the model has its own limits. */
export const MAX_RECALL_TOKENS = 60_000;

/**
 * A curator that asks `model`.
 *
 * @returns its `curate` throws the ModelErrors of the model, `living-wiki:model_empty_answer` if a survey has no claims, and
 *   `living-wiki:model_invalid_answer` if none of its quotes is in the source
 */
export function createModelCurator(options: ModelCuratorOptions): Curator {
  const cached: { key: string; stable: readonly string[] } = { key: '', stable: [] };
  return {
    name: 'model',
    async curate(request) {
      // All prompts of a run begin with the same text, delimiters included, because providers charge less for a cached prefix.
      const current = await buildStablePart(request.snapshot, request.lens, options.random, options.language);
      const key = current.join('\n').replace(/untrusted-[a-z0-9]{20}/g, '');
      if (cached.key !== key) Object.assign(cached, { key, stable: current });
      return curate(startCuration(request, options, cached.stable));
    },
  };
}

/** Curates one source. */
async function curate(curation: Curation): Promise<ChangeSet> {
  const { snapshot, index, lens, text, source } = curation.request;
  const before = findSummary(source, snapshot);
  if (before !== null && isUnchanged(curation)) {
    curation.notes.push(`This source was read before: its summary is "${before.slug}".`);
    return buildChangeSet(curation, [], [], {});
  }
  if (before !== null) {
    curation.notes.push(
      `The source has changed since "${before.slug}" was written. This is a second summary, which supersedes the first.`,
    );
  }
  curation.notes.push(...undatedNotes(curation.request));
  for (const { path, reason } of curation.promptContext.steering) {
    curation.notes.push(
      `Earlier feedback: ${path === null ? '' : `${path}: `}${reason.replace(/\s+/g, ' ').slice(0, 400)}`,
    );
  }
  const recalled = await recall({ text, snapshot, index, lens, budget: MAX_RECALL_TOKENS });
  const listed = selectListedPages(recalled, snapshot);
  const survey = await surveyWithFallback(curation, listed);
  curation.notes.push(...survey.notes);
  const summary = chooseSummarySlug(source, snapshot, curation.schema);
  const names = await selectNewNames(curation.request, survey, curation.schema, new Set([summary]));
  const affected = selectPages(curation, findAffectedPages(curation.request, survey.claims, recalled, listed));
  const rules = buildTextRules(curation, [summary, ...names.map(({ slug }) => slug)], survey);
  const slugs = [...affected.map(({ page }) => page.slug), ...names.map(({ slug }) => slug)];
  const { replaced, notes } = findReplacedPages(curation.request, survey, names, conflictPolicy(curation));
  curation.notes.push(...notes);
  const texts = await writeTexts(curation, survey, names, slugs, replaced);
  const pageEdits: PageEdits[] = [];
  for (const [position, each] of affected.entries()) {
    throwIfCancelled(curation.request.run);
    curation.request.run.progress({ stage: 'edit', done: position, total: affected.length, detail: each.page.path });
    const edits = await requestPageEdits(curation, each, rules, slugs);
    if (edits !== null) pageEdits.push(edits);
  }
  const allReplaced = [...replaced, ...replacedSummary(before, summary)];
  const content = { survey, summary, texts, pageEdits, rules, replaced: allReplaced };
  const files = await buildFiles(curation, content);
  const facts = buildFacts(curation, content, recalled);
  return withAnswerNotes(
    buildChangeSet(curation, files, logBullets(pageEdits), facts),
    answeredQuestions(curation, survey),
    (text) => `Answers the question “${text}”.`,
  );
}

/** The open questions that claims answer, according to the model. {@link withAnswerNotes} drops those without evidence. */
function answeredQuestions({ promptContext }: Curation, { claims }: Survey): readonly AnsweredQuestion[] {
  return (promptContext.questions ?? []).slice(0, MAX_QUESTIONS).map(({ id, text }, at) => ({
    id,
    text,
    quotes: claims.flatMap(({ quote, answers }) => (answers?.includes(`q${at + 1}`) === true ? [quote] : [])),
  }));
}

function isUnchanged(curation: Curation): boolean {
  const { snapshot, source, text } = curation.request;
  const { sources } = snapshot.provenance;
  return !Object.hasOwn(sources, source.path) || sources[source.path]?.contentHash === text.hash;
}

function buildFacts(
  curation: Curation,
  { survey, texts, pageEdits }: ChangeContent,
  recalled: readonly RecalledPage[],
): JsonObject {
  return {
    ...curation.caller.facts(),
    claims: survey.claims.length,
    claimsNotFound: survey.claims.filter(({ verdict }) => verdict === 'not-found').length,
    newPages: texts.pages.map(({ name }) => name.slug),
    updatedPages: pageEdits.map(({ target }) => target.page.slug),
    recall: recalled.slice(0, 60).map(({ path, reasons }) => ({ path, reasons })),
    ...(survey.transcription === null
      ? {}
      : { transcription: survey.transcription, readBy: curation.options.model.name }),
  };
}

function buildChangeSet(
  curation: Curation,
  files: readonly FileEdit[],
  bullets: readonly string[],
  facts: JsonObject,
): ChangeSet {
  const { source, text, snapshot } = curation.request;
  return dropRefusedHunks(
    {
      title: `Ingest ${source.path.slice(source.path.indexOf('/') + 1)}`,
      producer: 'ingest',
      files,
      log: { event: 'ingest', subject: source.path, bullets },
      sources: [sourceRead({ source, text })],
      notes: [...new Set(curation.notes)],
      facts: { curator: 'model', ...facts },
    },
    snapshot,
  );
}

const replacedSummary = (before: Page | null, by: string): readonly ReplacedPage[] =>
  before === null ? [] : [{ page: before, by, claim: null, why: 'its source has changed' }];

function logBullets(pageEdits: readonly PageEdits[]): readonly string[] {
  return pageEdits.flatMap(({ target, conflicts }) =>
    conflicts.map(
      ({ resolution }) =>
        `Contradiction on ${target.page.slug}${resolution === null ? '' : `, settled by ${resolution.by}`}`,
    ),
  );
}
