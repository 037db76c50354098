import { type Steps } from '../base';
import { compareLedgers, isPersonal, readLedger, wordKey, type Claim, type LedgerComparison } from '../wiki';
import { workOn, type GuardedFile } from './guard-file';
import { linkedName, type RenamedNames } from './renamed-names';
import { type ChangeSet, type Hunk } from './types';

/** What a change does to the statements of one file. */
export interface StatementLosses {
  readonly file: GuardedFile;
  /** Statements with a source that no page of the change makes any more. */
  readonly dropped: readonly Claim[];
  /** Statements of a person that no page of the change has to the letter. */
  readonly own: readonly Claim[];
  /** Every old statement that is not on the page in the same words, also where it is elsewhere or in other words. */
  readonly changed: readonly Claim[];
}

/** What counts as a statement of a person, and which changes of links are meant. */
export interface LossContext {
  readonly producer: ChangeSet['producer'];
  readonly renames: RenamedNames;
  /** Words of the statements with a source that a person edited by hand, by path; see {@link Claim.key}. */
  readonly handEdited?: HandEdits | undefined;
}

/** By path: the {@link Claim.key} of each statement with a source that a person edited since it was written. */
export type HandEdits = ReadonlyMap<string, ReadonlySet<string>>;

interface ComparedFile {
  readonly file: GuardedFile;
  readonly comparison: LedgerComparison;
  readonly isOwn: (claim: Claim) => boolean;
}

/**
 * Compares what the pages say before and after a change, statement by statement. What moves within a page or to another page
 * of the change is not lost, and neither is what is said in other words with the same source. Yields after each file.
 */
export function* statementLosses(
  files: readonly GuardedFile[],
  context: LossContext,
): Steps<readonly StatementLosses[]> {
  const compared: ComparedFile[] = [];
  for (const file of files) {
    compared.push(compareFile(file, context));
    yield workOn(file);
  }
  const gained = compared.flatMap(({ comparison }) => comparison.added);
  return compared.flatMap((one) => {
    const { file, comparison } = one;
    // A deletion is one decision about the whole page.
    if (file.before === null || file.after === null) return [];
    const { dropped, ownDropped, reworded } = comparison;
    const gone = withoutRelinked([...dropped, ...ownDropped], one, context);
    const elsewhere = compareLedgers(ledgerOf(gone), ledgerOf(gained), one.isOwn);
    return {
      file,
      dropped: elsewhere.dropped,
      own: elsewhere.ownDropped.filter((claim) => isPersonal(claim) || one.isOwn(claim)),
      changed: [...dropped, ...ownDropped, ...reworded.map(({ before }) => before)],
    };
  });
}

/** The lost statements that no hunk of the file names. */
export function unnamed(claims: readonly Claim[], { hunks }: GuardedFile): readonly Claim[] {
  const named = new Set(hunks.flatMap(({ drops = [] }) => drops.map(({ text }) => wordKey(text))));
  return claims.filter(({ key }) => !named.has(key));
}

/** The hunk that removes or changes a statement of the text before the change. */
export function hunkThatRemoves({ start, end }: Claim, { hunks }: GuardedFile): Hunk | undefined {
  return (
    hunks.find((hunk) => hunk.start < end && hunk.end > start) ??
    hunks.find((hunk) => hunk.start <= end && hunk.end >= start && hunk.text !== '') ??
    hunks[0]
  );
}

function compareFile(file: GuardedFile, { handEdited }: LossContext): ComparedFile {
  const byHand = handEdited?.get(file.edit.path);
  const isOwn = (claim: Claim): boolean => byHand?.has(claim.key) === true;
  const comparison = compareLedgers(readLedger(file.before ?? ''), readLedger(file.after ?? ''), isOwn);
  return { file, comparison, isOwn };
}

function ledgerOf(claims: readonly Claim[]): Parameters<typeof compareLedgers>[0] {
  return { claims, notes: new Map() };
}

/** Without the statements of which only the targets of links differ: because a page is renamed, or because lint fixes links. */
function withoutRelinked(
  gone: readonly Claim[],
  { file, comparison }: ComparedFile,
  { producer, renames }: LossContext,
): readonly Claim[] {
  if (gone.length === 0 || (producer !== 'lint-fix' && renames.size === 0)) return gone;
  const linkText = (target: string, label: string): string => {
    if (producer === 'lint-fix') return '';
    const name = linkedName(target);
    return `${renames.get(name) ?? (renames.has(name) ? '' : name)} ${label}`;
  };
  const now = new Set(comparison.added.map((claim) => keyWithLinks(claim, file.after ?? '', linkText)));
  return gone.filter((claim) => !now.has(keyWithLinks(claim, file.before ?? '', linkText)));
}

const LINK = /!?\[\[([^[\]|\n]*)\|?([^[\]\n]*)\]\]|!?\[([^[\]\n]*)\]\(([^()\n]*)\)/g;
const MARK = /\[\^?[^\s[\]]+\]/g;

function keyWithLinks(
  { start, end }: Claim,
  text: string,
  linkText: (target: string, label: string) => string,
): string {
  const replaced = text
    .slice(start, end)
    .replace(LINK, (_, page?: string, alias = '', label = '', target = '') =>
      linkText(page ?? String(target), page === undefined ? String(label) : String(alias)),
    );
  return wordKey(replaced.replace(MARK, ' '));
}
