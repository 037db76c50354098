import { isoTime } from '../../base';
import {
  buildCreation,
  buildUpdate,
  hunkId,
  LOSS_KINDS,
  type Evidence,
  type FileEdit,
  type PartSpec,
  type SpliceSpec,
} from '../../change';
import { pathForNewPage, renderNewPage, sourceReference } from '../../wiki';
import { capConfidence, confidenceCap, confidenceNote } from '../confidence';
import { formatUnitRanges } from '../units';
import { type AccountedDrop, type PageAccount } from './account';
import { splitBlocks } from './blocks';
import { type Curation } from './curation';
import { type DraftText } from './draft-text';
import { hasVariant, sourcesOfMarks, type MarkTarget } from './marks';
import { aliasesFor } from './page-aliases';
import { type DraftSplice } from './draft-splice';
import { propertySplices, type FileContext } from './page-properties';
import { type PlannedPage } from './planned-page';
import { type WrittenPage } from './read-written';
import { separateDrops, type SplicePart } from './separate-drops';
import { findUnsupportedDetails } from './unsupported-details';

const MAX_WARNINGS = 3;

/** A new page before its parts: its path, and its head, which all other parts need. */
export interface NewPageHead {
  readonly path: string;
  readonly head: string;
  readonly headId: string;
}

export function buildHead(
  curation: Curation,
  { planned, written, content }: WrittenPage,
  supersedes: readonly string[],
  pages: readonly PlannedPage[],
): NewPageHead {
  const { request, schema } = curation;
  const { snapshot, source, now } = request;
  const path = pathForNewPage(snapshot, planned.kind, planned.slug);
  // A page that takes over what other pages say rests on their sources, too.
  const sources = [...new Set([source, ...sourcesOfMarks(content?.marks ?? [], snapshot)])];
  const cap = confidenceCap(sources);
  const confidence = written.confidence === null ? null : capConfidence(written.confidence, cap);
  if (written.confidence !== null && confidence !== written.confidence) {
    curation.notes.push(`${planned.slug}: ${confidenceNote(written.confidence, confidence, cap)}`);
  }
  const head = renderNewPage({
    schema,
    slug: planned.slug,
    kind: planned.kind,
    title: planned.title,
    sources: sources.map((each) => sourceReference(each, schema)),
    ...(confidence === null ? {} : { confidence }),
    updatedAt: isoTime(now),
    aliases: aliasesFor(curation, planned, pages, written.aliases, {
      words: wordsForAliases(content, curation),
      text: content?.text ?? '',
    }),
    supersedes,
    body: '',
  });
  return { path, head, headId: hunkId(path, 0, 0, head) };
}

/** Where a name may stand: in what the page cites first, for its spelling there, then anywhere in the source, headings included. */
function wordsForAliases(content: Pick<DraftText, 'marks'> | null, { request }: Curation): string {
  const cited = (content?.marks ?? []).map(({ unit }) => unit?.text ?? '');
  return [...cited, ...request.text.passages.map(({ text }) => text)].join('\n');
}

/** A new page: its head, then one part for each section. */
export function buildNewPage(page: WrittenPage, { path, head }: NewPageHead, context: FileContext): FileEdit {
  const { planned, content, account } = page;
  const reason = planned.why === '' ? `The source says enough about ${planned.title}.` : planned.why;
  const parts: PartSpec[] = [
    { text: head, reason, evidence: evidenceOf(content?.marks.slice(0, 1) ?? [], context.curation) },
  ];
  for (const section of sectionsOf(content?.text ?? '')) {
    parts.push(partOf(section, content, planned.slug, account, context));
  }
  return buildCreation({ path, parts, why: [reason] });
}

/** The lead, then each `##` section. */
export function sectionsOf(text: string): readonly string[] {
  const sections: string[][] = [];
  for (const block of splitBlocks(text)) {
    const last = sections.at(-1);
    if (last === undefined || block.startsWith('## ')) sections.push([block]);
    else last.push(block);
  }
  return sections.map((blocks) => blocks.join('\n\n'));
}

function partOf(
  text: string,
  content: DraftText | null,
  slug: string,
  account: PageAccount,
  context: FileContext,
): PartSpec {
  const used = marksIn(text, content?.marks ?? [], content?.footnotes ?? []);
  return {
    text: `\n${text}\n`,
    reason: reasonFor(text, used.marks, account, context),
    evidence: evidenceOf(used.marks, context.curation),
    needs: (content?.links ?? []).flatMap((link) =>
      link !== slug && text.includes(`[[${link}`) ? (context.createdHunks.get(link) ?? []) : [],
    ),
    footnotes: used.footnotes,
  };
}

/** The marks and footnotes that a piece of a page uses. */
export function marksIn(
  text: string,
  marks: readonly MarkTarget[],
  footnotes: DraftText['footnotes'],
): { readonly marks: readonly MarkTarget[]; readonly footnotes: DraftText['footnotes'] } {
  const labels = new Set([...text.matchAll(/\[\^([^\s[\]]+)\]/g)].map(([, label]) => label ?? ''));
  return {
    footnotes: footnotes.filter(({ label }) => labels.has(label)),
    marks: marks.filter(({ label, note, sourceId }) =>
      note === null ? text.includes(`[${sourceId}]`) : hasVariant(labels, label),
    ),
  };
}

/** @param before the page as it was: what it said already is not looked for again */
function reasonFor(
  text: string,
  marks: readonly MarkTarget[],
  account: PageAccount,
  { curation, planned }: FileContext,
  before = '',
): string {
  const own = marks.flatMap(({ unit }) => unit?.number ?? []);
  const known = marks.flatMap(({ note, unit, sourceId }) => [
    curation.dateOf(sourceId) ?? '',
    note?.quote ?? '',
    unit?.text ?? '',
    unit?.lead ?? '',
    unit?.date ?? '',
    (unit ?? note)?.anchor.heading ?? '',
    (unit ?? note)?.speaker ?? '',
  ]);
  // Names of pages are known, too. The title of a callout is no statement.
  const said = text.replace(/\[\^[^\]]*\]|\[\[[^\]]*\]\]|^> \[!.*$/gm, ' ');
  const titles = planned.map(({ title }) => title);
  const strange = findUnsupportedDetails(said, [...known, ...titles, before, curation.date ?? '']);
  const warnings = account.warnings.filter(({ sentence }) => text.includes(beginning(sentence))).slice(0, MAX_WARNINGS);
  return [
    own.length === 0
      ? 'Based on what the page already cites.'
      : `Based on ${own.length === 1 ? 'passage' : 'passages'} ${formatUnitRanges(own)} of the source.`,
    ...(strange.length === 0 ? [] : [`Not in its quotes: ${strange.join(', ')}.`]),
    ...warnings.map((warning) => (/[.!?]$/.test(warning.text) ? warning.text : `${warning.text}.`)),
  ].join(' ');
}

/** What follows may have markup that a warning does not show. */
const beginning = (sentence: string): string => /^[^"]{8,60}/.exec(sentence)?.[0] ?? '\0';

export function evidenceOf(marks: readonly MarkTarget[], { request }: Curation): readonly Evidence[] {
  const { source, text, picture } = request;
  return marks.flatMap(({ unit }) =>
    unit === null
      ? []
      : [
          {
            source: source.path,
            sourceHash: text.hash,
            quote: unit.text,
            anchor: unit.anchor,
            verdict: picture === undefined ? ('found' as const) : ('unchecked' as const),
          },
        ],
  );
}

/** The change of an existing page; `null` if nothing changes. */
export function buildChangedPage(
  page: WrittenPage,
  contradicts: readonly string[],
  context: FileContext,
): FileEdit | null {
  const { planned, account, change, written } = page;
  if (change === null || planned.page === null) return null;
  const { view, draft } = change;
  const content = draft.splices.flatMap((splice, at) => contentSplices(splice, at, page, account, context));
  if (content.length === 0) return null;
  const aliases = aliasesFor(context.curation, planned, context.planned, written.aliases, {
    words: `${view.text}\n${wordsForAliases({ marks: draft.splices.flatMap(({ marks }) => marks) }, context.curation)}`,
    text: draft.after,
  });
  const provenance = propertySplices(page, content, aliases, contradicts, context);
  const needs = provenance.map(({ name }) => name ?? '');
  const splices = [
    ...provenance,
    ...content.map((splice) => ({ ...splice, needs: [...(splice.needs ?? []), ...needs] })),
  ];
  const why = planned.why === '' ? 'the source adds to it' : planned.why;
  return buildUpdate({ path: planned.page.path, base: view.text, splices, why: [why] });
}

/** A replacement, and by themselves the statements that it drops. */
function contentSplices(
  splice: DraftSplice,
  at: number,
  page: WrittenPage,
  account: PageAccount,
  context: FileContext,
): readonly SpliceSpec[] {
  const text = page.change?.view.text ?? '';
  const dropped = account.dropped.filter((drop) => isWithin(drop, splice));
  // What another statement says goes with the new text.
  const said = dropped.filter(({ saidOn }) => saidOn !== undefined);
  const parts = separateDrops(
    text,
    splice,
    dropped.filter((drop) => !said.includes(drop)),
  );
  // Others name the part with the new text.
  const main = parts.findIndex(({ role }) => role === 'text');
  const nameOf = (index: number): string => (index === main ? `content-${at}` : `content-${at}.${index}`);
  const joined = parts.flatMap(({ role }, index) => (role === 'drop' ? [] : [nameOf(index)]));
  return parts.map((part, index) => {
    const drops = index === Math.max(0, main) ? [...part.drops, ...said] : part.drops;
    const spec = contentSplice({ ...part, drops }, page, account, context);
    const needs = [...(spec.needs ?? []), ...joined.filter((name) => name !== nameOf(index))];
    return { ...spec, name: nameOf(index), needs };
  });
}

function contentSplice(
  { splice, drops }: SplicePart,
  page: WrittenPage,
  account: PageAccount,
  context: FileContext,
): SpliceSpec {
  return {
    start: splice.start,
    end: splice.end,
    text: splice.text,
    reason: reasonFor(splice.text, splice.marks, account, context, page.change?.view.text),
    evidence: evidenceOf(splice.marks, context.curation),
    needs: [
      ...splice.links.flatMap((slug) => (slug === page.planned.slug ? [] : (context.createdHunks.get(slug) ?? []))),
      ...tiedTo(splice, page.change?.draft.splices ?? []),
    ],
    // A composed page has headings and links of its own. What it no longer says is in `drops`.
    declares: splice.end > splice.start ? LOSS_KINDS : [],
    footnotes: splice.footnotes,
    drops: drops.map(({ text, reason, saidOn }) => ({ text, reason, ...(saidOn !== undefined && { saidOn }) })),
  };
}

/** The names of the replacements that move sentences together with this one, or that have to stand before it. */
function tiedTo(splice: DraftSplice, all: readonly DraftSplice[]): readonly string[] {
  const wanted = new Set([...(splice.ties ?? []), ...(splice.behind === undefined ? [] : [splice.behind])]);
  const isThis = (other: DraftSplice): boolean => other.ties === splice.ties;
  return all.flatMap((other, at) =>
    !isThis(other) && (other.ties ?? []).some((tie) => wanted.has(tie)) ? [`content-${at}`] : [],
  );
}

/** Whether a statement stood in what a replacement replaces. */
export function isWithin({ start }: Pick<AccountedDrop, 'start'>, splice: Pick<DraftSplice, 'start' | 'end'>): boolean {
  return start >= splice.start && start < Math.max(splice.end, splice.start + 1);
}
