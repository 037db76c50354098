import { clip } from '../base';
import { readStatements, type TextLink } from '../markdown';
import { type ReadRecord } from './read-record';
import { MAX_STATEMENT, mostAlike } from './statements';
import { type PackCitation, type RemovedCitation } from './types';

/** Whether a link leads to a place in a knowledge pack. */
export const isPackLink = ({ target }: Pick<TextLink, 'target'>): boolean => /^\s*pack:/i.test(target);

/** Checks a link to a pack against what was shown. @param said what the answer says there */
export function checkPackLink(
  { target, fragment, text }: TextLink,
  record: ReadRecord,
  said: string,
): PackCitation | RemovedCitation['reason'] {
  const wanted = `${target.trim()}${fragment === null ? '' : `#${fragment.trim()}`}`;
  // A heading with `|` is split between the target and the text of a link.
  const shown =
    record.packSection(wanted) ?? (text === null ? undefined : record.packSection(`${wanted} ${text.trim()}`));
  if (shown === undefined) return record.hasPackFile(target.trim()) ? 'no-section' : 'not-read';
  const { pack, version, status, trust, path, section, hash, text: words } = shown;
  const statements = readStatements(words).statements.map((statement) => statement.text);
  const quote = mostAlike(statements, said);
  const cited: PackCitation = {
    ...{ pack, version, status, trust, path, section, hash },
    link: shown.link,
    quote: quote === null ? null : clip(quote, MAX_STATEMENT),
  };
  return cited;
}

/** An answer outside of the chat: a link to a pack leads nowhere there, so the pack is named. */
export function namePacks(text: string, citations: readonly PackCitation[]): string {
  return citations.reduce(
    (rest, cited) =>
      rest.replaceAll(
        `[[${cited.link}]]`,
        `(pack ${cited.pack}, ${[cited.path, cited.section].filter(Boolean).join(', ')})`,
      ),
    text,
  );
}
