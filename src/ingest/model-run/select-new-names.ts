import { checkpoint } from '../../base';
import { uniqueSlug, pathForNewPage, type PageSchema } from '../../wiki';
import { fullText } from '../extract';
import { formatTimes } from '../extractive/context';
import { choosePageKind, type TermType } from '../extractive/kinds';
import { EarlierMentions, type EarlierMention } from '../extractive/earlier-mentions';
import { DEPTH_LIMITS } from '../extractive/rank-sentences';
import { parseThreshold } from '../extractive/new-page-threshold';
import { nameTable } from '../recall';
import { type CurateRequest } from '../types';
import { type SurveyClaim, type SurveyName, type Survey } from './types';

/** A name that gets a page. */
export interface NewPageName extends SurveyName {
  readonly slug: string;
  readonly kind: string;
  readonly path: string;
  readonly earlier: readonly EarlierMention[];
  /** Why the name gets a page, in one sentence. */
  readonly reason: string;
}

/** Names that are looked up in earlier sources. */
const MAX_LOOKED_UP_NAMES = 40;

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

/** The names that get a new page by the manifest's threshold, those with most claims first. */
export async function selectNewNames(
  request: CurateRequest,
  survey: Survey,
  schema: PageSchema,
  taken: ReadonlySet<string>,
): Promise<readonly NewPageName[]> {
  const { snapshot, index, lens, source, run } = request;
  const { curation, entityTypes } = lens.effective;
  const threshold = parseThreshold(curation.newEntryThreshold);
  const table = nameTable(index, snapshot);
  const earlierMentions = new EarlierMentions(snapshot, index, run);
  const text = survey.transcription ?? fullText(request.text);
  const slugs = new Set(taken);
  const found: NewPageName[] = [];
  const about = new Map(survey.names.map((name) => [name, claimsAbout(name.name, survey.claims).length]));
  const ordered = [...survey.names].sort((a, b) => (about.get(b) ?? 0) - (about.get(a) ?? 0));
  for (const name of ordered.slice(0, MAX_LOOKED_UP_NAMES)) {
    if (found.length >= DEPTH_LIMITS[curation.depth ?? 'medium'].newPages) break;
    await checkpoint(run);
    // A name without claims makes an empty page.
    if (about.get(name) === 0 || table.pagesNamed(name.name).length > 0) continue;
    const earlier = await earlierMentions.find({ name: name.name, aliases: [] }, source.path);
    const mentions =
      countOccurrences(text, name.name) + earlier.reduce((sum, each) => sum + Math.max(1, each.mentions), 0);
    const isDefined = threshold.definitionSuffices && name.definition !== null;
    if (!isDefined && (1 + earlier.length < threshold.sources || mentions < threshold.mentions)) continue;
    const slug = uniqueSlug(snapshot, name.name, schema, slugs);
    slugs.add(slug);
    const kind = kindOf(name, entityTypes);
    found.push({
      ...name,
      // Titles begin with a capital, even if the source writes the term in lower case.
      name: /\p{Lu}/u.test(name.name) ? name.name : name.name.charAt(0).toUpperCase() + name.name.slice(1),
      slug,
      kind,
      path: pathForNewPage(snapshot, kind, slug),
      earlier,
      reason: isDefined ? `The source says what "${name.name}" is.` : mentionReason(name.name, mentions, earlier),
    });
  }
  return found;
}

function mentionReason(name: string, mentions: number, earlier: readonly EarlierMention[]): string {
  if (earlier.length === 0) return `The source names "${name}" ${formatTimes(mentions)}.`;
  return `Named in ${earlier.length + 1} sources: this one and ${earlier.map(({ source }) => source.id).join(', ')}.`;
}

function kindOf({ name, type }: SurveyName, entityTypes: CurateRequest['lens']['effective']['entityTypes']): string {
  const wanted = type.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const own = entityTypes.find((each) => each.name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '') === wanted);
  if (own !== undefined) return own.name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
  return choosePageKind(
    name,
    Object.hasOwn(TERM_TYPES, wanted) ? (TERM_TYPES[wanted] ?? 'concept') : 'concept',
    [],
    entityTypes,
  );
}

const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** The claims that are about a name or mention it. */
export function claimsAbout(name: string, claims: readonly SurveyClaim[]): readonly SurveyClaim[] {
  const wanted = fold(name);
  return claims.filter(
    ({ about, text, quote }) =>
      about.some((each) => fold(each) === wanted) || fold(text).includes(wanted) || fold(quote).includes(wanted),
  );
}

function countOccurrences(text: string, name: string): number {
  return Math.max(0, fold(text).split(fold(name)).length - 1);
}
