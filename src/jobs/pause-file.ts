import { clip, isWikiError } from '../base';
import { type Vault } from '../vault';
import { JOBS_FOLDER } from './layout';
import { MAX_JOB_SIZE, type JobFormat } from './record';
import { type QueuePause } from './types';

/** Why the queue waits. Each device has its own limits, network and person, so each has its own file. */
export class PauseFile {
  readonly #vault: Vault;
  readonly #format: JobFormat;
  /** For a device that cannot sign. */
  #unsigned: QueuePause | null = null;

  constructor(vault: Vault, format: JobFormat) {
    this.#vault = vault;
    this.#format = format;
  }

  /** `null` also for a file that this device did not write. */
  async read(): Promise<QueuePause | null> {
    const path = this.#path;
    if (path === null) return this.#unsigned;
    try {
      const stat = await this.#vault.stat(path);
      if (stat === null || stat.size > MAX_JOB_SIZE) return null;
      return this.#format.parsePause(await this.#vault.readText(path));
    } catch (error) {
      if (isWikiError(error)) return null;
      throw error;
    }
  }

  async write(pause: QueuePause | null): Promise<void> {
    const path = this.#path;
    const kept = pause && { ...pause, message: clip(pause.message, 2000) };
    if (path === null) this.#unsigned = kept;
    else if (kept !== null) await this.#vault.write(path, this.#format.printPause(kept));
    else if ((await this.#vault.stat(path)) !== null) await this.#vault.remove(path);
  }

  get #path(): string | null {
    const { device } = this.#format;
    return device === null ? null : `${JOBS_FOLDER}/pause-${device}.json`;
  }
}
