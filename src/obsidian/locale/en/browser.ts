import { area } from '../area';
import { listText } from '../format';
import { plural } from './plural';

/** Text of the page that a server gives a browser. */
export const browser = area('browser', {
  name: 'Living Wiki',
  title: (screen: string, wiki: string): string => `${screen} · ${wiki} · Living Wiki`,
  close: 'Close',
  wiki: 'Wiki',
  screens: 'Screens',
  changes: (n: number): string => (n === 0 ? 'Changes' : `Changes (${n})`),
  problems: 'Problems',
  history: 'History',
  together: 'Review all together',
  noChanges: 'No proposals to review.',
  noChangesHint: 'New proposals appear here automatically.',
  noWiki: 'This token gives access to no wiki on this server.',
  mayRead: 'You can read but not decide. To decide, ask the owner of the server for a token with the role “review”.',
  mayPropose:
    'You can propose fixes but not decide. To decide, ask the owner of the server for a token with the role “review”.',
  refused: 'This token does not allow that.',
  refusedRemedy: 'Ask the owner of the server for a token with the role “review”.',
  offline: 'The server is not answering.',
  offlineRemedy: 'Check the connection, then try again.',
  elsewhere: 'This page cannot do that. Use Obsidian or the command line.',
  queued: (n: number): string => `${plural(n, 'source')} queued. The proposal appears under “Changes”.`,
  planQueued: 'The source is being read again. The new proposal replaces this one under “Changes”.',
  waits: (source: string): string => `“${source}” has not been read yet`,
  notStarted:
    'No worker has started it. If it stays like this, ask the owner of the server whether a worker is running.',
  notRead: (source: string): string => `“${source}” was not read`,
  nothing: 'There was nothing to do.',
  cancelled: 'Somebody cancelled the job.',
  unchanged: 'The wiki is unchanged.',
  again: 'Try again',
  branch: {
    on: (name: string): string => `Also on the branch ${name}.`,
    buildsOn: (titles: readonly string[]): string =>
      `No branch yet, because it builds on ${listText(titles.map((title) => `“${title}”`))}. Once that is decided, the branch follows within thirty seconds.`,
    stale:
      'No branch, because it builds on a proposal that was not applied as a whole, and does not fit the pages without it.',
    staleRemedy: 'Read its source again to get a new proposal in its place, or reject it.',
    staleWithoutSource: 'Reject it.',
    conflict:
      'No branch, because somebody changed the same places after it was made. Settle the conflicts here, or reject it.',
    unsupported:
      'No branch, because it has nothing to show there: its quotes are not in the sources, or the pages have its changes already. Decide it here.',
    soon: 'No branch yet. The server adds it when it next looks at the repository, usually within thirty seconds.',
    other: (why: string): string => `No branch. ${why}`,
    readAgain: 'Read its source again',
  },
  signIn: {
    title: 'Review a wiki',
    label: 'Token',
    go: 'Open',
    hint: 'Ask the owner of the server, who creates tokens with “living-wiki token new”. This tab keeps it until you close it.',
    refused: 'This token is unknown to the server or has expired.',
    ended: 'Your token is no longer valid. Enter a new one.',
    out: 'Sign out',
  },
});
