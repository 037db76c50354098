import { type JsonObject, type JsonValue } from '../../base';
import { contradictionBullet, type Page, type Source } from '../../wiki';
import { findSummary } from '../extractive/summary-page';
import { dependsOnContext } from '../units';
import { type IngestContent } from './ingest-content';
import { cleanConflict, withCallouts, type FlaggedConflict } from './conflict-callouts';
import { conflictPolicy, type Curation } from './curation';
import { type MarkTarget } from './marks';
import { type WrittenPage } from './read-written';
import { summaryTitle } from './summary-title';
import { type WriteMaterial } from './write-material';

/** A contradiction that the policy leaves open. */
export interface OpenConflict {
  readonly slug: string;
  readonly what: string;
  /** The sources' statements that contradict each other, the same on every page: the first two marks. */
  readonly key: string;
  /** Summaries of the other sources. */
  readonly summaries: readonly Page[];
  /** What the review shows of it; `null` unless two passages are named, one of them of this source. */
  readonly dispute: JsonValue;
  /** What the sides rest on, the older first; `null` where there is no dispute. */
  readonly targets: readonly [MarkTarget, MarkTarget] | null;
}

/** One line for each contradiction, with the first page that says it: other pages may say it in other words, but of the same marks. */
export function contradictionBullets(conflicts: readonly OpenConflict[]): readonly string[] {
  const first = new Map<string, OpenConflict>();
  for (const conflict of conflicts) if (!first.has(conflict.key)) first.set(conflict.key, conflict);
  return [...first.values()].map(({ slug, what }) => contradictionBullet(slug, what));
}

/** The contradictions that wait for a person: a policy that decides them has none. */
export function openConflicts(curation: Curation, { written, material }: IngestContent): readonly OpenConflict[] {
  const policy = conflictPolicy(curation);
  const { resolution } = policy;
  if (resolution !== 'defer' && resolution !== 'keep-both') return [];
  const { snapshot, source } = curation.request;
  return written.flatMap(({ planned, written: raw }) =>
    raw.conflicts.flatMap(({ marks, what }) => {
      const ids = new Set(marks.flatMap((mark) => material.marks.get(mark.replace(/[{}\s!?]/g, ''))?.sourceId ?? []));
      ids.delete(source.id);
      const others = [...ids].flatMap((id) => snapshot.source(id) ?? []);
      // A source that another one supersedes loses, so that there is nothing to decide.
      const isOpen = (other: Source): boolean => policy.isSuperseded(other) === policy.isSuperseded(source);
      if (others.length > 0 && !others.some(isOpen)) return [];
      const summaries = others.filter(isOpen).flatMap((other) => findSummary(other, snapshot) ?? []);
      const words = cleanConflict(what);
      const sides = sidesOf(curation, marks, material);
      const dispute = sides && { page: planned.slug, what: words, sides: sides.map(({ side }) => side) };
      const targets = sides && ([sides[0].target, sides[1].target] as const);
      return { slug: planned.slug, key: keyOf(marks), what: words, summaries, dispute, targets };
    }),
  );
}

interface Side {
  readonly side: { readonly source: string; readonly text: string; readonly anchor: JsonObject };
  readonly target: MarkTarget;
}

/** The two passages of a contradiction, the older one first, or as this source reports both; `null` unless one of them is of this source. */
function sidesOf(
  { request }: Curation,
  marks: readonly string[],
  material: WriteMaterial,
): readonly [Side, Side] | null {
  const sides = marks.slice(0, 2).flatMap((mark): readonly Side[] => {
    const target = material.marks.get(mark.replace(/[{}\s!?]/g, ''));
    const source = request.snapshot.source(target?.sourceId ?? '')?.path;
    if (target === undefined || source === undefined || typeof target.note?.quote !== 'string') return [];
    return [{ target, side: { source, text: target.note.quote, anchor: { ...target.note.anchor } } }];
  });
  const own = sides.filter(({ side }) => side.source === request.source.path);
  const other = sides.find(({ side }) => side.source !== request.source.path);
  const numberOf = ({ target }: Side): number => target.unit?.number ?? 0;
  const [first, second] = other === undefined ? own.sort((a, b) => numberOf(a) - numberOf(b)) : [other, ...own];
  return first === undefined || second === undefined || first.target === second.target ? null : [first, second];
}

/** Pages with a callout for each contradiction that a person has to decide. Where the owner keeps both, there is nothing to decide. */
export function withFlags(
  curation: Curation,
  { written, material }: IngestContent,
  conflicts: readonly OpenConflict[],
): readonly WrittenPage[] {
  if (conflictPolicy(curation).resolution !== 'defer') return written;
  const open = conflicts.flatMap(({ slug, what, targets }): readonly FlaggedConflict[] => {
    if (targets === null || what === '') return [];
    const [other, own] = targets;
    const lead = leadOf(own, material);
    return [{ slug, what, own, other, lead: lead === other ? null : lead }];
  });
  const { renderNote } = material.draftContext('');
  return withCallouts(written, open, { renderNote, speakerOf: (target) => describeSpeaker(curation, target) });
}

/** The person who speaks in a source, else its title; with the day. */
function describeSpeaker(curation: Curation, { sourceId, note, unit }: MarkTarget): string {
  const { snapshot, source } = curation.request;
  const [page] = note?.summary ? snapshot.pagesBySlug(note.summary) : [];
  const title =
    sourceId === source.id
      ? summaryTitle(curation.request)
      : (page?.title ?? snapshot.source(sourceId)?.title ?? sourceId);
  const day = unit?.date?.slice(0, 10) ?? curation.dateOf(sourceId);
  const name = note?.speaker ?? title.split(SUBTITLE)[0] ?? title;
  return day === null || name.includes(day) ? name : `${name} (${day})`;
}

/** "From Act to Abandonment: the Ashlock Canal, 1793 to 1974", "Annual report 2009 | Ashlock Canal Trust". */
const SUBTITLE = /: | [|–—] /;

/** "We take this as the year of the opening." tells a reader nothing without the sentence before it. */
const REFERS_BACK = /^(?:\S+ ){0,3}(?:this|that|these|those)\b/i;

function leadOf({ unit, note }: MarkTarget, { marks, units }: WriteMaterial): MarkTarget | null {
  const before = unit === null ? undefined : units[unit.number - 2];
  if (unit === null || before === undefined || /\p{N}/u.test(unit.text) || !REFERS_BACK.test(unit.text)) return null;
  // Its own footnote has that sentence already.
  if (note !== null && note.quote !== unit.text && dependsOnContext(unit)) return null;
  const isNear = before.kind === 'sentence' && before.anchor.heading === unit.anchor.heading;
  return isNear && before.speaker === unit.speaker ? (marks.get(`1.${before.number}`) ?? null) : null;
}

function keyOf(marks: readonly string[]): string {
  return marks
    .map((mark) => mark.replace(/[{}\s!?]/g, ''))
    .slice(0, 2)
    .sort()
    .join(' ');
}
