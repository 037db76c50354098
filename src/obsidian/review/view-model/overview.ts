import { noteName } from '../../../base';
import {
  readContradiction,
  readFlaggedContradictions,
  readFrontmatter,
  type Review,
  type ReviewContradiction,
  type ReviewFile,
} from '../../../workbench';
import { acceptAll } from './decisions';

/** One page and what the proposals together do to it. */
export interface OverviewPage {
  readonly path: string;
  readonly title: string;
  readonly isNew: boolean;
  /** Ids of the proposals, in the order in which they apply. */
  readonly proposals: readonly string[];
  /** Names of the sources. */
  readonly sources: readonly string[];
  /** How many quotes support it. */
  readonly quotes: number;
}

export interface Disagreement {
  readonly proposal: string;
  readonly path: string;
  readonly title: string;
  readonly hunk: string;
  readonly isDecided: boolean;
  readonly contradiction: ReviewContradiction;
}

/** What several proposals do together: what a person should know first, then page by page. */
export interface Overview {
  readonly sources: readonly string[];
  readonly pages: readonly OverviewPage[];
  readonly disagreements: readonly Disagreement[];
  /** Ids of the proposals of which a person has to decide something: it has no quote, removes a statement or is in conflict. */
  readonly undecided: readonly string[];
}

export function overviewOf(reviews: readonly Review[]): Overview {
  const pages = new Map<string, OverviewPage>();
  const quotes = new Map<string, Set<string>>();
  for (const { files, source, proposal } of reviews) {
    for (const file of files) {
      const { path, kind, hunks } = file;
      const known = pages.get(path);
      const own = quotes.get(path) ?? new Set<string>();
      quotes.set(path, own);
      for (const { hunk } of hunks) for (const { quote, source: from } of hunk.evidence) own.add(`${from} ${quote}`);
      pages.set(path, {
        path,
        title: known?.title ?? titleOf(file),
        isNew: known?.isNew ?? kind === 'created',
        proposals: [...(known?.proposals ?? []), proposal.id],
        sources: [...new Set([...(known?.sources ?? []), ...(source === null ? [] : [source])])],
        quotes: own.size,
      });
    }
  }
  // A page that several sources speak of comes first, then the one with the most quotes.
  const sorted = [...pages.values()].sort(
    (a, b) => b.sources.length - a.sources.length || b.quotes - a.quotes || (a.path < b.path ? -1 : 1),
  );
  return {
    sources: reviews.flatMap(({ source }) => (source === null ? [] : [source])),
    pages: sorted,
    disagreements: reviews.flatMap(disagreementsIn),
    undecided: reviews.filter(needsPerson).map(({ proposal }) => proposal.id),
  };
}

/** The title of a page as it is, or as it would be made. */
function titleOf({ path, edit, hunks }: ReviewFile): string {
  const { data } = readFrontmatter(edit.base === '' ? (hunks[0]?.hunk.text ?? '') : edit.base);
  return typeof data.title === 'string' && data.title.trim() !== '' ? data.title : noteName(path);
}

function disagreementsIn({ files, proposal }: Review): readonly Disagreement[] {
  const disputes = readFlaggedContradictions(proposal.changeSet);
  return files.flatMap((file) =>
    file.hunks.flatMap((item) => {
      const contradiction = readContradiction(file, item, disputes);
      if (contradiction === null) return [];
      const isDecided = item.decision?.verdict === 'accepted' || contradiction.settlement !== 'open';
      return [
        { proposal: proposal.id, path: file.path, title: titleOf(file), hunk: item.hunk.id, isDecided, contradiction },
      ];
    }),
  );
}

/** A page that an earlier proposal makes or changes does not fit yet, and is no conflict. */
function needsPerson({ files }: Review, at: number, reviews: readonly Review[]): boolean {
  const all = files.flatMap(({ hunks }) => hunks);
  const earlier = new Set(reviews.slice(0, at).flatMap((review) => review.files.map(({ path }) => path)));
  return files.some(({ conflict, path }) => conflict !== null && !earlier.has(path)) || acceptAll(all, all).left > 0;
}
