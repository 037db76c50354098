import { largestPage, type Affected } from './affected';
import { editsSchema, type RawEdit } from './answers';
import { applicable } from './page-history';
import { citationOf } from './claims';
import { policyOf, type Curation } from './curation';
import { judgeEdits, type Judged, type PageJob } from './judge-edits';
import type { TextRules } from './page-text';
import { editPrompt, fittingClaims } from './prompt';
import { overlooked, settleConflict, type SettledConflict } from './settle-conflicts';

/** Existing pages that one source may edit, unless the caller says otherwise. */
export const usualMaxPages = 12;

/** A page with what the model wants of it. */
export interface Edited {
  readonly job: PageJob;
  readonly judged: Judged;
  readonly conflicts: readonly SettledConflict[];
  readonly affected: Affected;
}

/** At most as many pages as one source may edit, and none too long to be sent; the others are named. */
export function chosenPages(curation: Curation, affected: readonly Affected[]): readonly Affected[] {
  const { maxPages = usualMaxPages } = curation.options;
  const long = affected.filter(({ page }) => page.words * 1.4 > largestPage);
  const fit = affected.filter((each) => !long.includes(each));
  for (const { page } of long)
    curation.notes.push(`${page.slug} is too long to be edited by a model. It was left alone.`);
  const left = fit.slice(maxPages);
  if (left.length > 0) {
    const named = left.slice(0, 20).map(({ page }) => page.slug);
    const more = left.length > 20 ? `, and ${left.length - 20} more` : '';
    curation.notes.push(
      `One source edits at most ${maxPages} pages. Concerned too, but left alone: ${named.join(', ')}${more}.`,
    );
  }
  return fit.slice(0, maxPages);
}

/** What the model wants of one page; asked again once for what does not fit. `null` for nothing. */
export async function editPage(
  curation: Curation,
  affected: Affected,
  rules: TextRules,
  slugs: readonly string[],
): Promise<Edited | null> {
  const { snapshot } = curation.request;
  const { page } = affected;
  const claims = fittingClaims(affected.claims);
  if (claims.length < affected.claims.length) {
    curation.notes.push(
      `${page.slug}: ${affected.claims.length - claims.length} claims did not fit into one prompt and were left out.`,
    );
  }
  const text = await snapshot.text(page.path);
  if (text === null) return null;
  const own = new Set([...rules.citable, ...page.citations.map(({ id }) => id)]);
  const job: PageJob = {
    page,
    text,
    claims,
    rules: { ...rules, citable: own },
    citation: citationOf(curation.request),
  };
  const shown = { path: page.path, text };
  const raw = await curation.asking.ask(page.path, editPrompt(curation.prompting, shown, claims, slugs), editsSchema());
  let judged = judgeEdits(raw, job);
  if (judged.misfits.length > 0) {
    const messages = editPrompt(curation.prompting, shown, claims, slugs, judged.misfits);
    const again = await curation.asking.ask(page.path, messages, editsSchema());
    const misfit = new Set(judged.misfits.map(({ anchor }) => anchor));
    // Some models give everything again; what fitted the first time stands as it was.
    const fits = raw.edits.filter(({ anchor }) => !misfit.has(anchor));
    const said = new Set(raw.edits.map(keyOfEdit));
    const all = {
      edits: [...fits, ...again.edits.filter((edit) => misfit.has(edit.anchor) || !said.has(keyOfEdit(edit)))],
      conflicts: [...raw.conflicts.filter(({ statement }) => !misfit.has(statement)), ...again.conflicts],
    };
    judged = judgeEdits(all, job);
  }
  curation.notes.push(...judged.notes);
  for (const { anchor, problem } of judged.misfits) {
    const start = anchor.replace(/\s+/g, ' ').trim().slice(0, 60);
    curation.notes.push(`${page.slug}: an edit was left out, since its anchor "${start}" ${problem}`);
  }
  const policy = policyOf(curation);
  const conflicts = [...judged.conflicts, ...overlooked(judged.conflicts, job, curation.request, policy)];
  const settled = conflicts.map((conflict) => settleConflict(conflict, job, curation.request, policy));
  return { job, judged, conflicts: applicable(settled, judged.edits), affected };
}

const keyOfEdit = ({ op, anchor, text }: RawEdit): string => JSON.stringify([op, anchor, text]);
