import { choosePageKind, type TermType } from '../extractive/kinds';
import { type CurateRequest } from '../types';

/** Words that models use for the types of this wiki. */
const TERM_TYPES: Readonly<Record<string, TermType>> = {
  person: 'person',
  people: 'person',
  organisation: 'organisation',
  organization: 'organisation',
  company: 'organisation',
  institution: 'organisation',
  place: 'place',
  location: 'place',
  city: 'place',
  country: 'place',
  thing: 'thing',
  entity: 'thing',
  product: 'thing',
  event: 'thing',
  work: 'thing',
};
/** Kinds that every wiki has; a page of a source is never one that a model asks for. */
const BUILT_IN_KINDS: ReadonlySet<string> = new Set(['entity', 'concept', 'comparison', 'timeline']);

/** The kind of a new page: a type of the manifest, a built-in kind, or what fits the name. */
export function kindFor(
  type: string,
  name: string,
  entityTypes: CurateRequest['lens']['effective']['entityTypes'],
): string {
  const wanted = type.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const own = entityTypes.find((each) => each.name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '') === wanted);
  if (own !== undefined) return own.name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
  if (BUILT_IN_KINDS.has(wanted)) return wanted;
  const termType = Object.hasOwn(TERM_TYPES, wanted) ? (TERM_TYPES[wanted] ?? 'concept') : 'concept';
  return choosePageKind(name, termType, [], entityTypes);
}
