import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { parseForeignJson } from '../../base';
import { throwIfUnreadable } from './base-file';

/** The branch that shows a proposal. */
export interface ReviewRecord {
  /** The commit of the wiki's branch that it was made on. */
  readonly base: string;
  /** Its own commit. */
  readonly commit: string;
  /** Its newest commit, with what others added, as it was fetched last. */
  readonly tip: string;
}

const commitId = () => z.string().check(z.regex(/^[0-9a-f]{40}$/));
const shape = z.lazy(() =>
  z.object({
    version: z.literal(1),
    branches: z.record(
      z.string().check(z.regex(/^[\w-]{1,60}$/)),
      z.object({ base: commitId(), commit: commitId(), tip: commitId() }),
    ),
  }),
);

/** Which proposals are shown on branches. A file that is missing or damaged knows none: their branches are found again by their names. */
export class ReviewRecords {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  read(): Map<string, ReviewRecord> {
    try {
      return new Map(Object.entries(z.parse(shape, parseForeignJson(readFileSync(this.#file, 'utf8'))).branches));
    } catch (error) {
      throwIfUnreadable(error);
      return new Map();
    }
  }

  write(records: ReadonlyMap<string, ReviewRecord>): void {
    const text = JSON.stringify({ version: 1, branches: Object.fromEntries(records) });
    writeFileSync(`${this.#file}.new`, text, { mode: 0o600, flush: true });
    renameSync(`${this.#file}.new`, this.#file);
  }
}
