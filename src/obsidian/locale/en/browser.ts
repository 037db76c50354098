import { plural } from './plural';

/** Text of the page that a server gives a browser. */
export const browser = {
  name: 'Living Wiki',
  title: (screen: string, wiki: string): string => `${screen} · ${wiki} · Living Wiki`,
  close: 'Close',
  wiki: 'Wiki',
  screens: 'Screens',
  changes: (n: number): string => (n === 0 ? 'Changes' : `Changes (${n})`),
  problems: 'Problems',
  history: 'History',
  together: 'Review all together',
  noChanges: 'Nothing waits for a review.',
  noChangesHint: 'New proposals appear here by themselves.',
  noWiki: 'This token names no wiki of this server.',
  mayRead: 'You may look, and not decide. The owner of the server gives tokens with the role “review”.',
  mayPropose: 'You may propose fixes, and not decide. The owner of the server gives tokens with the role “review”.',
  refused: 'This token may not do that.',
  refusedRemedy: 'Ask the owner of the server for a token with the role “review”.',
  offline: 'The server does not answer.',
  offlineRemedy: 'Check the connection, and try again.',
  elsewhere: 'This page cannot do that. Do it in Obsidian or with the command line.',
  queued: (n: number): string => `${plural(n, 'source')} queued. The proposal appears under “Changes”.`,
  signIn: {
    title: 'Review a wiki',
    label: 'Token',
    go: 'Open',
    hint: 'The owner of the server made it with “living-wiki token new”. It is kept until you close this tab.',
    refused: 'The server does not know this token, or it has ended.',
    ended: 'Your token is not valid any more.',
    out: 'Sign out',
  },
};
