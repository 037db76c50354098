import { leansOnBefore, shorten } from '../../markdown';
import { type Unit } from './types';

/** UTF-16 units of a sentence that is shown as context. It begins with what it is about. */
const MAX_LENGTH = 160;
/** Sentences before a unit; then the first one of its section. */
const MAX_SENTENCES = 2;

/**
 * What a unit leans on and a prompt does not show: the sentence before one that begins with a pronoun, and before that another one or the
 * first of the section, until one says what it is about.
 *
 * @param shown numbers of the units that the prompt shows
 * @param all every unit of the source, by number from 1
 * @returns `''` where nothing is missing
 */
export function contextOf(unit: Unit, shown: ReadonlySet<number>, all: readonly Unit[]): string {
  const found: Unit[] = [];
  let current = unit;
  while (leans(current) && found.length < MAX_SENTENCES) {
    const before = all[current.number - 2];
    if (before === undefined || !isSameTalk(before, unit)) return joined(found);
    if (shown.has(before.number)) return joined(found);
    found.unshift(before);
    current = before;
  }
  if (leans(current)) {
    const first = all.find((each) => isSameTalk(each, unit));
    if (first !== undefined && !shown.has(first.number) && !found.includes(first) && first.number < unit.number)
      found.unshift(first);
  }
  return joined(found);
}

function leans({ kind, text, lead }: Unit): boolean {
  return kind === 'sentence' && lead === null && leansOnBefore(text);
}

function isSameTalk(a: Unit, b: Unit): boolean {
  const isProse = a.kind === 'sentence' || a.kind === 'item';
  return isProse && a.anchor.heading === b.anchor.heading && a.speaker === b.speaker && a.date === b.date;
}

const joined = (units: readonly Unit[]): string =>
  units.map(({ text }) => shorten(text.replace(/\s+/g, ' ').trim(), MAX_LENGTH)).join(' ');
