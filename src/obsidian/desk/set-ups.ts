import { reviewSetUp } from '../../workbench';
import type { ReviewDesk } from '../../workbench';
import { appClock, appRandom } from '../host';
import type { AppHost } from './app-host';
import type { NewWiki } from './types';

/** New wikis that are prepared and not made yet: each is reviewed like any other change. */
export class SetUps {
  readonly #host: AppHost;
  readonly #made: (root: string) => void;
  readonly #waiting = new Map<string, ReviewDesk>();

  /** @param made told of the folder of a wiki that is there now */
  constructor(host: AppHost, made: (root: string) => void) {
    this.#host = host;
    this.#made = made;
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
      lock: this.#host.lockOf(root),
    });
    this.#waiting.set(setUp.id, {
      id: setUp.id,
      load: (run) => setUp.load(run),
      decide: (changes) => setUp.decide(changes),
      preview: (run) => setUp.preview(run),
      resolve: (path, hunks, side) => setUp.resolve(path, hunks, side),
      reject: (reason) => setUp.reject(reason),
      apply: async (run) => {
        const outcome = await setUp.apply(run);
        if (outcome.kind === 'applied') this.#made(root);
        return outcome;
      },
    });
    return setUp.id;
  }

  review(id: string): ReviewDesk | undefined {
    return this.#waiting.get(id);
  }
}
