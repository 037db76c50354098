import { checkpoint, compareText, type Run } from '../../base';
import { type DroppedStatement, type Evidence, type Hunk } from '../../change';
import { type HunkDecision, type HunkDecisions } from '../../proposal';
import { readLedger, wordKey } from '../../wiki';
import { countChangedLines } from './changed-lines';
import { toDecisionMap } from './decisions';
import { editedText } from './edited-text';
import { type RebasedFile } from './rebased-change-set';
import { type ReviewFile, type ReviewHunk } from './types';

/** Looks up the quotes of an edited text. */
type CheckQuotes = (text: string, run: Run) => Promise<readonly Evidence[]>;

const KINDS = ['created', 'updated', 'renamed', 'deleted'] as const;

/** The files of a review as a host shows them, sorted by kind of change, then by path. */
export async function reviewFiles(
  files: readonly RebasedFile[],
  decisions: HunkDecisions,
  checkQuotes: CheckQuotes,
  run: Run,
): Promise<readonly ReviewFile[]> {
  const map = toDecisionMap(decisions);
  const shown: ReviewFile[] = [];
  for (const file of files) {
    await checkpoint(run);
    shown.push(await reviewFile(file, map, checkQuotes, run));
  }
  return shown.sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || compareText(a.path, b.path));
}

async function reviewFile(
  { edit, rebased, conflict }: RebasedFile,
  decisions: ReadonlyMap<string, HunkDecision>,
  checkQuotes: CheckQuotes,
  run: Run,
): Promise<ReviewFile> {
  const hunks: ReviewHunk[] = [];
  for (const hunk of edit.hunks) {
    const decision = decisions.get(hunk.id) ?? null;
    const text = editedText(hunk, decisions);
    hunks.push(
      text === null
        ? { hunk, edited: false, decision, unsupported: hasMissingQuote(hunk.evidence) }
        : { ...(await editedHunk(hunk, text, checkQuotes, run)), decision },
    );
  }
  const shown = { ...edit, hunks: hunks.map(({ hunk }) => hunk) };
  const isResolved = conflict?.hunks.every((id) => decisions.get(id)?.verdict === 'rejected') === true;
  return {
    kind: edit.kind,
    path: edit.to ?? edit.path,
    edit: shown,
    hunks,
    ...(await countChangedLines(shown, run)),
    rebased,
    conflict: isResolved ? null : conflict,
  };
}

async function editedHunk(
  proposed: Hunk,
  text: string,
  checkQuotes: CheckQuotes,
  run: Run,
): Promise<Omit<ReviewHunk, 'decision'>> {
  const quotes = await checkQuotes(text, run);
  const known = new Set(proposed.evidence.map(({ quote }) => quote));
  const evidence = [...proposed.evidence, ...quotes.filter(({ quote }) => !known.has(quote))];
  const hunk = { ...proposed, text, evidence, ...(proposed.drops && { drops: stillDropped(proposed.drops, text) }) };
  return { hunk, edited: true, unsupported: hasMissingQuote(quotes) };
}

/** Without the statements that the person put back. */
function stillDropped(drops: readonly DroppedStatement[], text: string): readonly DroppedStatement[] {
  const said = new Set(readLedger(text).claims.map(({ key }) => key));
  return drops.filter((drop) => !said.has(wordKey(drop.text)));
}

function hasMissingQuote(evidence: readonly Evidence[]): boolean {
  return evidence.some(({ verdict }) => verdict === 'not-found');
}
