import { type Run } from '../../base';
import { type ChangeSet } from '../../change';
import { MAX_LINES, passingHunks, type Gate, type Skill } from '../../maintenance';
import { type Proposal } from '../../proposal';
import { hashText, type JournalWriter } from '../../vault';
import { applyProposal } from '../proposals/apply-proposal';
import { type AppliedProposal } from '../proposals/proposal-result';
import { onlyHunks } from '../proposals/waiting-drops';
import { type WikiSession } from '../wiki-session';
import { type MaintainRequest } from './request';

/** What a run may write without a person. */
export interface OpenGate {
  readonly kind: Gate;
  /** The most lines, added and removed. */
  readonly lines: number;
}

/**
 * What a run may write: as the person asked for this run, else as the settings of this device say for this very skill.
 * @returns `null` for nothing; `note` says why a setting does not count
 */
export function gateFor(
  { host }: WikiSession,
  { write, proposeOnly, dryRun }: MaintainRequest,
  skill: Skill,
): { readonly gate: OpenGate | null; readonly note: string | null } {
  const closed = { gate: null, note: null };
  if (dryRun === true || proposeOnly === true) return closed;
  const setting = host.automation?.().skills[skill.name]?.gate;
  const isMeant = setting?.origin === skill.origin && setting.text === textHashOf(skill);
  if (write !== undefined) {
    return { gate: { kind: write, lines: isMeant ? setting.lines : MAX_LINES[write] }, note: null };
  }
  if (setting === undefined) return closed;
  if (isMeant) return { gate: { kind: setting.kind, lines: setting.lines }, note: null };
  const note =
    'The setting that lets this skill write was made before the skill changed. Its changes wait for your review.';
  return { gate: null, note };
}

/** What a permission to write is tied to; `null` for a built-in skill. */
export function textHashOf({ origin, text }: Skill): string | null {
  return origin === 'built-in' ? null : hashText(text);
}

/** Applies hunks without a person. The log and the history say so. Call it within `WikiSession.exclusively`. */
export function applyUnattended(
  session: WikiSession,
  writer: JournalWriter,
  proposal: Proposal,
  { skill, kind, passing }: { skill: Skill; kind: Gate; passing: ReadonlySet<string> },
  run: Run,
): Promise<AppliedProposal> {
  const { changeSet } = proposal;
  const bullet = `applied without a review: the skill ${skill.name} may write ${kind}`;
  const marked: ChangeSet = {
    ...changeSet,
    title: `${changeSet.title} (without a review)`,
    log: { ...changeSet.log, bullets: [...changeSet.log.bullets, bullet] },
  };
  const rest = onlyHunks(changeSet, (id) => !passing.has(id));
  return applyProposal(session, writer, proposal, passing, run, {
    changeSet: marked,
    later: rest.files.length === 0 ? null : rest,
  });
}

/** The hunks of code's own fixes that a gate lets through. Where everything may be written, their size alone decides. */
export function passingFixes(changeSet: ChangeSet, { kind, lines }: OpenGate): ReadonlySet<string> {
  return passingHunks(changeSet, kind, { lines, isByCode: true });
}
