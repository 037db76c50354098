import { type JsonObject } from '../../base';
import { type WrittenPage } from './read-written';

/** What became of the statements of each page, for the facts of the change set. */
export function accountFacts(written: readonly WrittenPage[]): JsonObject {
  return Object.fromEntries(
    written.map(({ planned, account }) => [
      planned.slug,
      {
        kept: account.kept,
        reworded: account.reworded,
        added: account.added,
        moved: account.moved.map((each) => ({ ...each })),
        dropped: account.dropped.map(({ text, reason }) => ({ text, reason })),
        warnings: account.warnings.map(({ text }) => text),
      },
    ]),
  );
}
