import * as z from 'zod/mini';
import { asWikiError, parseForeignJson, uncancellable, WikiError, type Run } from '../../base';
import { PACK_NAME, writePack, type BuiltPack, type WrittenPack } from '../../packs';
import { SealedFiles } from '../sealed-files';
import { type WikiSession } from '../wiki-session';

import { buildWikiPack } from './build-wiki-pack';
import { DEFAULT_PACK_FOLDER, type PackHost } from './pack-host';
import { type PublishRequest } from './publish-request';
import { PUBLICATIONS_FILE } from './publications-file';

/** A pack that is published again after each change, as it was chosen on this device. */
interface Publication extends PublishRequest {
  readonly name: string;
  /** The folder in which the pack is, as the host names it. */
  readonly to: string;
}

export type ExportRequest = PublishRequest & {
  /** The folder in which the pack is; `.agents/knowledge` when absent. */
  readonly to?: string;
  /** Publishes it again after each applied change and undo; `false` stops that. */
  readonly follow?: boolean;
};

export interface ExportResult {
  readonly pack: BuiltPack;
  readonly written: WrittenPack;
  readonly to: string;
  readonly follows: boolean;
}

const MAX_PUBLICATIONS = 20;

const SHAPE = z.lazy(() =>
  z.object({
    version: z.literal(1),
    publications: z
      .array(
        z.object({
          name: z.string(),
          to: z.string(),
          lens: z.exactOptional(z.string()),
          withSources: z.exactOptional(z.boolean()),
          briefingTokens: z.exactOptional(z.number()),
        }),
      )
      .check(z.maxLength(MAX_PUBLICATIONS)),
  }),
);

/** Publishes the wiki as packs, once or after each change. */
export class WikiPublisher {
  readonly #session: WikiSession;
  readonly #host: PackHost;
  readonly #files: SealedFiles;
  /** Publications run one after the other. */
  #running: Promise<void> = Promise.resolve();
  #isDue = false;

  constructor(session: WikiSession, host: PackHost) {
    this.#session = session;
    this.#host = host;
    // Sealed, so that a vault from elsewhere cannot have this wiki published.
    this.#files = new SealedFiles(session.vault, session.host);
  }

  /** @throws WikiError `living-wiki:pack_name_invalid`, `living-wiki:pack_not_writable` */
  check({ name, to = DEFAULT_PACK_FOLDER }: ExportRequest): void {
    requireName(name);
    this.#target(to);
  }

  /** What would be published. Writes nothing. @throws WikiError `living-wiki:lens_missing`, `living-wiki:pack_name_invalid` */
  preview(request: PublishRequest, run: Run): Promise<BuiltPack> {
    requireName(request.name);
    return buildWikiPack(this.#session, request, run);
  }

  /**
   * Publishes the wiki.
   * @throws as {@link preview}; WikiError `living-wiki:pack_exists`, `living-wiki:pack_not_writable`
   */
  async publish(request: ExportRequest, run: Run): Promise<ExportResult> {
    const { to = DEFAULT_PACK_FOLDER, follow, ...what } = request;
    const pack = await this.preview(what, run);
    const written = await writePack(this.#target(to), pack, run);
    const kept = await this.publications();
    const isThis = (one: Publication): boolean => one.name === pack.name && one.to === to;
    if (follow !== undefined) {
      const others = kept.filter((one) => !isThis(one));
      const all = follow ? [{ ...what, name: pack.name, to }, ...others] : others;
      await this.#keep(all.slice(0, MAX_PUBLICATIONS));
    }
    return { pack, written, to, follows: follow ?? kept.some(isThis) };
  }

  /** The packs that are published again after each change. */
  async publications(): Promise<readonly Publication[]> {
    const text = await this.#files.read(PUBLICATIONS_FILE);
    if (text === null) return [];
    try {
      const read = SHAPE.safeParse(parseForeignJson(text));
      return read.success ? read.data.publications : [];
    } catch {
      return [];
    }
  }

  /** Call it after each change. What comes while a publication runs is published once, after it. */
  follow(run: Run): void {
    if (this.#isDue) return;
    this.#isDue = true;
    this.#running = this.#running.then(async () => {
      this.#isDue = false;
      await this.#publishAll(uncancellable(run));
    });
  }

  /** Waits until everything is published that {@link follow} was called for. */
  async settled(): Promise<void> {
    for (let last: Promise<void> | null = null; last !== this.#running;) {
      last = this.#running;
      await last;
    }
  }

  async #publishAll(run: Run): Promise<void> {
    for (const { to, ...what } of await this.publications()) {
      try {
        await writePack(this.#target(to), await buildWikiPack(this.#session, what, run), run);
      } catch (error) {
        const { message } = asWikiError(error, 'living-wiki:unexpected');
        const said = `The pack "${what.name}" could not be published again: ${message}`;
        this.#session.notices.push({ code: 'living-wiki:pack_not_published', message: said, at: to });
      }
    }
  }

  #target(to: string) {
    const { target } = this.#host;
    if (target !== undefined) return target(to);
    throw new WikiError('living-wiki:pack_not_writable', 'Packs cannot be published from here.', {
      remedy: 'Publish the wiki with: living-wiki packs export',
    });
  }

  async #keep(publications: readonly Publication[]): Promise<void> {
    if (!this.#session.isSigning) {
      throw new WikiError('living-wiki:pack_unconfirmable', 'This choice cannot be stored here.', {
        remedy: 'Publish it once, or on a device where Living Wiki can store its settings.',
      });
    }
    await this.#files.write(PUBLICATIONS_FILE, JSON.stringify({ version: 1, publications }));
  }
}

function requireName(name: string | undefined): void {
  if (name === undefined || PACK_NAME.test(name)) return;
  throw new WikiError('living-wiki:pack_name_invalid', `"${name.slice(0, 80)}" cannot be the name of a pack.`, {
    remedy: 'Use 1 to 64 lower-case letters, digits and hyphens, beginning with a letter or digit.',
  });
}
