import { type Random } from '../../base';
import { type SourceNote } from '../../wiki';
import { type NewText } from '../auto-link';
import { type TextRules } from './clean-text';
import { type MarkTable } from './marks';

/** What the text of one page may use. */
export interface DraftContext {
  readonly marks: MarkTable;
  readonly rules: TextRules;
  readonly random: Random;
  /** The exact text of a person's sentences, by `o4`, and of the page's blocks, by `b7`. */
  readonly own: ReadonlyMap<string, string>;
  /** The footnotes that the page has, a person's too: content by label in lower case, since case does not tell labels apart. */
  readonly definitions: ReadonlyMap<string, string>;
  /** The statements of the page that cite each mark, where they are in several texts. */
  readonly citing?: ReadonlyMap<string, readonly string[]>;
  /** ISO day of a source; `null` if unknown. */
  readonly dateOf?: (sourceId: string) => string | null;
  /** The content of a footnote. */
  readonly renderNote: (note: SourceNote, sourceId: string) => string;
  /** Links the first mention of each page in new sentences. */
  readonly addLinks: (text: NewText) => string;
  /** Whether a sentence without a mark that only leads to the next is reported, since the text would limp without it; else it goes. */
  readonly reportsTopics?: boolean;
  /** Of a hub that exists, the links with which it ends. */
  readonly seeAlso?: readonly string[];
}
