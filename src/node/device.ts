import { createHash, randomBytes } from 'node:crypto';
import { appendFileSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import path from 'node:path';
import { type DeviceMemory } from '../workbench';
import { configPath } from './config-file';
import { type CommandEnvironment } from './model-config';

const SECRET = /^[0-9a-f]{64}$/;
/** The most wikis that are remembered. */
const MAX_ENTRIES = 100_000;

/**
 * What this device keeps beside the settings, outside every wiki: the secret that signs journals, which wikis were opened here, and what
 * was approved of each. If the folder cannot be written, nothing is signed and every wiki counts as new.
 * @param folder the wiki's root on disk
 */
export function createDeviceMemory({ env }: CommandEnvironment, folder: string): DeviceMemory | undefined {
  if (env === undefined) return undefined;
  const home = path.dirname(configPath(env, env.HOME ?? homedir()));
  const list = path.join(home, 'known-wikis');
  const name = createHash('sha256').update(path.resolve(folder)).digest('hex');
  const knows = (entry: string): boolean => (readOrNull(list) ?? '').split('\n', MAX_ENTRIES).includes(entry);
  const remember = (entry: string): void => {
    if (knows(entry)) return;
    tryToWrite(() => {
      mkdirSync(home, { recursive: true, mode: 0o700 });
      appendFileSync(list, `${entry}\n`, { mode: 0o600 });
    });
  };
  let secret: string | null | undefined;
  return {
    secret: () => (secret ??= readSecret(home)),
    knowsWiki: () => knows(name),
    rememberWiki: () => remember(name),
    knowsConfirmations: () => knows(`${name} confirmed`),
    approvals: () => readOrNull(path.join(home, 'approvals', `${name}.json`)),
    saveApprovals: (text) => replaceFile(path.join(home, 'approvals'), `${name}.json`, text),
    person: () => env.USER ?? env.USERNAME ?? userName(),
  };
}

/** @returns whether the file has this text now */
function replaceFile(folder: string, file: string, text: string): boolean {
  const scratch = path.join(folder, `${file}.new-${randomBytes(8).toString('hex')}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(scratch, text, { mode: 0o600, flag: 'wx' });
    renameSync(scratch, path.join(folder, file));
    return true;
  } catch {
    tryToWrite(() => rmSync(scratch, { force: true }));
    return false;
  }
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}

/** The secret of this device, created on first use and readable only by its owner. */
function readSecret(home: string): string | null {
  const file = path.join(home, 'journal-key');
  const known = readOrNull(file)?.trim();
  if (known !== undefined) return SECRET.test(known) ? known : null;
  const scratch = `${file}.new-${randomBytes(8).toString('hex')}`;
  tryToWrite(() => {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    writeFileSync(scratch, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
    // If two programs create one at the same time, the first wins.
    linkSync(scratch, file);
  });
  tryToWrite(() => rmSync(scratch, { force: true }));
  const made = readOrNull(file)?.trim() ?? '';
  return SECRET.test(made) ? made : null;
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function tryToWrite(work: () => void): void {
  try {
    work();
  } catch {
    // The caller reads the file again, and so notices a failure.
  }
}
