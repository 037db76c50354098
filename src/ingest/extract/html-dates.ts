import { isOfChange, labelledDates, parseDate } from './document-date';

/** Names of dates of publication, the most reliable first. */
const PUBLISHED = [
  'article:published_time',
  'citation_publication_date',
  'citation_date',
  'datepublished',
  'dcterms.created',
  'dcterms.issued',
  'dcterms.date',
  'dc.date',
  'dc.date.issued',
  'dc.date.created',
  'pubdate',
  'publishdate',
  'publication_date',
  'date',
];
const CHANGED = ['article:modified_time', 'og:updated_time', 'datemodified', 'last-modified', 'dcterms.modified'];
const DATE_NAMES = [...PUBLISHED, ...CHANGED];

/** UTF-16 units. A `<time>` in a longer block is a date of which the text speaks, not that of the page. */
const MAX_BYLINE_LENGTH = 160;

/** Collects the dates of a web page: `<meta>`, and the `<time>` of a byline. */
export class HtmlDates {
  readonly #named = new Map<string, string>();
  #byline: string | null = null;
  /** That of the `<time>` in the current block. */
  #inBlock: string | null = null;

  /** @param name of a `<meta>`, or the `itemprop` of a `<time>` */
  addNamed(name: string, value: string): void {
    const date = DATE_NAMES.includes(name) ? parseDate(value) : null;
    if (date !== null && !this.#named.has(name)) this.#named.set(name, date);
  }

  /** @param value the `datetime` of a `<time>`, or its text */
  addTime(value: string): void {
    this.#inBlock ??= parseDate(value);
  }

  endBlock(text: string): void {
    if (text.length <= MAX_BYLINE_LENGTH && !isOfChange(text)) this.#byline ??= this.#inBlock;
    this.#inBlock = null;
  }

  /** The date of publication, or that of the last change where there is no other. */
  dateOf(blocks: Parameters<typeof labelledDates>[0]): string | null {
    const { published, changed } = labelledDates(blocks);
    const changes = CHANGED.flatMap((name) => this.#named.get(name) ?? []);
    const byline = this.#byline !== null && changes.includes(this.#byline) ? null : this.#byline;
    const [named] = PUBLISHED.flatMap((name) => this.#named.get(name) ?? []);
    return named ?? byline ?? published ?? changes[0] ?? changed;
  }
}
