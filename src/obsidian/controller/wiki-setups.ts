import { type ReviewSession, type Run } from '../../workbench';
import { appClock, appRandom } from '../host/time';
import { type AppHost } from './app-host';
import { type KeptLayout, type NewWiki } from './types';

/** New wikis that are prepared but not created yet. Each one is reviewed like any other change. */
export class WikiSetups {
  readonly #host: () => Promise<AppHost>;
  readonly #onCreated: (root: string) => void;
  readonly #pending = new Map<string, ReviewSession>();
  /** The same, without what follows when they are applied. */
  readonly #plain = new Map<string, ReviewSession>();

  constructor(host: () => Promise<AppHost>, onCreated: (root: string) => void) {
    this.#host = host;
    this.#onCreated = onCreated;
  }

  async findLayout(root: string, run: Run): Promise<KeptLayout | null> {
    const { vault } = await this.#host();
    const { describeLayout, findLayout } = await import('./opening');
    const found = await findLayout(vault, root, run);
    return found === null ? null : { sources: found.sources, description: describeLayout(found) };
  }

  /** @returns the id of the review */
  async prepare(request: NewWiki, folderName: string): Promise<string> {
    const session = await this.#session(request, folderName);
    const { root } = request;
    this.#pending.set(session.id, {
      id: session.id,
      load: (run) => session.load(run),
      decide: (changes) => session.decide(changes),
      preview: (run) => session.preview(run),
      resolve: (path, hunks, side) => session.resolve(path, hunks, side),
      reject: (reason) => session.reject(reason),
      apply: async (run) => {
        const outcome = await session.apply(run);
        if (outcome.kind === 'applied') this.#onCreated(root);
        return outcome;
      },
    });
    this.#plain.set(session.id, session);
    return session.id;
  }

  /** The files that would be created, with their text. */
  async preview(
    request: NewWiki,
    folderName: string,
    run: Run,
  ): Promise<readonly { readonly path: string; readonly text: string }[]> {
    const { files } = await (await this.#session(request, folderName)).load(run);
    return files.map(({ path, hunks }) => ({ path, text: hunks.map(({ hunk }) => hunk.text).join('') }));
  }

  /** Creates what was prepared, all of it. @returns `false` where something is in the way */
  async create(id: string, run: Run): Promise<boolean> {
    const session = this.#plain.get(id);
    if (session === undefined) return false;
    const { files } = await session.load(run);
    const accepted = files.flatMap(({ hunks }) => hunks.map(({ hunk }) => [hunk.id, { verdict: 'accepted' }] as const));
    await session.decide(Object.fromEntries(accepted));
    const { kind } = await session.apply(run);
    return kind === 'applied';
  }

  async #session({ root, template, adopt, sources, purpose }: NewWiki, folderName: string): Promise<ReviewSession> {
    const host = await this.#host();
    const { reviewSetUp } = await import('./opening');
    return reviewSetUp({
      vault: host.vault,
      root,
      template,
      adopt,
      sources,
      ...(purpose !== undefined && { purpose }),
      folderName,
      clock: appClock,
      random: appRandom,
      lock: host.lockFor(root),
      device: host.deviceFor(root),
    });
  }

  review(id: string): ReviewSession | undefined {
    return this.#pending.get(id);
  }
}
