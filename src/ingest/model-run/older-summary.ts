import { isoTime } from '../../base';
import { buildUpdate, LOSS_KINDS, type FileEdit, type SpliceSpec } from '../../change';
import { readStatements, type FrontmatterEdit } from '../../markdown';
import { type Page } from '../../wiki';
import { changedSection } from '../changed-since';
import { frontmatterSplices } from '../extractive/frontmatter';
import { type ChangedSummaries } from './changed-statements';
import { type FileContext } from './page-properties';

/** What a new source does to the summary of an older one. */
interface SummaryChange {
  /** What its source and the new one contradict each other in, by policy left open; `null` for nothing. */
  readonly contradiction: string | null;
  readonly changed: ChangedSummaries;
}

/** Marks the summary of an older source as contradicted, and lists what the new source changes of what it said. */
export function buildOlderSummary(
  page: Page,
  text: string,
  { contradiction, changed }: SummaryChange,
  { curation, summary, createdHunks }: FileContext,
): FileEdit | null {
  const { source, now } = curation.request;
  const head = createdHunks.get(summary.slug) ?? [];
  const section = sectionSplice(page, text, changed, [head].flat(), curation.request.snapshot.sourcesOf(page)[0]?.id);
  if (section === null && contradiction === null) return null;
  const edits: readonly FrontmatterEdit[] = [
    ...(contradiction === null ? [] : [{ op: 'add' as const, path: ['contradicts'], value: summary.slug }]),
    { op: 'set', path: ['updated_at'], value: isoTime(now) },
  ];
  const reason =
    contradiction === null
      ? `${source.path} changes what its source says.`
      : `Its source and ${source.path} contradict each other: ${contradiction}`;
  const properties = frontmatterSplices(text, edits).map((splice): SpliceSpec => {
    const needs = contradiction === null && section?.name !== undefined ? [section.name] : [head].flat();
    return { ...splice, title: 'Properties', reason, needs };
  });
  const why = contradiction === null ? 'a newer source changes what it says' : 'its source is contradicted';
  return buildUpdate({
    path: page.path,
    base: text,
    splices: [...properties, ...(section === null ? [] : [section])],
    why: [why],
  });
}

function sectionSplice(
  page: Page,
  text: string,
  { statements, changedAgain, needs }: ChangedSummaries,
  head: readonly string[],
  sourceId: string | undefined,
): SpliceSpec | null {
  if (sourceId === undefined) return null;
  const own = statements.get(page) ?? [];
  const definitions = new Map(
    [...readStatements(text).definitions].reverse().map(({ label, content }) => [label.toLowerCase(), content]),
  );
  const section = changedSection(page, text, sourceId, own, definitions, changedAgain);
  if (section === null) return null;
  return {
    ...section,
    name: 'changed',
    title: 'Changed since',
    reason: 'What this source says and the new one changes, with what is said now.',
    needs: [...head, ...needs(section.text)],
    declares: LOSS_KINDS,
  };
}
