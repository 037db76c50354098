import { type Run } from '../base';

/** A section of a knowledge pack that was shown. */
export interface ShownPackSection {
  readonly pack: string;
  readonly version: string;
  readonly status: string;
  readonly trust: string;
  /** Relative to the pack. */
  readonly path: string;
  /** `null` for a file without headings. */
  readonly section: string | null;
  /** As it is cited: `pack:acme/documents/brief.md#Load ratings`. */
  readonly link: string;
  /** Of the file. */
  readonly hash: string;
  readonly text: string;
}

/** A file of a knowledge pack of which something was shown. */
export interface LoadedPackFile {
  readonly pack: string;
  readonly version: string;
  readonly profile: string;
  readonly runtime_mode: string;
  readonly path: string;
  readonly hash: string;
}

/** The knowledge packs of one conversation, as they are for one question. */
export interface PackContext {
  /** What the model is told of the packs that it can use; `''` without any. */
  readonly catalog: string;
  /** The guides of the active packs, each in its wrapper. They outlive every trimming. */
  readonly guides: readonly string[];
  /** Names of the active packs. */
  readonly active: readonly string[];
  /** What the guides, and what was resolved for this question, take. */
  readonly tokens: number;
  /** What they may take for one question, in tokens. */
  readonly limit: number;
  /** What changed since the last question, one plain sentence each. */
  readonly notes: readonly string[];
  /** Everything that was shown in the conversation. */
  readonly loaded: readonly LoadedPackFile[];
  /** The guide of a pack, or that it is active already. @throws WikiError */
  activate(name: string, run: Run): Promise<string>;
  /** Context for a task from active packs, in wrappers. @param pack only this one @throws WikiError */
  resolve(
    task: string,
    pack: string | undefined,
    run: Run,
  ): Promise<{ readonly text: string; readonly sections: readonly ShownPackSection[] }>;
}
