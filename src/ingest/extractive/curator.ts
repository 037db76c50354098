import { isoTime, type JsonObject } from '../../base';
import type { ChangeSet, FileEdit } from '../../change';
import { newPageSchema, placeForPage, sourceDate } from '../../wiki';
import { tellAnswers, type AnsweredQuestion } from '../answered';
import { Pace } from '../pace';
import { nameTable, recall, type RecalledPage } from '../recall';
import type { CurateRequest, Curator } from '../types';
import { askedOf, type Asked } from './asked';
import { inlineText, longestQuote, stemOf, titleOfFile, type Context } from './context';
import { flagNote } from './flags';
import { mostUpdates, planEntries, planUpdates, type UpdatePlan } from './plan';
import { quoteOf } from './quote';
import { reaches } from './rank';
import { readSource, type Reading } from './read';
import { subjectsOf } from './subjects';
import { wikiWords } from './wiki-words';
import { termsOf, type Term } from './terms';
import { summaryOf, summarySlug, writePlan, type Plan } from './write';

/** Tokens of page text that recall may name; generous, since nothing is sent anywhere. */
const recallBudget = 60_000;

/**
 * The built-in curator. It writes quotations, links and fixed words, never a sentence of its own about a subject. It
 * needs no model and no network, and the same wiki and source give the same bytes.
 */
export const extractiveCurator: Curator = { name: 'extractive', curate };

async function curate(request: CurateRequest): Promise<ChangeSet> {
  const { snapshot, index, lens, text, source, run } = request;
  const known = summaryOf(source, snapshot);
  const notes: string[] = [];
  if (known !== null) {
    const recorded = Object.hasOwn(snapshot.provenance.sources, source.path)
      ? snapshot.provenance.sources[source.path]
      : undefined;
    if (recorded === undefined || recorded.contentHash === text.hash) {
      return changeSet(request, [], [`This source was read before: its summary is "${known.slug}".`], [], {});
    }
    notes.push(
      `The source has changed since "${known.slug}" was written. This is a second summary; the first was left alone.`,
    );
  }
  run.progress({ stage: 'read', done: 0, total: 3, detail: source.path });
  const pace = new Pace(run);
  const reading = await readSource(text, pace);
  const terms = await termsOf(reading, pace);
  const context = contextOf(request, reading, await askedOf(reading, request.questions ?? [], pace));
  await pace.rest();
  run.progress({ stage: 'recall', done: 1, total: 3, detail: source.path });
  const recalled = await recall({ text, snapshot, index, lens, budget: recallBudget, run });
  const names = nameTable(index, snapshot);
  const { subjects, unknown } = await subjectsOf(reading, terms, names, snapshot, wikiWords(request), pace);
  await pace.rest();
  run.progress({ stage: 'write', done: 2, total: 3, detail: source.path });
  const updatePlan = await planUpdates(subjects, recalled, context, run);
  const entries = await planEntries(unknown, index, context, run);
  const plan: Plan = { terms, unknown, subjects, recalled, updates: updatePlan.updates, entries };
  const files = await writePlan(plan, context, pace);
  run.progress({ stage: 'write', done: 3, total: 3, detail: source.path });
  notes.push(...notesOf(updatePlan, plan, context));
  const made = changeSet(request, files, notes, contradictions(plan), factsOf(reading, terms, plan, recalled));
  return tellAnswers(
    made,
    context.asked.map(quotesOf),
    (text) => `May answer the question “${text}”: it has its words.`,
  );
}

const quotesOf = ({ id, text, sentences }: Asked): AnsweredQuestion => ({
  id,
  text,
  quotes: sentences.map((sentence) => quoteOf(sentence, longestQuote).exact),
});

function contextOf(request: CurateRequest, reading: Reading, asked: readonly Asked[]): Context {
  const { snapshot, lens, source, text, now } = request;
  const { curation } = lens.effective;
  const schema = newPageSchema(snapshot);
  const slug = summarySlug(source, snapshot, schema);
  return {
    snapshot,
    manifest: lens.effective,
    reading,
    asked,
    source,
    quoted: { path: source.path, hash: text.hash, format: text.format, citation: `[${source.id}]` },
    schema,
    date: sourceDate(source, text.date)?.slice(0, 10) ?? null,
    updatedAt: isoTime(now),
    reach: reaches[curation.depth ?? 'medium'],
    links: curation.autoLink !== 'off' && curation.autoLink !== 'manual',
    title: titleOf(request),
    summary: { slug, path: placeForPage(snapshot, 'summary', slug) },
  };
}

/** What the document calls itself, else what the wiki does, else its file name in words. */
export function titleOf({ source, text }: Pick<CurateRequest, 'source' | 'text'>): string {
  const stem = stemOf(source.path);
  const own = source.title !== stem ? source.title : (text.title ?? '');
  const title = own.replace(/\s+/g, ' ').trim();
  const shown = title === '' || title.length > 160 ? titleOfFile(stem) : title;
  return shown === '' ? source.id : shown;
}

function contradictions({ updates, entries }: Plan): readonly string[] {
  const all = [
    ...updates.map(({ subject, comparison }) => ({ title: subject.page.title, comparison })),
    ...entries.map(({ term, comparison }) => ({ title: term.name, comparison })),
  ];
  return all.flatMap(({ title, comparison }) =>
    comparison.conflicts.map(({ attribute }) => `Contradiction on ${inlineText(title)}: ${attribute}`),
  );
}

function notesOf({ left, unreadable }: UpdatePlan, plan: Plan, context: Context): readonly string[] {
  const notes: string[] = [];
  if (left.length > 0) {
    const named = left
      .slice(0, 20)
      .map(({ slug }) => slug)
      .join(', ');
    const more = left.length > 20 ? `, and ${left.length - 20} more` : '';
    notes.push(`One source edits at most ${mostUpdates} pages. Named too, but left alone: ${named}${more}.`);
  }
  for (const { path } of unreadable)
    notes.push(`"${path}" is named, but its frontmatter cannot be read. It was left alone.`);
  const compared = [
    ...plan.updates.map(({ subject, comparison }) => ({ title: subject.page.title, comparison })),
    ...plan.entries.map(({ term, comparison }) => ({ title: term.name, comparison })),
  ];
  for (const { title, comparison } of compared) {
    for (const conflict of comparison.conflicts) notes.push(flagNote(conflict, title, context));
    for (const { attribute } of comparison.changed) {
      notes.push(
        `${title}: the sources give "${attribute}" for different years. Both are kept and neither is flagged.`,
      );
    }
  }
  return notes;
}

function factsOf(reading: Reading, terms: readonly Term[], plan: Plan, recalled: readonly RecalledPage[]): JsonObject {
  return {
    language: reading.language,
    sentences: reading.sentences.length,
    names: terms.length,
    newPages: plan.entries.map(({ slug }) => slug),
    updatedPages: plan.updates.map(({ subject }) => subject.page.slug),
    contradictions: contradictions(plan).length,
    recall: recalled.slice(0, 60).map(({ path, reasons }) => ({ path, reasons })),
  };
}

function changeSet(
  { source, text }: CurateRequest,
  files: readonly FileEdit[],
  notes: readonly string[],
  bullets: readonly string[],
  facts: JsonObject,
): ChangeSet {
  return {
    title: `Ingest ${source.path.slice(source.path.indexOf('/') + 1)}`,
    producer: 'ingest',
    files,
    log: { event: 'ingest', subject: source.path, bullets },
    sources: [{ path: source.path, hash: text.hash }],
    notes,
    facts: { curator: 'extractive', ...facts },
  };
}
