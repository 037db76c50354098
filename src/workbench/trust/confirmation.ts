import { isWikiError, WikiError, type Run } from '../../base';
import { hashText } from '../../vault';
import { SCHEMA_FILE } from '../../wiki';
import { manifestDifferences, policyDifferences, proseDifferences, type Difference, type Lens } from '../../workspace';
import { type Notice } from '../types';
import { type WikiSession } from '../wiki-session';
import { ConfirmedStore, type ConfirmedFile, type ConfirmedFiles } from './confirmed-store';
import { readGoverningFiles, type GoverningFile } from './governing-files';
import { isOwnWrite } from './own-writes';

/** UTF-16 units of a text that is kept to be compared with. */
const MAX_TEXT_LENGTH = 1_000_000;

/** A manifest, `AGENTS.md` or policy that is not as a person last confirmed it. */
export interface UnconfirmedChange {
  /** Relative to the wiki's root: `../operators/x/KNOWLEDGE.md` for a view outside of it. */
  readonly path: string;
  /** `unknown`: the record of what was confirmed is gone, so that nothing can be compared. */
  readonly reason: 'changed' | 'new' | 'removed' | 'unknown';
  readonly differences: readonly Difference[];
  /** Of the text as it is; `null` for a file that was removed. */
  readonly hash: string | null;
}

/** What this device confirmed of a wiki's governing files, compared with the files as they are. */
interface Comparison {
  readonly store: ConfirmedStore;
  readonly files: readonly GoverningFile[];
  readonly confirmed: ConfirmedFiles;
  readonly changes: readonly UnconfirmedChange[];
}

/**
 * The governing files that changed since a person last confirmed them. The first look takes them as they are, and a notice
 * of the session says so. Without a device that keeps a secret, nothing is compared.
 *
 * @param lenses of the wiki, as `WikiSession.lenses` gives them
 */
export async function unconfirmedChanges(
  session: WikiSession,
  lenses: readonly Lens[],
): Promise<readonly UnconfirmedChange[]> {
  return (await compare(session, lenses))?.changes ?? [];
}

/**
 * Confirms changes as a person saw them.
 * @param seen what {@link unconfirmedChanges} gave
 * @throws WikiError `living-wiki:trust_unavailable`; `living-wiki:edited_meanwhile` if one of the files has changed again,
 *   and then confirms none; or what the vault throws
 */
export async function confirmChanges(
  session: WikiSession,
  seen: readonly UnconfirmedChange[],
  run: Run,
): Promise<void> {
  await session.exclusively(run, async () => {
    const comparison = await compare(session, await session.lenses(run));
    if (comparison === null) throw trustUnavailable();
    const { store, files, confirmed, changes } = comparison;
    const next = new Map(confirmed);
    for (const { path, hash } of seen) {
      if (!changes.some((change) => change.path === path && change.hash === hash)) throw changedAgain(path);
      const file = files.find((one) => one.path === path);
      if (file) next.set(path, toConfirmed(file.text));
      else next.delete(path);
    }
    await store.write(next);
  });
}

async function compare(session: WikiSession, lenses: readonly Lens[]): Promise<Comparison | null> {
  const { device } = session.host;
  const secret = device?.secret() ?? null;
  if (!device || secret === null) return null;
  const store = new ConfirmedStore(session.vault, secret);
  const files = await readGoverningFiles(session.host, lenses);
  session.policyPaths = new Set(files.filter(({ kind }) => kind === 'policy').map(({ path }) => path));
  const known = await store.read();
  if (known !== null) {
    device.rememberConfirmations();
    return compareWith(session, store, files, known);
  }
  if (device.knowsConfirmations()) {
    const changes = files.map((file) => toChange(file, 'unknown'));
    return { store, files, confirmed: new Map(), changes };
  }
  const confirmed = new Map(files.map(({ path, text }) => [path, toConfirmed(text)]));
  if (await writeIfPossible(store, confirmed)) {
    device.rememberConfirmations();
    const foreign = await withoutOwn(session, files);
    if (foreign.length > 0) session.notices.push(firstLook(foreign));
  }
  return { store, files, confirmed, changes: [] };
}

async function compareWith(
  session: WikiSession,
  store: ConfirmedStore,
  files: readonly GoverningFile[],
  known: ConfirmedFiles,
): Promise<Comparison> {
  const changes: UnconfirmedChange[] = [];
  const confirmed = new Map(known);
  for (const file of files) {
    const before = known.get(file.path) ?? null;
    const hash = hashText(file.text);
    if (before?.hash === hash) continue;
    const differences = before === null ? [] : differencesOf(file, before);
    const isSame = before !== null && differences.length === 0;
    if (isSame || (await isOwnWrite(session.journal, file.path, before?.hash ?? null, hash))) {
      confirmed.set(file.path, toConfirmed(file.text));
    } else changes.push(toChange(file, before === null ? 'new' : 'changed', differences));
  }
  // A view that is gone weakens nothing, and a policy that is gone refuses everything.
  const isGuideGone = known.has(SCHEMA_FILE) && !files.some(({ path }) => path === SCHEMA_FILE);
  if (isGuideGone) changes.push({ path: SCHEMA_FILE, reason: 'removed', differences: [], hash: null });
  const hasNews = [...confirmed].some(([path, { hash }]) => known.get(path)?.hash !== hash);
  if (hasNews) await writeIfPossible(store, confirmed);
  return { store, files, confirmed, changes };
}

function differencesOf({ kind, path, text }: GoverningFile, before: ConfirmedFile): readonly Difference[] {
  if (before.text === null) return [{ field: '', message: 'its text' }];
  if (kind === 'manifest') return manifestDifferences(before.text, text);
  return kind === 'policy' ? policyDifferences(before.text, text, path) : proseDifferences(before.text, text);
}

function toChange(
  { path, text }: GoverningFile,
  reason: UnconfirmedChange['reason'],
  differences: readonly Difference[] = [],
): UnconfirmedChange {
  return { path, reason, differences, hash: hashText(text) };
}

function toConfirmed(text: string): ConfirmedFile {
  return { hash: hashText(text), text: text.length > MAX_TEXT_LENGTH ? null : text };
}

/** The files that no reviewed change of this device created as they are. */
async function withoutOwn(session: WikiSession, files: readonly GoverningFile[]): Promise<readonly GoverningFile[]> {
  const foreign: GoverningFile[] = [];
  for (const file of files) {
    if (!(await isOwnWrite(session.journal, file.path, null, hashText(file.text)))) foreign.push(file);
  }
  return foreign;
}

/** @returns whether it was written; a vault that is read-only, or that another program writes, is no error */
async function writeIfPossible(store: ConfirmedStore, files: ConfirmedFiles): Promise<boolean> {
  try {
    await store.write(files);
    return true;
  } catch (error) {
    if (!isWikiError(error)) throw error;
    return false;
  }
}

function firstLook(files: readonly GoverningFile[]): Notice {
  const paths = files.map(({ path }) => path).join(', ');
  return {
    code: 'living-wiki:trust_baseline',
    message:
      `This device sees the rules of this wiki for the first time and takes them as they are: ${paths}. ` +
      'From now on, changes to them are reported until you confirm them.',
    at: files[0]?.path ?? '',
  };
}

function trustUnavailable(): WikiError {
  const message = 'No key could be stored on this device, so confirmations are not saved.';
  return new WikiError('living-wiki:trust_unavailable', message, {
    remedy: 'Make the folder of the settings writable.',
  });
}

function changedAgain(path: string): WikiError {
  const message = `${path} has changed again, or its change is already confirmed. Nothing was confirmed.`;
  return new WikiError('living-wiki:edited_meanwhile', message, { path, remedy: 'Look at the changes again.' });
}
