import * as z from 'zod/mini';
import { isoTime, parseForeignJson, type Clock } from '../../base';
import { type Hash, type Vault } from '../../vault';
import { SealedFiles } from '../sealed-files';
import { type DeviceMemory } from '../types';

const FILE = '.wiki/packs.json';

/** Confirmations that are kept, the newest first. */
const MAX_KEPT = 500;

const SHAPE = z.lazy(() =>
  z.object({
    version: z.literal(1),
    confirmed: z.array(z.object({ hash: z.string(), name: z.string(), at: z.string() })),
  }),
);

type Confirmed = z.infer<typeof SHAPE>['confirmed'];

/**
 * Which disputed packs a person said yes to, by the hash of all that they say: a changed pack is asked about again. Sealed by
 * this device, so that a vault from elsewhere brings no yes along.
 */
export class PackConfirmations {
  readonly #files: SealedFiles;
  readonly #clock: Clock;

  /** @param vault scoped to the wiki */
  constructor(vault: Vault, host: { readonly device?: DeviceMemory; readonly clock: Clock }) {
    this.#files = new SealedFiles(vault, host);
    this.#clock = host.clock;
  }

  async has(hash: Hash): Promise<boolean> {
    return (await this.#read()).some((each) => each.hash === hash);
  }

  async add(hash: Hash, name: string): Promise<void> {
    const others = (await this.#read()).filter((each) => each.hash !== hash);
    await this.#write([{ hash, name, at: isoTime(this.#clock.now()) }, ...others].slice(0, MAX_KEPT));
  }

  /** Takes back every yes to a pack of this name. */
  async remove(name: string): Promise<void> {
    await this.#write((await this.#read()).filter((each) => each.name !== name));
  }

  async #read(): Promise<Confirmed> {
    const text = await this.#files.read(FILE);
    if (text === null) return [];
    try {
      const read = SHAPE.safeParse(parseForeignJson(text));
      return read.success ? read.data.confirmed : [];
    } catch {
      return [];
    }
  }

  async #write(confirmed: Confirmed): Promise<void> {
    await this.#files.write(FILE, JSON.stringify({ version: 1, confirmed }));
  }
}
