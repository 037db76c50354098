import { locateWiki, watchFolder, type WikiLocation } from '../node';
import { type Proposal, type Run, type Workbench } from '../workbench';

/** What this process did with a wiki, which others must hear of. */
export type WikiEvent =
  | { readonly kind: 'sources'; readonly paths: readonly string[] }
  | { readonly kind: 'proposed'; readonly proposals: readonly string[] }
  /** @property transaction `null` when nothing was written */
  | { readonly kind: 'applied'; readonly proposal: string; readonly transaction: string | null }
  | { readonly kind: 'rejected'; readonly proposal: string; readonly reason: string }
  | { readonly kind: 'undone'; readonly transactions: readonly string[] };

/**
 * Why a proposal has no branch: another one that it builds on waits; that one was rejected, undone or applied in part, and this one does not
 * fit without it; somebody changed the same places; nothing of it can be shown; or its branch is still to be pushed.
 */
export const HIDDEN_REASONS = ['builds-on', 'stale', 'conflict', 'unsupported', 'soon'] as const;
export type HiddenReason = (typeof HIDDEN_REASONS)[number];

/** Whether a waiting proposal is shown on a branch. */
export interface ProposalBranch {
  /** `null` where there is none. */
  readonly name: string | null;
  /** Why there is none, and what to do. */
  readonly none: {
    readonly why: HiddenReason;
    /** Ids of the proposals that this is about. */
    readonly proposals: readonly string[];
    readonly message: string;
    /** `null` where there is nothing to do. */
    readonly remedy: string | null;
  } | null;
}

/** The files of a wiki on this machine, and how they follow what others do. */
export interface Checkout {
  readonly location: WikiLocation;
  /** How often to look for what others did when nothing else asks, in milliseconds; `null` where {@link changed} tells of it. */
  readonly followEvery: number | null;
  /**
   * Brings the files to what others made of them. Called before a job and before a change, one at a time, and never while this process
   * writes.
   * @param wiki as this process has it open: what it did may have to be taken back, because others came first
   * @returns paths that may have changed since the last call, relative to the wiki's folder; `''` stands for all
   */
  refresh(wiki: Workbench, run: Run): Promise<readonly string[]>;
  /** Paths that changed on this machine since the last call. Cheap: called before every read. */
  changed(): readonly string[];
  /** Tells others what was done. Called after it is on disk, one at a time. */
  publish(event: WikiEvent, wiki: Workbench, run: Run): Promise<void>;
  /** Which of the proposals that wait are on branches, by their ids; `null` where none is reviewed on a branch. */
  branches(waiting: readonly Proposal[]): ReadonlyMap<string, ProposalBranch> | null;
  close(): Promise<void>;
}

/** A folder that needs nothing: whoever writes in it writes on this machine. */
export class FolderCheckout implements Checkout {
  readonly location: WikiLocation;
  readonly followEvery = null;
  readonly #changed = new Set<string>(['']);
  readonly #stop: () => void;

  private constructor(location: WikiLocation) {
    this.location = location;
    this.#stop = watchFolder(location.folder, (event) => {
      if (event.path.startsWith('.')) return;
      this.#changed.add(event.path);
      if (event.kind === 'renamed') this.#changed.add(event.from);
    });
  }

  /**
   * @param vault the folder with the views of the wiki, if they are outside it; nothing else outside the wiki is ever read
   * @throws WikiError `living-wiki:no_wiki`, `living-wiki:no_vault`
   */
  static async open(folder: string, vault: string | null): Promise<FolderCheckout> {
    return new FolderCheckout(await locateWiki({ cwd: folder, wiki: folder, vault: vault ?? folder }));
  }

  refresh(): Promise<readonly string[]> {
    this.#changed.clear();
    return Promise.resolve(['']);
  }

  changed(): readonly string[] {
    const paths = [...this.#changed];
    this.#changed.clear();
    return paths;
  }

  publish(): Promise<void> {
    return Promise.resolve();
  }

  branches(): null {
    return null;
  }

  close(): Promise<void> {
    this.#stop();
    return Promise.resolve();
  }
}
