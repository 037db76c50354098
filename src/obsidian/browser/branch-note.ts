import { coreText } from '../locale';
import { browser } from '../locale/en/browser';

/** The branch of a proposal in a wiki that is reviewed on branches, or why it has none. */
export interface ListedBranch {
  readonly name: string | null;
  readonly none: {
    readonly why: string;
    /** Ids of the proposals that this is about. */
    readonly proposals: readonly string[];
    readonly message: string;
    readonly remedy: string | null;
  } | null;
}

/**
 * Where a proposal can be reviewed besides this page, or why nowhere and what to do about it.
 * @param titleOf the title of a proposal that waits
 * @param canReadAgain whether the proposal has a source, which makes another proposal when it is read again
 */
export function branchText(
  { name, none }: ListedBranch,
  titleOf: (id: string) => string | undefined,
  canReadAgain: boolean,
): string {
  const words = browser.branch;
  if (name !== null) return words.on(name);
  switch (none?.why) {
    case 'builds-on':
      return words.buildsOn(none.proposals.map((id) => coreText(titleOf(id) ?? id)));
    case 'stale':
      return canReadAgain ? `${words.stale} ${words.staleRemedy}` : `${words.stale} ${words.staleWithoutSource}`;
    case 'conflict':
      return words.conflict;
    case 'unsupported':
      return words.unsupported;
    case 'soon':
    case undefined:
      return words.soon;
    default:
      // A reason that a newer server knows.
      return words.other([none?.message ?? '', none?.remedy ?? ''].filter(Boolean).join(' '));
  }
}

/** Whether its source has to be read again before it can get a branch. */
export const isStale = ({ none }: ListedBranch): boolean => none?.why === 'stale';
