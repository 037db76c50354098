import { type EntityType } from '../../workspace';
import { type Unit } from '../units';

const PERSON_TYPE = /^(?:person|people|individual|human|contact|figure|character)s?$/i;
/** A name under which people write in threads: `alice`, `j-doe42`. */
const HANDLE = /^[a-z0-9][\w-]*$/;

/** Whether a wiki has a type of page for people. */
export const hasPeople = (types: readonly EntityType[]): boolean => types.some(({ name }) => PERSON_TYPE.test(name));

export const isKindOfPeople = (kind: string): boolean => PERSON_TYPE.test(kind);

/** The handles of those who speak in a source, in lower case. None where the wiki has a type of page for people. */
export function handlesOf(units: readonly Unit[], types: readonly EntityType[]): ReadonlySet<string> {
  if (hasPeople(types)) return new Set();
  return new Set(
    units.flatMap(({ speaker }) => (speaker !== null && HANDLE.test(speaker) ? [speaker.toLowerCase()] : [])),
  );
}

/** Whether the title of a page is no more than a handle. */
export function isHandle(title: string, handles: ReadonlySet<string>): boolean {
  return handles.has(title.trim().replace(/^@/, '').toLowerCase());
}
