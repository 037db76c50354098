import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { parseForeignJson, WikiError } from '../base';
import { fromHex, keyIdOf, parseJwks, printJwks, sameKey, signerOf, toHex, type PublicUnitKey } from '../deliberation';
import { publicKeyOf } from '../signing';
import { type UnitKeys } from '../workbench';
import { attemptFile, configPath, writePrivate } from './config-file';
import { type CommandEnvironment } from './model-config';
import { nodeRandom } from './node-random';

/** A key of this device. Only this file holds the seed. */
interface OwnKey {
  readonly seed: string;
  readonly from: string;
  readonly retired?: string;
  readonly revoked?: string;
}

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
  current(): { readonly seed: Uint8Array; readonly kid: string } | null {
    const key = this.#read().findLast(({ retired, revoked }) => retired === undefined && revoked === undefined);
    return key === undefined ? null : seedOf(key);
  }

  own(): readonly PublicUnitKey[] {
    return this.#read().map((key) => {
      const { seed, kid } = seedOf(key);
      const { from, retired, revoked } = key;
      return {
        kid,
        key: publicKeyOf(seed),
        from,
        ...(retired !== undefined && { retired }),
        ...(revoked !== undefined && { revoked }),
      };
    });
  }

  /** Makes a key; the one that signed until now is retired. @returns its identifier */
  make(now: string): string {
    const seed = new Uint8Array(randomBytes(32));
    const before = this.#read().map((key) => (key.retired === undefined ? { ...key, retired: now } : key));
    this.#write([...before, { seed: toHex(seed), from: now }]);
    return keyIdOf(publicKeyOf(seed));
  }

  /** @returns whether there is such a key */
  revoke(kid: string, at: string): boolean {
    const keys = this.#read();
    if (!keys.some((key) => seedOf(key).kid === kid)) return false;
    this.#write(keys.map((key) => (seedOf(key).kid === kid ? { ...key, revoked: at } : key)));
    return true;
  }

  trusted(): readonly PublicUnitKey[] {
    if (!existsSync(this.signersPath)) return [];
    const text = attemptFile(this.signersPath, () => readFileSync(this.signersPath, 'utf8'));
    return parseJwks(parsed(text, this.signersPath), this.signersPath);
  }

  /** Trusts keys of others; what is said of the end of one that is trusted already is taken over. */
  trust(keys: readonly PublicUnitKey[]): void {
    const others = this.trusted().filter((each) => !keys.some((key) => sameKey(each, key)));
    writePrivate(this.signersPath, printJwks([...others, ...keys]), nodeRandom);
  }

  /** @returns whether it was trusted */
  distrust(kid: string): boolean {
    const before = this.trusted();
    const after = before.filter((each) => each.kid !== kid);
    if (after.length < before.length) writePrivate(this.signersPath, printJwks(after), nodeRandom);
    return after.length < before.length;
  }

  #read(): readonly OwnKey[] {
    if (!existsSync(this.path)) return [];
    const text = attemptFile(this.path, () => readFileSync(this.path, 'utf8'));
    const { keys } = parsed(text, this.path) as { readonly keys?: unknown };
    if (!Array.isArray(keys) || !keys.every(isOwnKey)) throw unusable(this.path);
    return keys;
  }

  #write(keys: readonly OwnKey[]): void {
    writePrivate(this.path, `${JSON.stringify({ version: 1, keys }, null, 2)}\n`, nodeRandom);
  }
}

function isOwnKey(value: unknown): value is OwnKey {
  const { seed, from } = (value ?? {}) as Partial<Record<keyof OwnKey, unknown>>;
  return typeof seed === 'string' && fromHex(seed, 32) !== null && typeof from === 'string';
}

function seedOf({ seed }: OwnKey): { readonly seed: Uint8Array; readonly kid: string } {
  const bytes = fromHex(seed, 32);
  if (bytes === null) throw new RangeError('A seed has 32 bytes.');
  return { seed: bytes, kid: keyIdOf(publicKeyOf(bytes)) };
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
    signer: () => {
      const key = file.current();
      return Promise.resolve(key === null ? null : signerOf(key.seed));
    },
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
