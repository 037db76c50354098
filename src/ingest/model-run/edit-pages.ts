import { MAX_PAGE_TOKENS, type AffectedPage } from './affected-pages';
import { editsSchema, type RawEdit, type RawPageEdits } from './answer-schemas';
import { withoutOverlaps } from './page-history';
import { citationOf } from './claims';
import { conflictPolicy, type Curation } from './curation';
import { validateEdits, type ValidatedEdits, type EditTarget } from './validate-edits';
import { type TextRules } from './clean-text';
import { editPrompt, claimsThatFit, type AnchorProblem } from './prompt';
import { findMissedConflicts, resolveConflict, type ResolvedConflict } from './resolve-conflicts';

/** Existing pages that one source may edit by default. */
export const DEFAULT_MAX_PAGES = 12;

/** The model's edits of one page, and its contradictions. */
export interface PageEdits {
  readonly target: EditTarget;
  readonly validated: ValidatedEdits;
  readonly conflicts: readonly ResolvedConflict[];
  readonly affected: AffectedPage;
}

/** The pages to edit: not too many, and none too long to be sent. A note names the others. */
export function selectPages(curation: Curation, affected: readonly AffectedPage[]): readonly AffectedPage[] {
  const { maxPages = DEFAULT_MAX_PAGES } = curation.options;
  const long = affected.filter(({ page }) => page.words * 1.4 > MAX_PAGE_TOKENS);
  const fit = affected.filter((each) => !long.includes(each));
  for (const { page } of long)
    curation.notes.push(`${page.slug} is too long for the model to edit. It was left alone.`);
  const left = fit.slice(maxPages);
  if (left.length > 0) {
    const named = left.slice(0, 20).map(({ page }) => page.slug);
    const more = left.length > 20 ? `, and ${left.length - 20} more` : '';
    curation.notes.push(
      `One source edits at most ${maxPages} pages. These were left alone: ${named.join(', ')}${more}.`,
    );
  }
  return fit.slice(0, maxPages);
}

/** Asks the model for edits of one page, and once more for those that do not fit. `null` if the page is gone. */
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
  const target: EditTarget = {
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
  let validated = validateEdits(raw, target);
  if (validated.anchorProblems.length > 0) {
    const messages = editPrompt(curation.promptContext, shown, claims, slugs, validated.anchorProblems);
    const retry = await curation.caller.ask(page.path, messages, editsSchema());
    validated = validateEdits(mergeRetry(raw, retry, validated.anchorProblems), target);
  }
  curation.notes.push(...validated.notes);
  for (const { anchor, problem } of validated.anchorProblems) {
    const start = anchor.replace(/\s+/g, ' ').trim().slice(0, 60);
    curation.notes.push(`${page.slug}: an edit was left out because its anchor "${start}" ${problem}`);
  }
  const policy = conflictPolicy(curation);
  const missed = findMissedConflicts(validated.conflicts, target, curation.request, policy);
  const resolved = [...validated.conflicts, ...missed].map((conflict) =>
    resolveConflict(conflict, target, curation.request, policy),
  );
  return { target, validated, conflicts: withoutOverlaps(resolved, validated.edits), affected };
}

/** Replaces the edits and conflicts that did not fit. Some models repeat everything; what did fit stays as it was. */
function mergeRetry(raw: RawPageEdits, retry: RawPageEdits, problems: readonly AnchorProblem[]): RawPageEdits {
  const failed = new Set(problems.map(({ anchor }) => anchor));
  const known = new Set(raw.edits.map(keyOfEdit));
  return {
    edits: [
      ...raw.edits.filter(({ anchor }) => !failed.has(anchor)),
      ...retry.edits.filter((edit) => failed.has(edit.anchor) || !known.has(keyOfEdit(edit))),
    ],
    conflicts: [...raw.conflicts.filter(({ statement }) => !failed.has(statement)), ...retry.conflicts],
  };
}

const keyOfEdit = ({ op, anchor, text }: RawEdit): string => JSON.stringify([op, anchor, text]);
