import { area } from '../area';
import { dateText as formatDate } from '../format';
import { plural } from './plural';

/** "18 April 2026"; a year or a month alone stays as it is. */
function dateText(date: string): string {
  const time = /^\d{4}-\d{2}-\d{2}/.test(date) ? Date.parse(date.slice(0, 10)) : NaN;
  if (Number.isNaN(time)) return date;
  return formatDate(time, { dateStyle: 'long', timeZone: 'UTC' });
}

const STATES = {
  unfounded: 'Quote not found',
  contested: 'Contested',
  old: 'Past its age limit',
  uncited: 'Uncited',
  'by-hand': 'Written by hand',
  quoted: 'Quoted',
} as const;

type State = keyof typeof STATES;

/** Text of the evidence on a page: the card of a number, and the strip beside paragraphs. */
export const evidence = area('evidence', {
  command: 'Show the evidence here',
  stripCommand: 'Show or hide the evidence strip',
  stripShown: 'The evidence strip is shown beside the pages of the wiki.',
  stripHidden: 'The evidence strip is hidden.',
  heading: 'Evidence on the page',
  strip: 'Evidence strip',
  stripWhat:
    'Marks each paragraph of a page with a thin line: quoted, uncited, contested, past its age limit or written by hand.',
  number: (label: string, state: 'unfounded' | 'contested' | null): string =>
    `Footnote ${label}${state === null ? '' : `, ${STATES[state].toLowerCase()}`}: show the evidence`,
  card: (title: string): string => `Evidence: ${title}`,
  looking: 'Looking in the source…',
  none: 'No footnote in this paragraph cites a source.',
  noPage: 'Open a page of the wiki first.',
  date: dateText,
  undated: 'No date',
  authority: { primary: 'primary source', secondary: 'secondary source', rumour: 'rumour' },
  under: (heading: string): string => `Under “${heading}”: `,
  says: (speaker: string): string => `${speaker}: `,
  verdict: {
    exact: 'Quote found word for word.',
    found: 'Quote found. Only spacing or punctuation differs.',
    missing: 'The source does not contain this quote. Check the sentence.',
    cited: 'Cited without a quote.',
    unread: 'The source cannot be read as text, so the quote was not checked.',
    gone: 'The wiki no longer has this source.',
  },
  changed: 'The source was changed after the wiki last read it. Ingest it again.',
  old: (days: number): string => `Older than ${plural(days, 'day')}. Look for a newer source.`,
  disagrees: 'Disagrees:',
  other: (title: string | null, date: string | null, text: string): string =>
    `${[title ?? 'A sentence without a source', date === null ? null : dateText(date)].filter(Boolean).join(', ')}: “${text}”`,
  open: 'Open the source here',
  settle: 'Settle',
  close: 'Close',
  state: (state: State, days: number | null): string =>
    state === 'old' && days !== null ? `${STATES.old} (${plural(days, 'day')})` : STATES[state],
  why: (state: State, count: number, sentences: number): string => {
    const which = sentences === 1 ? 'This sentence' : `${count} of ${sentences} sentences here`;
    const isOne = sentences === 1 || count === 1;
    switch (state) {
      case 'unfounded':
        return `${sentences === 1 ? 'The quote of this sentence' : `The quote of ${which}`} is not in its source, or the source is gone.`;
      case 'contested':
        return `Another source contradicts ${sentences === 1 ? 'this sentence' : which}.`;
      case 'old':
        return `The newest source of ${sentences === 1 ? 'this sentence' : which} is older than this wiki allows.`;
      case 'uncited':
        return `${which} ${isOne ? 'has' : 'have'} no source.`;
      case 'by-hand':
        return `A person wrote or edited ${sentences === 1 ? 'this sentence' : which}.`;
      case 'quoted':
        return `${sentences === 1 ? 'This sentence has' : `All ${sentences} sentences here have`} a source.`;
    }
  },
  query: {
    title: {
      contested: 'Contested statements',
      questions: 'Open questions',
      uncited: 'Uncited sentences',
      old: 'Pages past their age limit',
      'new-pages': 'New pages',
    },
    none: {
      contested: 'Nothing is contested.',
      questions: 'No open questions.',
      uncited: 'Every sentence has a source.',
      old: 'No page is past its age limit.',
      'new-pages': 'No new pages.',
    },
    from: (source: string): string => `from ${source}`,
    looking: 'Looking…',
    noWiki: 'No wiki is open.',
    starting: 'Still reading the wiki.',
    more: (limit: number): string => `There are more than ${limit}. To see them, set a larger “limit” (at most 200).`,
    side: (text: string, source: string | null, date: string | null): string =>
      `“${text}” ${[source ?? 'no source', date === null ? null : dateText(date)].filter(Boolean).join(', ')}`,
    newest: (date: string): string => `newest source or update: ${dateText(date)}`,
    on: (title: string): string => `on ${title}`,
    failed: 'This block cannot be shown.',
    example: 'For example:',
    problem: {
      yaml: (detail: string): string => `It is not valid YAML: ${detail}`,
      'too-long': 'It is too long. A query has a few lines.',
      empty: 'It is empty. Write what to show.',
      'no-show': 'Write what to show: contested, questions, uncited, old or new-pages.',
      'no-source': 'New pages need a “source”: its id or its path.',
      'unknown-show': (given: string, meant: string | null): string =>
        `“show: ${given}” is unknown. ${meant === null ? 'Write contested, questions, uncited, old or new-pages.' : `Did you mean ${meant}?`}`,
      'unknown-key': (given: string, meant: string | null): string =>
        `“${given}” is unknown. ${meant === null ? 'Use show, kind, tag, source, lens and limit.' : `Did you mean ${meant}?`}`,
      'bad-value': (key: string): string => `“${key}” must be a word, or a list of words where several are allowed.`,
      'bad-limit': '“limit” must be a whole number from 1 to 200.',
    },
  },
  history: {
    menu: 'History of this page',
    title: (page: string): string => `History of ${page}`,
    loading: 'Reading the history…',
    none: 'No changes to this page are recorded. Edits by hand never are.',
    hand: 'Edits by hand are not recorded here. They stay when a change is undone.',
    by: (models: readonly string[]): string => `by ${models.join(', ')}`,
    source: (title: string): string => `from ${title}`,
    elsewhere: 'on another device',
    then: (path: string): string => `then ${path}`,
    show: 'What changed',
    undo: 'Undo…',
    gone: 'The details of this change are no longer kept.',
    when: (at: string): string => formatDate(Date.parse(at), { dateStyle: 'medium', timeStyle: 'short' }),
  },
  relations: {
    menu: 'Links and citations',
    title: (page: string): string => `Links and citations: ${page}`,
    loading: 'Looking through the wiki…',
    gone: 'This is neither a page nor a source of the wiki.',
    links: 'Pages that link here',
    noLinks: 'No page links here.',
    rests: 'Pages that cite this source',
    noRests: 'No page cites this source.',
    declared: 'Pages that contradict or replace it',
    sources: 'Sources that it cites',
    noSources: 'It cites no source.',
    linkCount: (n: number): string => plural(n, 'link'),
    sentences: (n: number): string => plural(n, 'sentence'),
  },
  page: 'On this page',
  mark: (state: State): string => `${STATES[state]}: show why`,
});
