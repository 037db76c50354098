import { isoTime } from '../../base';
import {
  buildCreation,
  buildUpdate,
  hunkId,
  LOSS_KINDS,
  type FileEdit,
  type PartSpec,
  type SpliceSpec,
} from '../../change';
import { pathForNewPage, renderNewPage, sourceReference, type Page } from '../../wiki';
import { dropsOf, summaryEdits, tieTogether, type LeavingPage, type OwnedEdit } from '../details';
import { renderPageLink } from '../extractive/context';
import { frontmatterSplices } from '../extractive/frontmatter';
import { isWithin, marksIn, sectionsOf } from '../model-run/build-files';
import { quotedEvidence } from '../model-run/mark-sources';
import { sourcesOfMarks, type MarkTarget } from '../model-run/marks';
import { type HubDrafter, type HubRequest, type WrittenHub } from './draft-hubs';
import { hubLinks } from './hub-links';

interface HubHead {
  readonly path: string;
  readonly head: string;
  readonly headId: string;
}

/** The files of new and changed hubs. New ones link to each other, so that a reader comes from one to the next. */
export function buildHubFiles(
  request: HubRequest,
  drafter: HubDrafter,
  hubs: readonly WrittenHub[],
): readonly FileEdit[] {
  const created = hubs.filter(({ page }) => page.change === null);
  const heads = new Map(created.map((hub) => [hub.page.planned.slug, headOf(request, drafter, hub)] as const));
  const context: BuildContext = { request, hubs, heads };
  const edits = hubs.flatMap((hub): readonly OwnedEdit[] => {
    const { slug } = hub.page.planned;
    const head = heads.get(slug);
    const edit = head === undefined ? changedHub(hub, context) : newHub(hub, head, context);
    // What a summary keeps, and the new text without it, belong together.
    const isLeaving = hub.left.some(({ isTold }) => !isTold);
    return edit === null ? [] : [{ edit, ownerOf: ({ id }) => (isLeaving ? slug : id) }];
  });
  const leaving = hubs.flatMap(({ page: { planned, change }, left }): readonly LeavingPage[] =>
    change === null ? [] : [{ slug: planned.slug, title: planned.title, view: change.view, left }],
  );
  return tieTogether([...edits, ...summaryEdits(drafter.summaries, leaving, drafter.renderNote)]);
}

interface BuildContext {
  readonly request: HubRequest;
  readonly hubs: readonly WrittenHub[];
  readonly heads: ReadonlyMap<string, HubHead>;
}

function headOf({ snapshot, now }: HubRequest, drafter: HubDrafter, { role, page }: WrittenHub): HubHead {
  const { planned, content } = page;
  const { schema } = drafter;
  const path = pathForNewPage(snapshot, planned.kind, planned.slug);
  const head = renderNewPage({
    schema,
    slug: planned.slug,
    kind: planned.kind,
    title: planned.title,
    sources: sourcesOfMarks(content?.marks ?? [], snapshot).map((source) => sourceReference(source, schema)),
    updatedAt: isoTime(now),
    ...(role !== null && { metadata: { 'living-wiki': { hub: role } } }),
    body: '',
  });
  return { path, head, headId: hunkId(path, 0, 0, head) };
}

function newHub({ page, role }: WrittenHub, { path, head }: HubHead, context: BuildContext): FileEdit {
  const { planned, content } = page;
  const { request } = context;
  const { text: written, links } = withoutSeeAlso(content?.text ?? '');
  const sections = sectionsOf(written);
  const reason = planned.why;
  const parts: PartSpec[] = [
    { text: head, reason, evidence: quotedEvidence(content?.marks.slice(0, 1) ?? [], request.snapshot) },
  ];
  for (const text of sections) {
    const used = marksIn(text, content?.marks ?? [], content?.footnotes ?? []);
    parts.push({
      text: `\n${text}\n`,
      reason: 'It says what other pages say, with their footnotes.',
      evidence: quotedEvidence(used.marks, request.snapshot),
      needs: needsOf(text, planned.slug, context),
      footnotes: used.footnotes,
    });
  }
  if (role !== null) parts.push(...seeAlso(page.planned.slug, written, links, context));
  return buildCreation({ path, parts, why: [reason] });
}

/** The hunks that create the pages to which a text links. */
function needsOf(text: string, own: string, { heads }: BuildContext): readonly string[] {
  return [...heads].flatMap(([slug, { headId }]) => (slug !== own && text.includes(`[[${slug}`) ? [headId] : []));
}

/** The line of that kind that the model wrote at the end, which the other hubs are to join. */
function withoutSeeAlso(text: string): { readonly text: string; readonly links: readonly string[] } {
  const [line = ''] = /(?:^|\n\n)See also: (?:\[\[[^[\]]+\]\](?:, )?)+$/.exec(text) ?? [];
  return { text: text.slice(0, text.length - line.length), links: line.match(/\[\[[^[\]]+\]\]/g) ?? [] };
}

/** One line with what the model wants there, and the other hubs, new and old, that the page does not link yet. */
function seeAlso(own: string, text: string, wanted: readonly string[], context: BuildContext): readonly PartSpec[] {
  const { lens } = context.request;
  const autoLink = lens.effective.curation.autoLink;
  const said = `${text}\n${wanted.join('\n')}`;
  const isLinking = autoLink !== 'off' && autoLink !== 'manual';
  const others = isLinking
    ? context.hubs.filter(({ page }) => page.planned.slug !== own && !said.includes(`[[${page.planned.slug}`))
    : [];
  const known = isLinking ? hubLinks(context.request.snapshot, own) : [];
  const added = [
    ...others.map(({ page }) => renderPageLink(page.planned.slug, page.planned.title, { autoLink: true })),
    ...known.filter((link) => !said.includes(link.split(/[|\]]/)[0] ?? link)),
  ];
  const line = `See also: ${[...wanted, ...new Set(added)].join(', ')}`;
  if (wanted.length + added.length === 0) return [];
  return [
    {
      text: `\n${line}\n`,
      title: 'See also',
      reason: 'It links to the other pages of this kind.',
      needs: needsOf(line, own, context),
    },
  ];
}

function changedHub({ page, left }: WrittenHub, context: BuildContext): FileEdit | null {
  const { planned, change, account } = page;
  const { request } = context;
  if (change === null || planned.page === null || change.draft.splices.length === 0) return null;
  const content = change.draft.splices.map((splice, at): SpliceSpec => ({
    name: `content-${at}`,
    start: splice.start,
    end: splice.end,
    text: splice.text,
    reason: planned.why,
    evidence: quotedEvidence(splice.marks, request.snapshot),
    needs: needsOf(splice.text, planned.slug, context),
    declares: splice.end > splice.start ? LOSS_KINDS : [],
    footnotes: splice.footnotes,
    drops: [
      ...account.dropped
        .filter((drop) => isWithin(drop, splice) && drop.given !== 'moved_to')
        .map(({ text, reason, saidOn }) => ({ text, reason, ...(saidOn !== undefined && { saidOn }) })),
      ...dropsOf(left.filter(({ claim }) => isWithin(claim, splice))),
    ],
  }));
  const marks = change.draft.splices.flatMap((splice) => splice.marks);
  const properties = propertySplices(planned.page, change.view.text, marks, request);
  const needs = properties.map(({ name }) => name ?? '');
  const [only, second] = content;
  const splices = [
    ...properties.map((splice) => ({
      ...splice,
      needs: second === undefined && only?.name !== undefined ? [only.name] : [],
    })),
    ...content.map((splice) => ({ ...splice, needs: [...(splice.needs ?? []), ...needs] })),
  ];
  return buildUpdate({ path: planned.page.path, base: change.view.text, splices, why: [planned.why] });
}

function propertySplices(
  page: Page,
  text: string,
  marks: readonly MarkTarget[],
  request: HubRequest,
): readonly SpliceSpec[] {
  const { schema } = page;
  if (schema === null) return [];
  const added = sourcesOfMarks(marks, request.snapshot).map((source) => sourceReference(source, schema));
  return frontmatterSplices(text, [
    ...added
      .filter((reference) => !page.sources.includes(reference))
      .map((value) => ({ op: 'add' as const, path: ['sources'], value })),
    { op: 'set', path: ['updated_at'], value: isoTime(request.now) },
  ]).map((splice, at) => ({
    ...splice,
    name: `properties-${at}`,
    title: 'Properties',
    reason: 'The page changes.',
    evidence: quotedEvidence(marks, request.snapshot),
  }));
}
