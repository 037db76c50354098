import { throwIfCancelled, type JsonObject } from '../../base';
import type { ChangeSet, FileEdit } from '../../change';
import type { Page } from '../../wiki';
import { summaryOf, summarySlug } from '../extractive/write';
import { recall, type RecalledPage } from '../recall';
import { tellAnswers, type AnsweredQuestion } from '../answered';
import { mostAsked, type Curator } from '../types';
import { affectedPages } from './affected';
import { buildFiles } from './build-files';
import type { NewPage } from './build-new';
import { policyOf, startCuration, textRules, type Curation } from './curation';
import { chosenPages, editPage, type Edited } from './edit-pages';
import { withoutRefused } from './guarded';
import { newNames } from './new-names';
import { listedPages, stablePart } from './prompt';
import { replacedPages, type Replaced } from './replaced';
import { surveyOrFallback } from './survey';
import type { ModelCuratorOptions, Survey } from './types';
import { writeTexts } from './write-texts';

/** Tokens of page text that recall may name; what is sent of it is bounded apart. */
export const recallBudget = 60_000;

/**
 * A curator that asks `model`.
 *
 * @returns its `curate` throws ModelError as the model room does, and `living-wiki:model_empty_answer` or
 *   `living-wiki:model_invalid_answer` when a survey has no claim or not one quote that the source holds
 */
export function createModelCurator(options: ModelCuratorOptions): Curator {
  const known: { key: string; stable: readonly string[] } = { key: '', stable: [] };
  return {
    name: 'model',
    async curate(request) {
      // The same beginning for every source of a run, its delimiters included: providers charge less for what they know.
      const fresh = await stablePart(request.snapshot, request.lens, options.random, options.language);
      const key = fresh.join('\n').replace(/untrusted-[a-z0-9]{20}/g, '');
      if (known.key !== key) Object.assign(known, { key, stable: fresh });
      return curate(startCuration(request, options, known.stable));
    },
  };
}

/** One curation of one source. */
async function curate(curation: Curation): Promise<ChangeSet> {
  const { snapshot, index, lens, text, source } = curation.request;
  const before = summaryOf(source, snapshot);
  if (before !== null && isRecorded(curation)) {
    curation.notes.push(`This source was read before: its summary is "${before.slug}".`);
    return changeSetOf(curation, [], [], {});
  }
  if (before !== null) {
    curation.notes.push(
      `The source has changed since "${before.slug}" was written. This is a second summary, which supersedes the first.`,
    );
  }
  for (const { path, reason } of curation.prompting.steering) {
    curation.notes.push(`Steered by: ${path === null ? '' : `${path}: `}${reason.replace(/\s+/g, ' ').slice(0, 400)}`);
  }
  const recalled = await recall({ text, snapshot, index, lens, budget: recallBudget });
  const listed = listedPages(recalled, snapshot);
  const survey = await surveyOrFallback(
    curation.request,
    listed,
    curation.prompting,
    curation.asking,
    curation.options.fallback,
  );
  curation.notes.push(...survey.notes);
  const summary = summarySlug(source, snapshot, curation.schema);
  const names = await newNames(curation.request, survey, curation.schema, new Set([summary]));
  const affected = chosenPages(curation, affectedPages(curation.request, survey.claims, recalled, listed));
  const rules = textRules(curation, [summary, ...names.map(({ slug }) => slug)], survey);
  const slugs = [...affected.map(({ page }) => page.slug), ...names.map(({ slug }) => slug)];
  const { replaced, notes } = replacedPages(curation.request, survey, names, policyOf(curation));
  curation.notes.push(...notes);
  const created = await writeTexts(curation, survey, names, slugs, replaced);
  const edited: Edited[] = [];
  for (const [position, each] of affected.entries()) {
    throwIfCancelled(curation.request.run);
    curation.request.run.progress({ stage: 'edit', done: position, total: affected.length, detail: each.page.path });
    const one = await editPage(curation, each, rules, slugs);
    if (one !== null) edited.push(one);
  }
  const files = await buildFiles(curation, survey, summary, created, edited, rules, [
    ...replaced,
    ...replacedSummary(before, summary),
  ]);
  const facts = factsOf(curation, survey, recalled, created.pages, edited);
  return tellAnswers(
    changeSetOf(curation, files, bulletsOf(edited), facts),
    answersOf(curation, survey),
    (text) => `Answers the question “${text}”.`,
  );
}

/** The open questions that a claim of the source answers, as the model says; what carries none of their quotes goes later. */
function answersOf({ prompting }: Curation, { claims }: Survey): readonly AnsweredQuestion[] {
  return (prompting.questions ?? []).slice(0, mostAsked).map(({ id, text }, at) => ({
    id,
    text,
    quotes: claims.flatMap(({ quote, answers }) => (answers?.includes(`q${at + 1}`) === true ? [quote] : [])),
  }));
}

function isRecorded(curation: Curation): boolean {
  const { snapshot, source, text } = curation.request;
  const { sources } = snapshot.provenance;
  return !Object.hasOwn(sources, source.path) || sources[source.path]?.contentHash === text.hash;
}

function factsOf(
  curation: Curation,
  survey: Survey,
  recalled: readonly RecalledPage[],
  pages: readonly NewPage[],
  edited: readonly Edited[],
): JsonObject {
  return {
    ...curation.asking.facts(),
    claims: survey.claims.length,
    claimsNotFound: survey.claims.filter(({ verdict }) => verdict === 'not-found').length,
    newPages: pages.map(({ name }) => name.slug),
    updatedPages: edited.map(({ job }) => job.page.slug),
    recall: recalled.slice(0, 60).map(({ path, reasons }) => ({ path, reasons })),
    ...(survey.transcription === null
      ? {}
      : { transcription: survey.transcription, readBy: curation.options.model.name }),
  };
}

function changeSetOf(
  curation: Curation,
  files: readonly FileEdit[],
  bullets: readonly string[],
  facts: JsonObject,
): ChangeSet {
  const { source, text, snapshot } = curation.request;
  return withoutRefused(
    {
      title: `Ingest ${source.path.slice(source.path.indexOf('/') + 1)}`,
      producer: 'ingest',
      files,
      log: { event: 'ingest', subject: source.path, bullets },
      sources: [{ path: source.path, hash: text.hash }],
      notes: [...new Set(curation.notes)],
      facts: { curator: 'model', ...facts },
    },
    snapshot,
  );
}

const replacedSummary = (before: Page | null, by: string): readonly Replaced[] =>
  before === null ? [] : [{ page: before, by, claim: null, why: 'its source has changed' }];

function bulletsOf(edited: readonly Edited[]): readonly string[] {
  return edited.flatMap(({ job, conflicts }) =>
    conflicts.map(
      ({ settled }) => `Contradiction on ${job.page.slug}${settled === null ? '' : `, settled by ${settled.by}`}`,
    ),
  );
}
