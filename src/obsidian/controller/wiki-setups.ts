import { reviewSetUp, type ReviewSession } from '../../workbench';
import { appClock, appRandom } from '../host';
import { type AppHost } from './app-host';
import { type NewWiki } from './types';

/** New wikis that are prepared and not made yet: each is reviewed like any other change. */
export class WikiSetups {
  readonly #host: AppHost;
  readonly #onCreated: (root: string) => void;
  readonly #pending = new Map<string, ReviewSession>();

  /** @param made told of the folder of a wiki that is there now */
  constructor(host: AppHost, made: (root: string) => void) {
    this.#host = host;
    this.#onCreated = made;
  }

  /** @returns what its review is opened by */
  prepare({ root, template, adopt }: NewWiki, folderName: string): string {
    const setUp = reviewSetUp({
      vault: this.#host.vault,
      root,
      template,
      adopt,
      folderName,
      clock: appClock,
      random: appRandom,
      lock: this.#host.lockFor(root),
    });
    this.#pending.set(setUp.id, {
      id: setUp.id,
      load: (run) => setUp.load(run),
      decide: (changes) => setUp.decide(changes),
      preview: (run) => setUp.preview(run),
      resolve: (path, hunks, side) => setUp.resolve(path, hunks, side),
      reject: (reason) => setUp.reject(reason),
      apply: async (run) => {
        const outcome = await setUp.apply(run);
        if (outcome.kind === 'applied') this.#onCreated(root);
        return outcome;
      },
    });
    return setUp.id;
  }

  review(id: string): ReviewSession | undefined {
    return this.#pending.get(id);
  }
}
