import { buildUpdate, type DroppedStatement, type FileEdit, type Hunk } from '../../change';
import { type Claim } from '../../wiki';
import { type DraftContext } from '../model-run/draft-context';
import { type PageView } from '../model-run/page-view';
import { tells, type LeftOut } from './left-out';
import { type Summaries } from './summaries';
import { detailsSplice } from './summary-details';

/** An edit, and the slug of the page that each of its hunks belongs to: a hunk of a summary keeps what that page leaves out. */
export interface OwnedEdit {
  readonly edit: FileEdit;
  readonly ownerOf: (hunk: Hunk) => string;
}

/** A page with a new text, and what that leaves out. */
export interface LeavingPage {
  readonly slug: string;
  readonly title: string;
  readonly view: PageView;
  readonly left: readonly LeftOut[];
}

/** The edits of summaries that keep what pages leave out. */
export function summaryEdits(
  { texts }: Summaries,
  pages: readonly LeavingPage[],
  render: DraftContext['renderNote'],
): readonly OwnedEdit[] {
  return [...texts.values()].flatMap((summary) => {
    const owners = new Map<string, string>();
    const kept: Claim[] = [];
    const splices = pages.flatMap(({ slug, title, view, left }) => {
      const own = left.flatMap(({ claim, by, isTold }) => (by === summary.page && !isTold ? [claim] : []));
      // Two pages may have said it, and it is kept once.
      const claims = own.filter((claim) => !tells(kept, claim));
      kept.push(...claims);
      if (claims.length === 0) return [];
      const splice = detailsSplice(claims, { view, title }, summary, render);
      owners.set(splice.text, slug);
      return [splice];
    });
    if (splices.length === 0) return [];
    const why = ['it keeps what pages leave out'];
    const edit = buildUpdate({ path: summary.page.path, base: summary.text, splices, why });
    return [{ edit, ownerOf: ({ text }: Hunk) => owners.get(text) ?? '' }];
  });
}

/** The statements that a page leaves out and another page tells. What goes to a summary in the same change is not lost, and need not be named. */
export function dropsOf(left: readonly LeftOut[]): readonly DroppedStatement[] {
  return left.flatMap(({ claim, by, isTold }) =>
    isTold ? [{ text: claim.text, reason: `“${by.title}” says it.`, saidOn: by.path }] : [],
  );
}

/** Edits of which the hunks of one page need each other. */
export function tieTogether(edits: readonly OwnedEdit[]): readonly FileEdit[] {
  const owned = edits.flatMap(({ edit, ownerOf }) => edit.hunks.map((hunk) => ({ id: hunk.id, owner: ownerOf(hunk) })));
  return edits.map(({ edit, ownerOf }) => ({
    ...edit,
    hunks: edit.hunks.map((hunk) => {
      const together = owned.flatMap(({ id, owner }) => (id !== hunk.id && owner === ownerOf(hunk) ? [id] : []));
      return { ...hunk, needs: [...new Set([...hunk.needs, ...together])] };
    }),
  }));
}
