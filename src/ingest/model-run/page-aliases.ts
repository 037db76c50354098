import { findPages } from '../../wiki';
import { nameDecisions, nameKey } from '../../workspace';
import { isCommonWord } from '../extractive/common-words';
import { NO_WISHES } from '../plan-wishes';
import { isNamedSo } from './alias-support';
import { isRestOfList, isSameName, readAliases } from './alias-names';
import { isName, spellingIn } from './clean-text';
import { type Curation } from './curation';
import { hasPeople, isKindOfPeople } from './handles';
import { type PlannedPage } from './planned-page';

const MAX_ALIASES = 6;

interface AliasTexts {
  /** What the page cites and its source says. */
  readonly words: string;
  /** The page as it will be. */
  readonly text: string;
}

/** Aliases that the units have, that name the subject of the page, and that are no other page's name, planned ones included. The others are named in a note. */
export function aliasesFor(
  curation: Curation,
  { slug, title, kind, page, aliases }: PlannedPage,
  pages: readonly PlannedPage[],
  further: readonly string[],
  { words, text }: AliasTexts,
): readonly string[] {
  const { snapshot } = curation.request;
  const accepted: string[] = [];
  const refuse = (alias: string, why: string): void => {
    curation.notes.push(`The alias "${alias}" of "${slug}" was refused: ${why}.`);
  };
  for (const alias of new Set([...aliases, ...readAliases(further, words)])) {
    const known = [title, ...(page?.aliases ?? []), ...accepted];
    if (alias === '' || known.some((each) => isSameName(each, alias))) continue;
    const other =
      findPages(snapshot, alias).pages.find((named) => named !== page) ??
      pages.find((each) => each.slug !== slug && isSame(each.title, alias)) ??
      // Of two pages that want it, the first one planned gets it.
      pages
        .slice(
          0,
          pages.findIndex((each) => each.slug === slug),
        )
        .find((each) => hasAlias(each, alias));
    const spelling = spellingIn(words, alias);
    if (isRestOfList(alias)) refuse(alias, 'it is the end of a list');
    else if (!/\p{L}/u.test(alias)) refuse(alias, 'a number alone is no name');
    else if (!isName(alias)) refuse(alias, 'it is too short or too long for a name');
    else if (other !== undefined) refuse(alias, `it is a name of "${other.slug}"`);
    else if (kind === 'person' && isAnotherPerson(alias, title, words))
      refuse(alias, 'it is the name of another person');
    else if (isFirstName(alias, title) && mayBePerson(kind, title, curation)) refuse(alias, 'it is only a first name');
    else if (isOrdinaryWord(alias)) refuse(alias, 'it is an ordinary word, which texts use for other things too');
    else if (spelling === null) refuse(alias, 'the source does not have it');
    else if (!isDecided(curation, alias, title) && !isNamedSo(alias, { kind, names: known, text }, words))
      refuse(alias, 'neither the page nor the source says that its subject is called so');
    else if (accepted.length >= MAX_ALIASES) refuse(alias, `a source gives a page at most ${MAX_ALIASES} aliases`);
    else accepted.push(spelling);
  }
  return accepted;
}

/** Whether a person decided that a name is another one of the page. */
function isDecided({ request }: Curation, alias: string, title: string): boolean {
  const { snapshot, wishes = NO_WISHES } = request;
  const named = nameDecisions(snapshot.manifest, wishes.names).titleFor(alias);
  return nameKey(named) !== nameKey(alias) && nameKey(named) === nameKey(title);
}

/** "Ian" on the page of Ian Murdock, but not "Debian" on that of the Debian Project. */
const isFirstName = (alias: string, title: string): boolean =>
  /^\p{Lu}\p{Ll}+$/u.test(alias) && title.startsWith(`${alias} `);

/** A wiki without a type for people has them among the rest: then a name such as "Ian Murdock" may be that of one. */
function mayBePerson(kind: string, title: string, { request }: Curation): boolean {
  if (isKindOfPeople(kind) || hasPeople(request.lens.effective.entityTypes)) return isKindOfPeople(kind);
  return FULL_NAME.test(title) && !title.toLowerCase().split(' ').slice(1).some(isCommonWord);
}

/** With "journal" for "Sync journal", each journal in a later text would lead there. */
const isOrdinaryWord = (alias: string): boolean => /^\p{Ll}+$/u.test(alias) && isCommonWord(alias);

const hasAlias = ({ aliases }: PlannedPage, alias: string): boolean => aliases.some((each) => isSame(each, alias));

const FULL_NAME = /^\p{Lu}[\p{L}\p{M}’'.-]*(?: \p{Lu}[\p{L}\p{M}’'.-]*){1,3}$/u;
const NAMED_SO =
  /(?:also|better|formerly|(?:un)?officially) known as|called|n[ée]e|born|alias|pseudonym|pen[- ]name|nickname/iu;
/** How far before the second name it is said that both are one person. In UTF-16 units. */
const NEAR = 24;

/** "Thomas Coyle" on the page of Josias Penhallow: a reader who looks for one would take the other for him. */
function isAnotherPerson(alias: string, title: string, words: string): boolean {
  if (!FULL_NAME.test(alias)) return false;
  const own = new Set(title.toLowerCase().split(/[^\p{L}\p{M}’'-]+/u));
  if (
    alias
      .toLowerCase()
      .split(' ')
      .some((word) => own.has(word))
  )
    return false;
  const at = words.indexOf(alias);
  return !NAMED_SO.test(words.slice(Math.max(0, at - NEAR), Math.max(0, at)));
}

function isSame(name: string, other: string): boolean {
  return name.toLowerCase() === other.toLowerCase();
}
