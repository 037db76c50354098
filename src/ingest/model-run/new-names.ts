import { throwIfCancelled } from '../../base';
import { freeSlug, placeForPage, type PageSchema } from '../../wiki';
import { fullText } from '../extract';
import { times } from '../extractive/context';
import { kindOfTerm, type TermType } from '../extractive/kinds';
import { Ledger, type Sighting } from '../extractive/ledger';
import { reaches } from '../extractive/rank';
import { readThreshold } from '../extractive/threshold';
import { nameTable } from '../recall';
import type { CurateRequest } from '../types';
import type { Claim, Name, Survey } from './types';

/** A name that gets a page. */
export interface NewName extends Name {
  readonly slug: string;
  readonly kind: string;
  readonly path: string;
  readonly sightings: readonly Sighting[];
  /** Why the threshold admits it, one plain sentence. */
  readonly reason: string;
}

/** Names that are looked up among what earlier sources said. */
const mostLookedUp = 40;

/** Words that models use for the built-in types. */
const types: Readonly<Record<string, TermType>> = {
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

/** The names without a page that the manifest's threshold admits, those with most claims first. */
export async function newNames(
  request: CurateRequest,
  survey: Survey,
  schema: PageSchema,
  taken: ReadonlySet<string>,
): Promise<readonly NewName[]> {
  const { snapshot, index, lens, source, run } = request;
  const { curation, entityTypes } = lens.effective;
  const threshold = readThreshold(curation.newEntryThreshold);
  const table = nameTable(index, snapshot);
  const ledger = new Ledger(snapshot, index, run);
  const text = survey.transcription ?? fullText(request.text);
  const slugs = new Set(taken);
  const found: NewName[] = [];
  const about = new Map(survey.names.map((name) => [name, claimsAbout(name.name, survey.claims).length]));
  const ordered = [...survey.names].sort((a, b) => (about.get(b) ?? 0) - (about.get(a) ?? 0));
  for (const name of ordered.slice(0, mostLookedUp)) {
    if (found.length >= reaches[curation.depth ?? 'medium'].newPages) break;
    throwIfCancelled(run);
    await run.breathe();
    // A name that nothing is said of makes an empty page.
    if (about.get(name) === 0 || table.pagesNamed(name.name).length > 0) continue;
    const sightings = await ledger.sightings({ name: name.name, aliases: [] }, source.path);
    const mentions = countOf(text, name.name) + sightings.reduce((sum, each) => sum + Math.max(1, each.mentions), 0);
    const isDefined = threshold.definitionSuffices && name.definition !== null;
    if (!isDefined && (1 + sightings.length < threshold.sources || mentions < threshold.mentions)) continue;
    const slug = freeSlug(snapshot, name.name, schema, slugs);
    slugs.add(slug);
    const kind = kindOf(name, entityTypes);
    const others = sightings.map((each) => each.source.id);
    found.push({
      ...name,
      // A term that the source writes in lower case gets a title as other pages have them.
      name: /\p{Lu}/u.test(name.name) ? name.name : name.name.charAt(0).toUpperCase() + name.name.slice(1),
      slug,
      kind,
      path: placeForPage(snapshot, kind, slug),
      sightings,
      reason: isDefined
        ? `The source says what "${name.name}" is.`
        : others.length > 0
          ? `Named in ${others.length + 1} sources: this one and ${others.join(', ')}.`
          : `The source names "${name.name}" ${times(mentions)}.`,
    });
  }
  return found;
}

function kindOf({ name, type }: Name, entityTypes: CurateRequest['lens']['effective']['entityTypes']): string {
  const wanted = type.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const own = entityTypes.find((each) => each.name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '') === wanted);
  if (own !== undefined) return own.name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
  return kindOfTerm(name, Object.hasOwn(types, wanted) ? (types[wanted] ?? 'concept') : 'concept', [], entityTypes);
}

const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** The claims that are about a name, or at least say it. */
export function claimsAbout(name: string, claims: readonly Claim[]): readonly Claim[] {
  const wanted = fold(name);
  return claims.filter(
    ({ about, text, quote }) =>
      about.some((each) => fold(each) === wanted) || fold(text).includes(wanted) || fold(quote).includes(wanted),
  );
}

function countOf(text: string, name: string): number {
  return Math.max(0, fold(text).split(fold(name)).length - 1);
}
