import { hubRole, readLedger, wordKey, type Claim, type PageNote } from '../../wiki';
import { type Unit } from '../units';
import { type Curation } from './curation';
import { changeFaults } from './change-faults';
import { textOf, type WrittenPage } from './read-written';
import { describeSelf } from './source-self';
import { textFaults, type TextFault } from './text-faults';
import { type WriteMaterial } from './write-material';

/**
 * What a program sees that reads badly in a page that the model wrote, so that the model is told before a person is.
 *
 * @param others pages that are written for the same source: of two that say the same, the later one is told. Of the planned pages that are
 *   not written yet, the text as it is counts
 */
export function pageFaults(
  curation: Curation,
  page: WrittenPage,
  others: readonly WrittenPage[],
  material: WriteMaterial,
): readonly TextFault[] {
  const { planned, written, change } = page;
  const before = change?.view.ledger.claims ?? [];
  const isWhole = change === null || written.markdown.trim() !== '';
  const flagged = new Set(written.conflicts.flatMap(({ marks }) => marks.map((mark) => mark.replace(/[{}\s!?]/g, ''))));
  const isFlagged = ({ notes }: Claim): boolean => notes.some((note) => flagged.has(material.marks.forNote(note)));
  const faults = textFaults(before, textOf(page), isWhole, {
    title: [planned.title, ...planned.aliases, ...(planned.page?.aliases ?? [])].join('\n'),
    names: [
      ...material.linkable.map(({ title }) => title),
      ...curation.promptContext.stable,
      ...planned.units.flatMap((number) => wordsOfUnit(material.units[number - 1])),
    ],
    dateOf: (id) => curation.dateOf(id),
    ofNote: (note) => passageOf(note, curation, material),
    own: new Set([...(change?.view.ownClaims ?? [])].map(({ key }) => key)),
    // A hub tells in short what other pages tell.
    elsewhere: isHub(planned) ? new Map() : claimsElsewhere(planned.slug, others, material),
    unitsWith: (detail) => unitsWith(detail, material.units),
  });
  return change === null ? faults : [...changeFaults(planned, before, textOf(page), isFlagged), ...faults];
}

const isHub = ({ page }: WrittenPage['planned']): boolean => page !== null && hubRole(page) !== null;

function passageOf(note: PageNote, curation: Curation, { marks }: WriteMaterial): readonly string[] | null {
  const unit = marks.get(marks.forNote(note))?.unit ?? null;
  if (unit === null && (note.cutAfter || note.quote === null)) return null;
  const { sourceId, quote, anchor, speaker } = note;
  return [
    sourceId,
    sourceId === curation.request.source.id ? describeSelf(curation.request) : '',
    curation.dateOf(sourceId) ?? '',
    quote ?? '',
    anchor.heading ?? '',
    speaker ?? '',
    ...wordsOfUnit(unit),
  ];
}

/** So many units are shown for a detail that a sentence has from somewhere. */
const MAX_UNITS_WITH = 4;

function unitsWith(detail: string, units: readonly Unit[]): readonly number[] {
  const words = ` ${wordKey(detail)} `;
  const found = units.filter((unit) => wordsOfUnit(unit).some((text) => ` ${wordKey(text)} `.includes(words)));
  return found.slice(0, MAX_UNITS_WITH).map(({ number }) => number);
}

function wordsOfUnit(unit: Unit | null | undefined): readonly string[] {
  if (unit === null || unit === undefined) return [];
  const { text, lead, speaker, date, replyTo, anchor } = unit;
  return [text, lead ?? '', speaker ?? '', date ?? '', replyTo ?? '', anchor.heading ?? ''];
}

function claimsElsewhere(
  slug: string,
  others: readonly WrittenPage[],
  { views }: WriteMaterial,
): ReadonlyMap<string, readonly Claim[]> {
  const found = new Map<string, readonly Claim[]>();
  for (const [name, { ledger }] of views) found.set(name, ledger.claims);
  const own = others.findIndex(({ planned }) => planned.slug === slug);
  for (const [at, other] of others.entries()) {
    // What a page says no longer, another one may say.
    if (own >= 0 && at > own) found.delete(other.planned.slug);
    else found.set(other.planned.slug, readLedger(textOf(other)).claims);
  }
  found.delete(slug);
  return found;
}
