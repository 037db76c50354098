import { findPages, NAME_RANKS, type Page, type Snapshot } from '../../wiki';
import { nameDecisions, nameKey, type NameDecisions } from '../../workspace';
import { NO_WISHES } from '../plan-wishes';
import { type CurateRequest } from '../types';
import { type ParsedSource } from './parse-source';
import { type MatchedTerms, type Subject } from './subjects';
import { PLAIN_TERM, type Term } from './terms';

/** Sentences in which a name is looked for that the source does not use as one. */
const MAX_MENTIONS = 200;

/** What a person decided about names: in the manifest, and for this source. A page that takes what another would get is wanted. */
export function decidedFor({
  snapshot,
  wishes = NO_WISHES,
}: Pick<CurateRequest, 'snapshot' | 'wishes'>): NameDecisions {
  const wanted = wishes.moves.map(({ to }) => ({ kind: 'always' as const, name: to }));
  return nameDecisions(snapshot.manifest, [...wishes.names, ...wanted]);
}

/** The matched terms after a person's decisions: pages that are left alone are gone, and names mean what the person says. */
export function withDecidedNames(
  matched: MatchedTerms,
  { snapshot, wishes = NO_WISHES }: Pick<CurateRequest, 'snapshot' | 'wishes'>,
  decided: NameDecisions,
  parsed: ParsedSource,
): MatchedTerms {
  const subjects = new Map(matched.subjects);
  const unknown: Term[] = [];
  // By the key of the title that a person wants for the name: a source may have tens of thousands of names.
  const places = new Map<string, number>();
  for (const path of [...subjects.keys()]) {
    if (wishes.spared.includes(snapshot.pages.get(path)?.slug ?? '')) subjects.delete(path);
  }
  const give = (title: string, term: Term): void => {
    const page = pageTitled(snapshot, title);
    if (page !== null) {
      if (!wishes.spared.includes(page.slug)) subjects.set(page.path, joined(subjects.get(page.path), page, term));
      return;
    }
    const key = nameKey(title);
    const at = places.get(key);
    const known = at === undefined ? undefined : unknown[at];
    if (at !== undefined && known !== undefined) unknown[at] = joinedTerms(known, term);
    else {
      const own = nameKey(decided.titleFor(term.name));
      if (!places.has(own)) places.set(own, unknown.length);
      unknown.push(term);
    }
  };
  for (const term of matched.unknown) give(decided.titleFor(term.name), term);
  for (const { from, to } of wishes.moves) {
    const subject = [...subjects.values()].find(({ page }) => page.slug === from);
    if (subject === undefined) continue;
    subjects.delete(subject.page.path);
    give(to, termOf(subject, to));
  }
  const asked = wishes.names.filter(({ kind }) => kind === 'same');
  const always = [...decided.list.filter(({ kind }) => kind === 'always'), ...asked];
  const known = always.length === 0 ? [] : matched.unknown.flatMap(({ name, aliases }) => [name, ...aliases]);
  const keys = new Set(known.map(nameKey));
  for (const { name: wanted } of always) {
    if (keys.has(nameKey(wanted)) || pageTitled(snapshot, wanted) !== null) continue;
    const term = findTerm(wanted, parsed);
    if (term !== null) give(decided.titleFor(wanted), term);
  }
  return { ...matched, subjects, unknown };
}

/** The only page with this title or file name; summaries do not count. */
function pageTitled(snapshot: Snapshot, title: string): Page | null {
  const { pages, rank } = findPages(snapshot, title);
  const [page, second] = pages.filter(({ kind }) => kind !== 'summary');
  return rank === NAME_RANKS.alias || second !== undefined ? null : (page ?? null);
}

function joined(subject: Subject | undefined, page: Page, term: Term): Subject {
  const { name, aliases, mentions, definitions } = term;
  const names = [page.title, ...page.aliases, page.slug.replaceAll('-', ' ')];
  const none = {
    page,
    names,
    mentions: [],
    definitions: [],
    isMain: false,
    namedInHeading: null,
    under: null,
    parts: [],
  };
  const known = subject ?? none;
  return {
    ...known,
    names: [...new Set([...known.names, name, ...aliases])],
    mentions: inOrder([...known.mentions, ...mentions]),
    definitions: [...known.definitions, ...definitions],
  };
}

function joinedTerms(known: Term, term: Term): Term {
  return {
    ...known,
    aliases: [...new Set([...known.aliases, term.name, ...term.aliases])],
    mentions: inOrder([...known.mentions, ...term.mentions]),
    definitions: [...known.definitions, ...term.definitions],
    isMain: known.isMain || term.isMain,
    weight: known.weight + term.weight,
  };
}

function inOrder(mentions: Term['mentions']): Term['mentions'] {
  const sorted = [...mentions].sort((a, b) => a.sentence - b.sentence || a.start - b.start || b.end - a.end);
  return sorted.filter((each, at) => {
    const before = sorted[at - 1];
    return before?.sentence !== each.sentence || each.start >= before.end;
  });
}

/** What a source says of a page, as a name that could have one. */
function termOf({ names, mentions, definitions, isMain, namedInHeading }: Subject, name: string): Term {
  const aliases = names.filter((each) => nameKey(each) !== nameKey(name));
  const known = { isMain, mentions, definitions, isInHeading: namedInHeading !== null };
  return { ...PLAIN_TERM, ...known, name, aliases, type: 'concept', weight: mentions.length };
}

/** A name that a person wants a page for, wherever the source has its words. */
function findTerm(name: string, { sentences }: ParsedSource): Term | null {
  const literal = name.replace(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);
  // iOS before 16.4 knows no lookbehind.
  const pattern = new RegExp(String.raw`(^|[^\p{L}\p{N}])${literal}(?![\p{L}\p{N}])`, 'iu');
  const mentions: { sentence: number; start: number; end: number }[] = [];
  for (const { index, text } of sentences) {
    const match = pattern.exec(text);
    const start = match === null ? -1 : match.index + (match[1] ?? '').length;
    if (match !== null) mentions.push({ sentence: index, start, end: start + name.length });
    if (mentions.length === MAX_MENTIONS) break;
  }
  return mentions.length === 0
    ? null
    : { ...PLAIN_TERM, name, aliases: [], type: 'concept', mentions, definitions: [], weight: mentions.length };
}
