import * as z from 'zod/mini';
import { compareText, isWikiError, parseForeignJson } from '../../base';
import { hashText, isSealed, sealText, STATE_FOLDER, type Vault } from '../../vault';

const FILE = `${STATE_FOLDER}/trust.json`;
const VERSION = 1;
/** Bytes. A larger file is no record of ours. */
const MAX_SIZE = 50_000_000;
/** Devices that share a wiki; the records of more are dropped. */
const MAX_DEVICES = 100;

/** A governing file as it was when it was confirmed. */
interface ConfirmedFile {
  readonly hash: string;
  /** `null` for a text that is too long to keep. */
  readonly text: string | null;
}

/** By path, relative to the wiki's root. */
type ConfirmedFiles = ReadonlyMap<string, ConfirmedFile>;

const SHAPE = z.lazy(() =>
  z.object({
    version: z.literal(VERSION),
    devices: z.record(
      z.string(),
      z.object({
        files: z.record(z.string(), z.object({ hash: z.string(), text: z.nullable(z.string()) })),
        seal: z.string(),
      }),
    ),
  }),
);

/** The records by device. */
type Devices = Readonly<Record<string, { readonly files: Record<string, ConfirmedFile>; readonly seal: string }>>;

/**
 * What a person confirmed of the files that govern a wiki, in `.wiki/trust.json`. Every device has a record of its own in
 * it, sealed with its secret, so that a vault from elsewhere cannot confirm its own changes.
 */
export class ConfirmedStore {
  readonly #vault: Vault;
  readonly #secret: string;
  readonly #device: string;

  /**
   * @param vault scoped to the wiki's root
   * @param secret of this device
   */
  constructor(vault: Vault, secret: string) {
    this.#vault = vault;
    this.#secret = secret;
    this.#device = sealText('living-wiki device', secret).slice(0, 16);
  }

  /** The record of this device; `null` if there is none that it wrote. */
  async read(): Promise<ConfirmedFiles | null> {
    const { devices } = await this.#load();
    const own = devices[this.#device];
    if (own === undefined) return null;
    const files = new Map(Object.entries(own.files));
    return isSealed(contentOf(this.#device, files), own.seal, this.#secret) ? files : null;
  }

  /**
   * Replaces the record of this device; those of other devices stay.
   * @throws WikiError what the vault throws
   */
  async write(files: ConfirmedFiles): Promise<void> {
    const { devices, text } = await this.#load();
    const others = Object.entries(devices)
      .filter(([device]) => device !== this.#device)
      .slice(0, MAX_DEVICES);
    const seal = sealText(contentOf(this.#device, files), this.#secret);
    const own = { files: Object.fromEntries(files), seal };
    const content = { version: VERSION, devices: Object.fromEntries([...others, [this.#device, own]]) };
    const options = { durable: true, expected: text === null ? null : hashText(text) };
    await this.#vault.write(FILE, `${JSON.stringify(content, null, 1)}\n`, options);
  }

  /** A file that is missing or not valid holds no record. */
  async #load(): Promise<{ readonly devices: Devices; readonly text: string | null }> {
    let text: string | null = null;
    try {
      const stat = await this.#vault.stat(FILE);
      text = stat === null ? null : await this.#vault.readText(FILE);
      if (text === null || text.length > MAX_SIZE) return { devices: {}, text };
      return { devices: z.parse(SHAPE, parseForeignJson(text)).devices, text };
    } catch (error) {
      if (isWikiError(error)) throw error;
      return { devices: {}, text };
    }
  }
}

/** Lists, not objects: their order does not depend on who wrote the keys. */
function contentOf(device: string, files: ConfirmedFiles): string {
  const named = [...files].map(([path, { hash, text }]) => [path, hash, text] as const);
  return JSON.stringify(['living-wiki trust', VERSION, device, named.sort(([a], [b]) => compareText(a, b))]);
}
