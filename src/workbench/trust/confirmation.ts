import { compareText, type Run } from '../../base';
import { type HiddenText } from '../../model';
import { hashText, type Hash } from '../../vault';
import { guidePaths } from '../../wiki';
import { type Difference, type Lens } from '../../workspace';
import { type Notice } from '../types';
import { type WikiSession } from '../wiki-session';
import {
  NO_APPROVALS,
  readApprovals,
  writeApprovals,
  type Approval,
  type ApprovalRecord,
  type Approvals,
} from './approvals';
import { APPROVAL_MARKS, type ApprovalMark } from './approval-marks';
import { ApprovedTexts } from './approved-texts';
import { ConfirmedStore } from './confirmed-store';
import { approversIn, checkApprover } from './approvers';
import { changedAgain, hiddenText, trustUnavailable } from './errors';
import { readGoverningFiles, VAULT_SKILLS, type GoverningFile } from './governing-files';
import { isOwnWrite } from './own-writes';

/** A file that steers a model and is not as a person last approved it. */
export interface UnconfirmedChange {
  /** Relative to the wiki's root: `../operators/x/KNOWLEDGE.md` for a view outside of it. */
  readonly path: string;
  readonly kind: GoverningFile['kind'];
  readonly reason: 'changed' | 'new' | 'removed';
  readonly differences: readonly Difference[];
  readonly mark: ApprovalMark;
  /** What it hides; while it does, it cannot be approved. */
  readonly hidden: HiddenText | null;
  /** Whether it stops every job that writes, or, for a file of a skill, only that skill. */
  readonly stopsAll: boolean;
  /** When it was last approved, in milliseconds since the epoch; `null` for never. */
  readonly approvedAt: number | null;
  /** Of the bytes as they are; `null` for a file that was removed. */
  readonly hash: Hash | null;
  /** The text that was approved, where it is still known, and the text as it is. */
  readonly before: string | null;
  readonly after: string;
}

/** An approval that holds: the file is as it was approved. */
interface ApprovedFile extends Approval {
  readonly path: string;
  readonly kind: GoverningFile['kind'];
}

/** What this device approved of a wiki's governing files, compared with the files as they are. */
interface Comparison {
  readonly files: readonly GoverningFile[];
  readonly record: ApprovalRecord;
  readonly changes: readonly UnconfirmedChange[];
}

/**
 * The files that steer a model and changed since a person last approved them on this device, the worst first. Without a device that keeps
 * something, nothing is compared.
 *
 * @param lenses of the wiki, as `WikiSession.lenses` gives them @param vaultSkills also skills that are kept in the vault for coding agents
 */
export async function unconfirmedChanges(
  session: WikiSession,
  lenses: readonly Lens[],
  vaultSkills = false,
): Promise<readonly UnconfirmedChange[]> {
  return (await compare(session, lenses, vaultSkills))?.changes ?? [];
}

/** Everything that steers a model, as this device knows it. */
export interface TrustState {
  readonly changes: readonly UnconfirmedChange[];
  readonly approved: readonly ApprovedFile[];
  /** Of all files that steer a model in this wiki; the same on every device that has the same files. */
  readonly hash: Hash;
}

/** What waits for approval, and what is approved and still as it was then. @throws WikiError `living-wiki:trust_unavailable` */
export async function trustState(session: WikiSession, run: Run): Promise<TrustState> {
  const comparison = await compare(session, await session.lenses(run), true);
  if (comparison === null) throw trustUnavailable();
  const { files, changes, record } = comparison;
  const approved = files.flatMap(({ path, kind, hash }) => {
    const approval = record.files.get(path);
    return approval?.hash === hash ? [{ path, kind, ...approval }] : [];
  });
  const own = files.filter(({ path }) => !isVaultSkill(path)).map(({ path, hash }) => `${hash} ${path}`);
  return { changes, approved, hash: hashText(own.sort(compareText).join('\n')) };
}

/**
 * Approves changes as a person saw them.
 * @param seen what {@link unconfirmedChanges} gave
 * @throws WikiError `living-wiki:trust_unavailable`; `living-wiki:hidden_text` for a file that hides some;
 *   `living-wiki:approver_refused`; `living-wiki:edited_meanwhile` if one of the files has changed again. Then none is approved.
 */
export async function confirmChanges(
  session: WikiSession,
  seen: readonly Pick<UnconfirmedChange, 'path' | 'hash'>[],
  run: Run,
): Promise<void> {
  await session.exclusively(run, async () => {
    const comparison = await compare(session, await session.lenses(run), true);
    const { device } = session.host;
    if (comparison === null || device === undefined) throw trustUnavailable();
    const { files, record, changes } = comparison;
    const known = await new ApprovedTexts(session.vault).read();
    checkApprover(device.person(), record, session.lens);
    const next = new Map(record.files);
    for (const { path, hash } of seen) {
      const change = changes.find((each) => each.path === path && each.hash === hash);
      if (change === undefined) throw changedAgain(path);
      if (change.hidden !== null) throw hiddenText(path, change.hidden);
      if (hash === null) next.delete(path);
      else next.set(path, { hash, at: session.host.clock.now(), by: device.person() });
    }
    await keep(session, { ...record, files: next }, files, known, true);
  });
  await resumeQueue(session);
}

/** Takes approvals back. @param paths all of them when absent @returns the paths that were approved @throws WikiError `living-wiki:trust_unavailable` */
export async function revokeApprovals(
  session: WikiSession,
  paths: readonly string[] | undefined,
  run: Run,
): Promise<readonly string[]> {
  return session.exclusively(run, async () => {
    const comparison = await compare(session, await session.lenses(run), true);
    const { device } = session.host;
    if (comparison === null || device === undefined) throw trustUnavailable();
    const { files, record } = comparison;
    const named = [...record.files].filter(([path, { hash }]) => hash !== '' && paths?.includes(path) !== false);
    const next = new Map(record.files);
    const taken = { hash: '', at: session.host.clock.now(), by: device.person() };
    for (const [path] of named) next.set(path, taken);
    await keep(session, { ...record, files: next }, files, new Map(), true);
    return named.map(([path]) => path);
  });
}

async function compare(
  session: WikiSession,
  lenses: readonly Lens[],
  vaultSkills: boolean,
): Promise<Comparison | null> {
  const { device } = session.host;
  if (!device) return null;
  const files = await readGoverningFiles(session.host, lenses, vaultSkills);
  session.policyPaths = new Set(files.filter(({ kind }) => kind === 'policy').map(({ path }) => path));
  const known = new Map(await new ApprovedTexts(session.vault).read());
  const started = readApprovals(device) ?? NO_APPROVALS;
  const record = started.takesOnce ? await takeOnce(session, started, files, known) : started;
  const next = new Map(record.files);
  const changes: UnconfirmedChange[] = [];
  for (const file of files) {
    const before = record.files.get(file.path) ?? null;
    if (before?.hash === file.hash) continue;
    const change = await toChange(session, file, before, known);
    if (change === null) next.set(file.path, ownApproval(session, file.hash));
    else changes.push(change);
  }
  changes.push(...removedGuides(session, record.files, files));
  const settled = { ...record, files: next };
  await keep(session, settled, files, known, false);
  return { files, record: settled, changes: changes.sort(byWeight) };
}

const byWeight = (a: UnconfirmedChange, b: UnconfirmedChange): number =>
  APPROVAL_MARKS.indexOf(a.mark) - APPROVAL_MARKS.indexOf(b.mark);

/** `null` for a change that means nothing, or that the person at this device made through the product. */
async function toChange(
  session: WikiSession,
  file: GoverningFile,
  approval: Approval | null,
  known: ReadonlyMap<Hash, string>,
): Promise<UnconfirmedChange | null> {
  const { revealHidden } = await import('../../model');
  const { describeSteering } = await import('./describe-steering');
  const { path, kind, text, hash } = file;
  const hidden = revealHidden(text);
  const before = approval === null ? null : (known.get(approval.hash) ?? null);
  const { differences, mark } = describeSteering(file, before);
  const isSame = before !== null && text !== '' && differences.length === 0;
  const isOwn = await isOwnWrite(session.journal, path, approval?.hash ?? null, hash);
  if (hidden === null && (isSame || isOwn)) return null;
  const isChanged = approval !== null && approval.hash !== '';
  const told = isChanged && before === null ? [{ field: '', message: 'its text' }] : differences;
  return {
    ...{ path, kind, hash, hidden, before, after: text },
    reason: isChanged ? 'changed' : 'new',
    approvedAt: isChanged ? approval.at : null,
    differences: told,
    mark: hidden === null ? mark : 'hidden',
    stopsAll: kind !== 'skill',
  };
}

/** A view or a policy that is gone weakens nothing that is not judged anyway; a guide that is gone leaves a model without it. */
function removedGuides(
  { snapshot }: WikiSession,
  approved: Approvals,
  files: readonly GoverningFile[],
): readonly UnconfirmedChange[] {
  const isThere = new Set(files.map(({ path }) => path));
  return guidePaths(snapshot.layout)
    .filter((path) => (approved.get(path)?.hash ?? '') !== '' && !isThere.has(path))
    .map((path) => ({
      ...({ path, kind: 'guide', reason: 'removed', differences: [], mark: 'rules', hidden: null } as const),
      ...{ stopsAll: true, hash: null, before: null, after: '', approvedAt: approved.get(path)?.at ?? null },
    }));
}

/** The person at this device wrote it through the product, or it means the same. */
function ownApproval({ host }: WikiSession, hash: Hash): Approval {
  return { hash, at: host.clock.now(), by: host.device?.person() ?? '' };
}

/** What this device has no approval of yet, taken as it is; what an earlier version noted in the vault, as it was noted. */
async function takeOnce(
  session: WikiSession,
  record: ApprovalRecord,
  files: readonly GoverningFile[],
  texts: Map<Hash, string>,
): Promise<ApprovalRecord> {
  const { host, vault, notices } = session;
  const secret = host.device?.secret() ?? null;
  const noted = secret === null ? null : await new ConfirmedStore(vault, secret).read();
  for (const { hash, text } of noted?.values() ?? []) if (text !== null) texts.set(hash, text);
  const isLost = noted === null && host.device?.knowsConfirmations() === true;
  const { revealHidden } = await import('../../model');
  const next = new Map(record.files);
  const foreign: string[] = [];
  for (const { path, text, hash } of isLost ? [] : files) {
    if (next.has(path) || isVaultSkill(path)) continue;
    const known = noted === null ? hash : noted.get(path)?.hash;
    if (known === undefined || revealHidden(text) !== null) continue;
    next.set(path, ownApproval(session, known));
    if (noted === null && !(await isOwnWrite(session.journal, path, null, hash))) foreign.push(path);
  }
  if (foreign.length > 0) notices.push(takenNotice(foreign));
  return { ...record, files: next, takesOnce: false };
}

const isVaultSkill = (path: string): boolean =>
  VAULT_SKILLS.some((folder) => path.replace(/^(?:\.\.\/)+/, '').startsWith(`${folder}/`));

function takenNotice(paths: readonly string[]): Notice {
  const message =
    `These files are rules for the model. They are approved as they are now, because this device set up the wiki, or used it before approvals were recorded: ${paths.join(', ')}. ` +
    'From now on, a change to one of them waits for your approval.';
  return { code: 'living-wiki:trust_baseline', message, at: paths[0] ?? '' };
}

/** Writes what changed, with the texts, so that a later change can be told in words. */
async function keep(
  session: WikiSession,
  record: ApprovalRecord,
  files: readonly GoverningFile[],
  known: ReadonlyMap<Hash, string>,
  isAsked: boolean,
): Promise<void> {
  const { device } = session.host;
  if (device === undefined) return;
  const before = readApprovals(device);
  const hasAll = record.files.size === before?.files.size && record.takesOnce === before.takesOnce;
  const isNew = !hasAll || [...record.files].some(([path, { hash }]) => before.files.get(path)?.hash !== hash);
  if (!isNew) return;
  // The first time, and whenever somebody who may approves.
  const isFirst = before === null || before.files.size === 0;
  const approvers = isAsked || isFirst ? approversIn(session.lens) : record.approvers;
  if (!writeApprovals(device, { ...record, approvers }) && isAsked) throw trustUnavailable();
  const texts = new Map<Hash, string>();
  for (const { hash } of record.files.values()) {
    const text = files.find((file) => file.hash === hash)?.text ?? known.get(hash);
    if (text !== undefined && text !== '') texts.set(hash, text);
  }
  await new ApprovedTexts(session.vault).keep(texts);
}

/** A queue that waited for an approval goes on. */
async function resumeQueue(session: WikiSession): Promise<void> {
  const queue = await session.jobs();
  if ((await queue?.store.pause())?.reason === 'approval') await queue?.resume();
}
