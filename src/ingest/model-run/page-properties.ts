import { isoTime } from '../../base';
import { type Evidence, type SpliceSpec } from '../../change';
import { bodyStartOf, escapeMarkdown, type FrontmatterEdit, type Splice } from '../../markdown';
import { aliasPath, type Page, sourceReference } from '../../wiki';
import { describeTaken, takenAliases } from '../taken-aliases';
import { confidenceEdits, confidenceReason } from '../confidence';
import { frontmatterSplices } from '../extractive/frontmatter';
import { type Curation } from './curation';
import { sourcesOfMarks } from './marks';
import { type PlannedPage } from './planned-page';
import { type WrittenPage } from './read-written';

/** What the files of one change share. */
export interface FileContext {
  readonly curation: Curation;
  /** Slugs that the summary contradicts, by policy left open. */
  readonly summary: { readonly slug: string; readonly headId: string };
  /** The id of the hunk that creates a page, by slug. */
  readonly createdHunks: ReadonlyMap<string, string>;
  /** The pages that the source goes to. */
  readonly planned: readonly PlannedPage[];
  /** Slugs of pages that each new page replaces. */
  readonly supersedes: ReadonlyMap<string, readonly string[]>;
}

/** `sources`, `confidence`, `updated_at`, `aliases` and `contradicts`, set by code. All other splices of the page depend on them. */
export function propertySplices(
  { planned, change, cited }: WrittenPage,
  content: readonly SpliceSpec[],
  aliases: readonly string[],
  contradicts: readonly string[],
  context: FileContext,
): readonly SpliceSpec[] {
  const { curation, summary } = context;
  const { source, snapshot, now } = curation.request;
  const { page } = planned;
  if (page?.schema === null || page === null || change === null) return [];
  const { schema } = page;
  const created = new Set(context.createdHunks.keys());
  const taken = takenAliases(
    page,
    context.planned.filter((each) => created.has(each.slug)),
  );
  const listed = new Set(snapshot.sourcesOf(page));
  const moved = sourcesOfMarks(
    change.draft.splices.flatMap(({ marks }) => marks),
    snapshot,
  ).filter((each) => each !== source && !listed.has(each));
  const added = [...(cited.size > 0 ? [source] : []), ...moved];
  const capped = cited.size > 0 ? confidenceEdits(page, source, curation.request.snapshot) : [];
  const edits: FrontmatterEdit[] = [
    ...added.map((each) => ({ op: 'add' as const, path: ['sources'], value: sourceReference(each, schema) })),
    ...capped,
    { op: 'set', path: ['updated_at'], value: isoTime(now) },
    ...aliasesOf(planned, page, aliases).map((alias) => ({
      op: 'add' as const,
      path: aliasPath(schema),
      value: alias,
    })),
    ...taken.map(({ alias }) => ({ op: 'drop' as const, path: aliasPath(schema), value: alias })),
    ...(planned.title === page.title ? [] : [{ op: 'set' as const, path: ['title'], value: planned.title }]),
    ...contradicts.map((slug) => ({ op: 'add' as const, path: ['contradicts'], value: slug })),
  ];
  const [only, second] = content;
  const reasons = [
    added.length > 0
      ? `The page now also rests on ${added.map(({ path }) => path).join(' and ')}.${confidenceReason(capped)}`
      : 'The page changes.',
    ...(planned.title === page.title ? [] : [`Its title becomes "${planned.title}"; the old one stays as an alias.`]),
    ...taken.map(describeTaken),
  ];
  const heading = planned.title === page.title ? [] : headingSplices(change.view.text, page.title, planned.title);
  return [...frontmatterSplices(change.view.text, edits), ...heading].map((splice, index, all) => ({
    ...splice,
    name: `source-${index}`,
    title: 'Properties',
    reason: reasons.join(' '),
    evidence: uniqueEvidence(content.flatMap(({ evidence = [] }) => evidence)),
    needs: [
      ...all.flatMap((_, other) => (other === index ? [] : [`source-${other}`])),
      ...(second === undefined && only?.name !== undefined ? [only.name] : []),
      ...(contradicts.includes(summary.slug) ? [summary.headId] : []),
    ],
  }));
}

function uniqueEvidence(evidence: readonly Evidence[]): readonly Evidence[] {
  return [...new Map(evidence.map((each) => [each.quote, each])).values()];
}

/** A page is still found by the title that it had. */
function aliasesOf({ title }: PlannedPage, page: Page, added: readonly string[]): readonly string[] {
  return title === page.title || page.aliases.includes(page.title) ? added : [...added, page.title];
}

/** The heading that repeats the title; another one is the owner's. */
function headingSplices(text: string, from: string, to: string): readonly Splice[] {
  const bodyStart = bodyStartOf(text);
  const [line = '', gap = '', heading = ''] = /^(\s*)# ([^\r\n]*)/.exec(text.slice(bodyStart)) ?? [];
  if (heading !== from && heading !== escapeMarkdown(from)) return [];
  return [{ start: bodyStart + gap.length, end: bodyStart + line.length, text: `# ${escapeMarkdown(to)}` }];
}
