import { area } from '../area';
import { plural } from './plural';

/** Text about sources that are past the age limit of the wiki. */
export const retention = area('retention', {
  title: 'Expired sources',
  loading: 'Looking through the pages…',
  forever:
    'This wiki keeps its sources forever. To set an age limit, write “retention: days:365” under “sources” in KNOWLEDGE.md.',
  none: (days: number): string => `No source is older than ${plural(days, 'day')}, the age limit of this wiki.`,
  lead: (count: number, days: number): string =>
    `${plural(count, 'source')} ${count === 1 ? 'is' : 'are'} older than ${plural(days, 'day')}, the age limit of this wiki. Nothing is removed automatically.`,
  choose: 'Select sources to see which pages and statements would lose their last source.',
  dated: (day: string, from: string): string => (from === 'ingest' ? `first ingested on ${day}` : day),
  nothingLost: 'No page and no statement would lose its last source.',
  stay: 'These pages and statements stay as they are. The lint panel names them until you change or delete them.',
  pages: (count: number): string => `${plural(count, 'page')} would have no source left`,
  statements: (count: number): string => `${plural(count, 'statement')} would have no source left`,
  move: (count: number): string => (count === 0 ? 'Move to trash' : `Move ${plural(count, 'source')} to trash`),
  moved: (count: number): string => `Moved ${plural(count, 'source')} to the .trash folder of the wiki.`,
  keep: 'Keep all',
  close: 'Close',
  inTrash: (count: number): string => `In the trash: ${plural(count, 'source')}`,
  putBack: 'Put back',
  putBackOne: (path: string): string => `Put back ${path}`,
  isBack: (path: string): string => `${path} is back.`,
});
