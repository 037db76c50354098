import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { parseForeignJson, WikiError } from '../base';
import {
  currentSigner,
  isOwnUnitKey,
  parseJwks,
  printJwks,
  publicKeys,
  isSameKey,
  withNewKey,
  withRevokedKey,
  type OwnUnitKey,
  type PublicUnitKey,
  type UnitSigner,
} from '../deliberation';
import { type UnitKeys } from '../workbench';
import { attemptFile, configPath, writePrivate } from './config-file';
import { type CommandEnvironment } from './model-config';
import { nodeRandom } from './random';

/**
 * The keys that sign Knowledge Units on this device, and whose signatures are trusted: two files beside the settings, outside every wiki.
 * Only the owner may read them.
 */
export class UnitKeyFile {
  readonly path: string;
  readonly signersPath: string;

  constructor({ env = {} }: CommandEnvironment) {
    const folder = path.dirname(configPath(env, env.HOME ?? homedir()));
    this.path = path.join(folder, 'unit-keys.json');
    this.signersPath = path.join(folder, 'unit-signers.json');
  }

  /** The newest key that is neither retired nor revoked. */
  current(): UnitSigner | null {
    return currentSigner(this.#read());
  }

  own(): readonly PublicUnitKey[] {
    return publicKeys(this.#read());
  }

  /** Makes a key; the one that signed until now is retired. @returns its identifier */
  make(now: string): string {
    this.#write(withNewKey(this.#read(), new Uint8Array(randomBytes(32)), now));
    return this.current()?.kid ?? '';
  }

  /** @returns whether there is such a key */
  revoke(kid: string, at: string): boolean {
    const keys = withRevokedKey(this.#read(), kid, at);
    if (keys !== null) this.#write(keys);
    return keys !== null;
  }

  trusted(): readonly PublicUnitKey[] {
    if (!existsSync(this.signersPath)) return [];
    const text = attemptFile(this.signersPath, () => readFileSync(this.signersPath, 'utf8'));
    return parseJwks(parsed(text, this.signersPath), this.signersPath);
  }

  /** Trusts keys of others; what is said of the end of one that is trusted already is taken over. */
  trust(keys: readonly PublicUnitKey[]): void {
    const others = this.trusted().filter((each) => !keys.some((key) => isSameKey(each, key)));
    writePrivate(this.signersPath, printJwks([...others, ...keys]), nodeRandom);
  }

  /** @returns whether it was trusted */
  distrust(kid: string): boolean {
    const before = this.trusted();
    const after = before.filter((each) => each.kid !== kid);
    if (after.length < before.length) writePrivate(this.signersPath, printJwks(after), nodeRandom);
    return after.length < before.length;
  }

  #read(): readonly OwnUnitKey[] {
    if (!existsSync(this.path)) return [];
    const text = attemptFile(this.path, () => readFileSync(this.path, 'utf8'));
    const { keys } = parsed(text, this.path) as { readonly keys?: unknown };
    if (!Array.isArray(keys) || !keys.every(isOwnUnitKey)) throw unusable(this.path);
    return keys;
  }

  #write(keys: readonly OwnUnitKey[]): void {
    writePrivate(this.path, `${JSON.stringify({ version: 1, keys }, null, 2)}\n`, nodeRandom);
  }
}

function parsed(text: string, file: string): object {
  try {
    return Object(JSON.parse(text)) as object;
  } catch {
    throw unusable(file);
  }
}

/** Never repeats what is in the file, which may be a key. */
function unusable(file: string): WikiError {
  return new WikiError('living-wiki:unit_keys_invalid', 'The file of keys cannot be read. It was not changed.', {
    path: file,
    remedy: 'Restore it from a backup, or move it away and make a new key: living-wiki units keys new.',
  });
}

export function nodeUnitKeys(context: CommandEnvironment): UnitKeys {
  const file = new UnitKeyFile(context);
  return {
    signer: () => Promise.resolve(file.current()),
    own: () => Promise.resolve(file.own()),
    trusted: () => Promise.resolve(file.trusted()),
  };
}

/** The public keys of a file. @throws WikiError `living-wiki:unit_keys_invalid`, `living-wiki:config_unusable` */
export function readJwks(file: string): readonly PublicUnitKey[] {
  const text = attemptFile(file, () => readFileSync(file, 'utf8'));
  try {
    return parseJwks(parseForeignJson(text), file);
  } catch (error) {
    if (error instanceof SyntaxError) return parseJwks(null, file);
    throw error;
  }
}
