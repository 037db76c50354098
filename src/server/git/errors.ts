import { WikiError } from '../../base';

/** What git is asked to do, as a person calls it: "fetch from the repository". */
type Doing = string;

/** The repository does not answer, or not in time. What was done is kept on this machine and sent later. */
export function unreachable(doing: Doing, why: string): WikiError {
  const isHostKey = /host key|HOST IDENTIFICATION/i.test(why);
  return new WikiError('living-wiki:git_unreachable', `Git could not ${doing}. ${why}`.trim(), {
    remedy: isHostKey
      ? 'Compare the key of the host with the one that its operator publishes, and put it into the file that known-hosts names.'
      : 'Check the address, the network and the access of the server. What was not sent is kept, and sent with the next change.',
  });
}

/** The repository holds, or is, something that the server does not take in. */
export function refused(message: string, remedy: string, path?: string): WikiError {
  return new WikiError('living-wiki:git_refused', message, { remedy, ...(path !== undefined && { path }) });
}

export function rewritten(branch: string, known: string, found: string | null): WikiError {
  return new WikiError(
    'living-wiki:git_rewritten',
    `The history of the branch ${branch} was rewritten: it no longer holds ${known.slice(0, 10)}, and ${found === null ? 'is gone' : `is at ${found.slice(0, 10)}`} now.`,
    {
      remedy:
        'Put the branch back. If the new history is right, stop the server, move its folder of this wiki away and start it again: it then clones the branch as it is, without what waits for review.',
    },
  );
}

/** @param why as git says it */
export function damagedCopy(why: string): WikiError {
  return new WikiError(
    'living-wiki:git_damaged',
    `Git could not read or write the server's copy of the repository. ${why}`.trim(),
    {
      remedy:
        'If the disk is full, make room. If the copy is damaged, stop the server, move the folder "repository" of this wiki away and start again: it is fetched anew.',
    },
  );
}

/** What git says, as one line. Ssh frames a warning in signs. */
export function firstLine(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/^(?:fatal|error|remote): */, '').replace(/^[@\s]+|[@\s]+$/g, ''));
  return (lines.find((line) => line !== '') ?? '').slice(0, 300);
}

/** Others push all the time. */
export function pushedTooOften(branch: string, tries: number): WikiError {
  return new WikiError(
    'living-wiki:git_busy',
    `Others pushed to ${branch} each time before this change could be pushed (${tries} times).`,
    { remedy: 'The change is kept, and sent with the next one. If this goes on, let fewer programs push.' },
  );
}

/** Where others came first. */
export interface PushConflict {
  /** What they changed, and a change of ours that was taken back had changed, too. */
  readonly paths: readonly string[];
  /** What waits in the place of what was applied. */
  readonly proposals: readonly string[];
  /** Files of ours that are no change of the app, such as sources, under the names that they have now. */
  readonly beside: readonly string[];
}

/** `null` if nothing was lost */
export function conflictOf({ paths, proposals, beside }: PushConflict): WikiError | null {
  if (paths.length === 0 && beside.length === 0) return null;
  const waits = proposals.length === 0 ? '' : `, and waits as proposal ${proposals.join(', ')}`;
  const said = [
    ...(paths.length === 0
      ? []
      : [`Somebody else changed the same lines first: ${listed(paths)}. The change was taken back${waits}.`]),
    ...(beside.length === 0 ? [] : [`Somebody else pushed another file first. Yours is kept as ${listed(beside)}.`]),
  ];
  const path = paths[0] ?? beside[0] ?? '';
  return new WikiError('living-wiki:git_conflict', said.join(' '), {
    remedy: 'Look at the wiki as it is now, and decide again.',
    path,
  });
}

const listed = (paths: readonly string[]): string => paths.slice(0, 5).join(', ');
