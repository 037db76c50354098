import { updateFile, type Evidence, type FileEdit, type SpliceSpec } from '../../change';
import { eolOf, type FrontmatterEdit } from '../../markdown';
import { citeSource, type Source } from '../../wiki';
import { plainMarkdown, quoteOf, quoteText, type QuoteSource } from '../extractive/quote';
import { frontmatterSplices } from '../extractive/frontmatter';
import { quotePlace } from '../extractive/sections';
import { longestQuote, pageLink } from '../extractive/context';
import type { Affected } from './affected';
import { blockEnd, sectionEnd } from './anchors';
import { evidenceFor } from './claims';
import { capped, confidenceCap } from './confidence';
import type { Judged, PageJob, ReadyEdit, ReadyField } from './judge-edits';
import { cleanLine, isName } from './page-text';
import { policyWords, statementLine, type SettledConflict } from './settle-conflicts';
import type { Claim } from './types';
import { unfoundedIn } from './unfounded';

/** What all pages of one change share. */
export interface Writing {
  readonly source: Source;
  readonly quoted: QuoteSource;
  /** Of the source, for people. */
  readonly title: string;
  readonly sourceOf: (ref: string) => Source | undefined;
  /** ISO day of the source; `null` when nothing tells. */
  readonly date: string | null;
  readonly updatedAt: string;
  readonly summary: { readonly slug: string; readonly head: string };
  /** By slug, the id of the hunk that creates a page. */
  readonly created: ReadonlyMap<string, string>;
}

const historyHeading = 'History';

/** That a page has been replaced, and what says so. */
export interface Superseded {
  readonly by: { readonly slug: string; readonly title: string };
  /** Why, as the second half of a sentence. */
  readonly why: string;
  /** Its quote says so; `null` where the facts of the source do. */
  readonly claim: Claim | null;
}

/** Why a part is proposed: its claims, and what a reviewer should look at twice. */
export function reasonOf(
  claims: readonly Claim[],
  words: string,
  known: readonly string[],
  more: readonly string[] = [],
): string {
  const said = claims.slice(0, 3).map(({ text }) => text.replace(/[.\s]+$/, ''));
  const rest = claims.length > said.length ? [`${claims.length - said.length} more claims`] : [];
  const parts = [`The source says: ${[...said, ...rest].join('; ')}.`];
  if (claims.some(({ verdict }) => verdict === 'not-found')) parts.push('A quote of this is not in the source.');
  if (claims.some(({ verdict }) => verdict === 'unchecked')) parts.push('Read in a picture by the model; not checked.');
  const unfounded = unfoundedIn(words, [...known, ...claims.map(({ quote }) => quote)]);
  if (unfounded.length > 0) parts.push(`Not in its quotes: ${unfounded.join(', ')}.`);
  return [...parts, ...more].join(' ');
}

/** The edit of an existing page; `null` when nothing of it is left. */
export function buildPage(
  job: PageJob,
  judged: Judged,
  conflicts: readonly SettledConflict[],
  why: Affected['why'],
  writing: Writing,
  superseded?: Superseded,
): { readonly edit: FileEdit; readonly notes: readonly string[] } | null {
  const settled = applicable(conflicts, judged.edits);
  const body = [
    ...judged.edits.map((edit, index) => editSplice(edit, index, job, writing)),
    ...conflictSplices(settled, job, writing),
  ];
  if (superseded !== undefined) {
    const hasHistory = body.some(({ splice }) => splice.name === 'history');
    body.push(supersededSplice(superseded, hasHistory, job, writing));
  }
  const { splices: fieldSplices, notes } = setFields(judged.fields, job, writing);
  const content = [...body.map(({ splice }) => splice), ...fieldSplices];
  if (content.length === 0) return null;
  const open = settled.some((conflict) => conflict.settled === null && conflict.partner === null);
  const marks = markSplices(job, content, open, writing);
  const needs = marks.map(({ name }) => name ?? '');
  const ordered = [...body].sort((a, b) => a.order - b.order).map(({ splice }) => splice);
  const splices = [
    ...marks,
    ...[...fieldSplices, ...ordered].map((splice) => ({ ...splice, needs: [...(splice.needs ?? []), ...needs] })),
  ];
  return { edit: updateFile({ path: job.page.path, base: job.text, splices, why }), notes };
}

interface Ordered {
  readonly splice: SpliceSpec;
  readonly order: number;
}

function editSplice(edit: ReadyEdit, index: number, job: PageJob, { quoted, created }: Writing): Ordered {
  const lost = edit.declares.length === 0 ? [] : [`Takes away: ${edit.declares.join(', ')}.`];
  return {
    order: edit.order,
    splice: {
      name: `edit-${index}`,
      start: edit.start,
      end: edit.end,
      text: edit.text,
      ...(edit.title === undefined ? {} : { title: edit.title }),
      reason: reasonOf(edit.claims, edit.words, [job.text], lost),
      evidence: evidenceFor(edit.claims, quoted),
      needs: edit.links.flatMap((slug) => created.get(slug) ?? []),
      declares: edit.declares,
    },
  };
}

/** Statements that no edit changes as well, each once. */
export function applicable(
  conflicts: readonly SettledConflict[],
  edits: readonly ReadyEdit[],
): readonly SettledConflict[] {
  return conflicts.filter(
    (conflict, index) =>
      !edits.some((edit) => edit.start < conflict.end && conflict.start < edit.end) &&
      !conflicts.slice(0, index).some((other) => other.start < conflict.end && conflict.start < other.end),
  );
}

function conflictSplices(conflicts: readonly SettledConflict[], job: PageJob, writing: Writing): readonly Ordered[] {
  const { text } = job;
  const eol = eolOf(text);
  const { quoted, source, date } = writing;
  const found: Ordered[] = [];
  const history: { readonly line: string; readonly conflict: SettledConflict; readonly replaces: string | null }[] = [];
  for (const [index, conflict] of conflicts.entries()) {
    const { claim, settled, statement, old } = conflict;
    const evidence = evidenceFor([claim], quoted);
    const quote = quoteText(quoteOf({ text: claim.quote, anchor: claim.anchor }, longestQuote), quoted);
    const was = plainMarkdown(statementLine(statement));
    const by = old === null ? '' : ` [${old.id}]`;
    if (settled === null) {
      const at = blockEnd(text, conflict.end);
      const block = ['> [!warning] Contradiction', `> This page: ${was}${by}`, '>', `> ${quote}`];
      found.push({
        order: 0.5,
        splice: {
          start: at,
          end: at,
          text: `${eol}${eol}${block.join(eol)}`,
          title: 'Contradiction',
          reason: reasonOf([claim], '', [], ['It contradicts a statement of the page; both are kept.']),
          evidence,
          needs: [writing.summary.head],
        },
      });
    } else if (settled.stands === 'old') {
      history.push({ line: `- ${quote} says otherwise; ${policyWords(conflict)}.`, conflict, replaces: null });
    } else {
      const name = `settled-${index}`;
      const tail = /^\s*\[[a-z0-9][a-z0-9-]{1,95}\]/.exec(text.slice(conflict.end))?.[0] ?? '';
      found.push({
        order: 0,
        splice: {
          name,
          start: conflict.start,
          end: conflict.end + tail.length,
          text: `${plainMarkdown(claim.text)} ${quoted.citation}`,
          title: 'Contradiction settled',
          reason: reasonOf(
            [claim],
            claim.text,
            [text],
            [`It contradicts the page; ${policyWords(conflict)}. The old statement is kept under "${historyHeading}".`],
          ),
          evidence,
          needs: ['history'],
          declares: [],
        },
      });
      const since = date === null ? '' : ` (${date})`;
      history.push({
        line: `- Until ${source.id}${since}: ${was}${by}; ${policyWords(conflict)}.`,
        conflict,
        replaces: name,
      });
    }
  }
  if (history.length > 0) {
    const end = sectionEnd(text, historyHeading);
    const at = end ?? quotePlace(text).at;
    const lines = history.map(({ line }) => line).join(eol);
    found.push({
      order: 2,
      splice: {
        name: 'history',
        start: at,
        end: at,
        text: end === null ? `${eol}${eol}## ${historyHeading}${eol}${eol}${lines}` : `${eol}${lines}`,
        title: historyHeading,
        reason: 'What a page or a source said and does not stand is kept here.',
        evidence: evidenceFor(
          history.map(({ conflict }) => conflict.claim),
          quoted,
        ),
        needs: history.flatMap(({ replaces }) => replaces ?? []),
      },
    });
  }
  return found;
}

/** The page keeps its text; a line of its history names the page that replaces it, and goes with that page. */
function supersededSplice(
  { by, why, claim }: Superseded,
  hasHistory: boolean,
  { text }: PageJob,
  { quoted, created }: Writing,
): Ordered {
  const eol = eolOf(text);
  const end = sectionEnd(text, historyHeading);
  const at = end ?? quotePlace(text).at;
  const quote =
    claim === null ? '' : ` ${quoteText(quoteOf({ text: claim.quote, anchor: claim.anchor }, longestQuote), quoted)}`;
  const line = `- Superseded by ${pageLink(by.slug, by.title, { links: true })}; ${why}.${quote}`;
  const isFirst = end === null && !hasHistory;
  return {
    order: 3,
    splice: {
      name: 'superseded',
      start: at,
      end: at,
      text: isFirst ? `${eol}${eol}## ${historyHeading}${eol}${eol}${line}` : `${eol}${line}`,
      title: 'Superseded',
      reason: `The new page "${by.title}" replaces this one; ${why}.`,
      evidence: claim === null ? [] : evidenceFor([claim], quoted),
      needs: [created.get(by.slug) ?? [], end === null && hasHistory ? ['history'] : []].flat(),
    },
  };
}

/** `sources`, `updated_at` and `contradicts`, set by code: needed by all that the page receives. */
function markSplices(
  job: PageJob,
  content: readonly SpliceSpec[],
  contradicts: boolean,
  writing: Writing,
): readonly SpliceSpec[] {
  const { page, text } = job;
  if (page.schema === null) return [];
  const edits: FrontmatterEdit[] = [
    { op: 'add', path: ['sources'], value: citeSource(writing.source, page.schema) },
    { op: 'set', path: ['updated_at'], value: writing.updatedAt },
  ];
  if (contradicts) edits.push({ op: 'add', path: ['contradicts'], value: writing.summary.slug });
  const sound = content.filter(({ evidence = [] }) => evidence.every(({ verdict }) => verdict !== 'not-found'));
  const carrying = sound.length > 0 ? sound : content;
  const [only] = carrying;
  const evidence = uniqueEvidence(carrying.flatMap((splice) => splice.evidence ?? []));
  return frontmatterSplices(text, edits).map((splice, index, all) => ({
    ...splice,
    name: `source-${index}`,
    title: 'Frontmatter',
    reason: `The page now rests on ${writing.source.path} too.`,
    evidence,
    needs: [
      ...all.flatMap((_, other) => (other === index ? [] : [`source-${other}`])),
      ...(carrying.length === 1 && only?.name !== undefined ? [only.name] : []),
      ...(contradicts ? [writing.summary.head] : []),
    ],
  }));
}

function uniqueEvidence(evidence: readonly Evidence[]): readonly Evidence[] {
  return [...new Map(evidence.map((each) => [each.quote, each])).values()];
}

function setFields(
  fields: readonly ReadyField[],
  job: PageJob,
  writing: Writing,
): { readonly splices: readonly SpliceSpec[]; readonly notes: readonly string[] } {
  const { page, text } = job;
  const notes: string[] = [];
  const splices: SpliceSpec[] = [];
  for (const [index, { field, value, claims }] of fields.entries()) {
    if (fields.slice(0, index).some((other) => other.field === field)) continue;
    const edits = fieldEdits({ field, value, claims }, job, writing, notes);
    for (const [part, splice] of (edits.length === 0 ? [] : frontmatterSplices(text, edits)).entries()) {
      splices.push({
        ...splice,
        name: `field-${index}-${part}`,
        title: `Frontmatter: ${field}`,
        reason: reasonOf(
          claims,
          field === 'confidence' ? '' : value,
          [text],
          field === 'confidence' ? ['The model’s figure is advisory and capped by the sources.'] : [],
        ),
        evidence: evidenceFor(claims, writing.quoted),
      });
    }
  }
  const apart = splices.filter(
    (splice, index) => !splices.slice(0, index).some((other) => other.start < splice.end && splice.start < other.end),
  );
  return { splices: apart, notes: notes.map((note) => `${page.slug}: ${note}`) };
}

function fieldEdits(
  { field, value, claims }: ReadyField,
  { page, text }: PageJob,
  writing: Writing,
  notes: string[],
): readonly FrontmatterEdit[] {
  if (field === 'confidence') {
    const advised = Number(value);
    const sources = page.sources.flatMap((ref) => writing.sourceOf(ref) ?? []);
    const cap = confidenceCap([...sources, writing.source]);
    const taken = value.trim() === '' ? null : capped(advised, cap);
    if (taken === null || taken === page.confidence) return [];
    notes.push(
      `the model put its confidence at ${advised}; that is advisory, and ${taken} is proposed (the sources carry at most ${cap}).`,
    );
    return [{ op: 'set', path: ['confidence'], value: taken }];
  }
  // A name that neither the page nor a quote has is not this page's.
  const known = [text, ...claims.map(({ quote }) => quote)].join('\n').toLowerCase();
  const isKnown = (name: string): boolean => isName(name) && known.includes(name.toLowerCase());
  if (field === 'title') {
    const title = cleanLine(value, 160);
    return !isKnown(title) || title === page.title ? [] : [{ op: 'set', path: ['title'], value: title }];
  }
  const items = value
    .split(/[,;\n]/)
    .map((item) => cleanLine(item, 80))
    .filter((item) => (field === 'tags' ? item !== '' && item.split(' ').length <= 4 : isKnown(item)))
    .slice(0, 8);
  const entry = page.schema === 'knowledge.entry/v1';
  const path = field === 'aliases' && entry ? ['metadata', 'living-wiki', 'aliases'] : [field];
  const shaped = items.map((item) =>
    field === 'tags'
      ? item
          .toLowerCase()
          .replace(/[^\p{L}\p{N}/]+/gu, '-')
          .replace(/^-+|-+$/g, '')
      : item,
  );
  return shaped.filter((item) => item !== '').map((item) => ({ op: 'add', path, value: item }));
}
