import { MAX_PAGE_TOKENS, type AffectedPage } from './affected-pages';
import { editsSchema, type RawEdit } from './answer-schemas';
import { withoutOverlaps } from './page-history';
import { citationOf } from './claims';
import { conflictPolicy, type Curation } from './curation';
import { validateEdits, type ValidatedEdits, type EditTarget } from './validate-edits';
import { type TextRules } from './clean-text';
import { editPrompt, claimsThatFit } from './prompt';
import { findMissedConflicts, resolveConflict, type ResolvedConflict } from './resolve-conflicts';

/** Existing pages that one source may edit, unless the caller says otherwise. */
export const DEFAULT_MAX_PAGES = 12;

/** A page with what the model wants of it. */
export interface PageEdits {
  readonly target: EditTarget;
  readonly validated: ValidatedEdits;
  readonly conflicts: readonly ResolvedConflict[];
  readonly affected: AffectedPage;
}

/** At most as many pages as one source may edit, and none too long to be sent; the others are named. */
export function selectPages(curation: Curation, affected: readonly AffectedPage[]): readonly AffectedPage[] {
  const { maxPages = DEFAULT_MAX_PAGES } = curation.options;
  const long = affected.filter(({ page }) => page.words * 1.4 > MAX_PAGE_TOKENS);
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
export async function requestPageEdits(
  curation: Curation,
  affected: AffectedPage,
  rules: TextRules,
  slugs: readonly string[],
): Promise<PageEdits | null> {
  const { snapshot } = curation.request;
  const { page } = affected;
  const claims = claimsThatFit(affected.claims);
  if (claims.length < affected.claims.length) {
    curation.notes.push(
      `${page.slug}: ${affected.claims.length - claims.length} claims did not fit into one prompt and were left out.`,
    );
  }
  const text = await snapshot.text(page.path);
  if (text === null) return null;
  const own = new Set([...rules.citable, ...page.citations.map(({ id }) => id)]);
  const job: EditTarget = {
    page,
    text,
    claims,
    rules: { ...rules, citable: own },
    citation: citationOf(curation.request),
  };
  const shown = { path: page.path, text };
  const raw = await curation.caller.ask(
    page.path,
    editPrompt(curation.promptContext, shown, claims, slugs),
    editsSchema(),
  );
  let judged = validateEdits(raw, job);
  if (judged.anchorProblems.length > 0) {
    const messages = editPrompt(curation.promptContext, shown, claims, slugs, judged.anchorProblems);
    const again = await curation.caller.ask(page.path, messages, editsSchema());
    const misfit = new Set(judged.anchorProblems.map(({ anchor }) => anchor));
    // Some models give everything again; what fitted the first time stands as it was.
    const fits = raw.edits.filter(({ anchor }) => !misfit.has(anchor));
    const said = new Set(raw.edits.map(keyOfEdit));
    const all = {
      edits: [...fits, ...again.edits.filter((edit) => misfit.has(edit.anchor) || !said.has(keyOfEdit(edit)))],
      conflicts: [...raw.conflicts.filter(({ statement }) => !misfit.has(statement)), ...again.conflicts],
    };
    judged = validateEdits(all, job);
  }
  curation.notes.push(...judged.notes);
  for (const { anchor, problem } of judged.anchorProblems) {
    const start = anchor.replace(/\s+/g, ' ').trim().slice(0, 60);
    curation.notes.push(`${page.slug}: an edit was left out, since its anchor "${start}" ${problem}`);
  }
  const policy = conflictPolicy(curation);
  const conflicts = [...judged.conflicts, ...findMissedConflicts(judged.conflicts, job, curation.request, policy)];
  const settled = conflicts.map((conflict) => resolveConflict(conflict, job, curation.request, policy));
  return { target: job, validated: judged, conflicts: withoutOverlaps(settled, judged.edits), affected };
}

const keyOfEdit = ({ op, anchor, text }: RawEdit): string => JSON.stringify([op, anchor, text]);
