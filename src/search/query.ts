import { type BM25Params, type Query, type QueryCombination } from 'minisearch';
import { compareText } from '../base';
import { canBePrefix, maxEdits, swapsOf } from './fuzzy';
import { keywordFilter } from './keywords';
import { type Field, type TermIndex } from './term-index';
import { isUnspaced, MAX_TYPED_WORDS, PART, queryTerms } from './tokenise';
import { formsOf } from './word-forms';

/** `docs/search.md` says how the numbers in this file were chosen. */
const BM25: BM25Params = { k: 1, b: 0.8, d: 0 };

/** How much another form of a word counts, a longer word that begins with it, and one that is spelt nearly so, beside the word itself. */
const FORM = 0.4;
const PREFIX = 0.4;
const FUZZY = 0.3;

/** How much a part of a word counts, such as `git` of `GitHub`, beside the word itself. As the whole word only where no page has that. */
const IN_PART = 0.25;

/** How much a word counts that is in the definition of a footnote, beside one in the text. */
const FOOTNOTE = 0.15;

/** A word is common when more pages than this have it, as a number and as a share of all. */
const COMMON_FROM = 500;
const COMMON_SHARE = 0.2;

/** So many pages are looked through for the rarest words of a query; the others only add to what these find. */
const MAX_LOOKED_THROUGH = 6_000;

/** Longer words and near spellings that have more pages than this together are looked for in names alone. */
const MAX_EXPANDED = 5_000;

/** A query with more words than this that the wiki has is a sentence: it is seldom a name. */
const MAX_NAME_WORDS = 5;

/** How much a page counts, by its path. */
export type PageBoost = (path: string) => number;

/** What a word of a query is looked for: to find pages, to add to the score of pages that are found, or in names alone. */
type Role = 'find' | 'add' | 'name';

/** A word of a query. */
interface QueryWord {
  readonly term: string;
  /** What is looked for in its place: the word itself and other forms that pages have, and how much each counts. */
  readonly forms: ReadonlyMap<string, number>;
  /** About how many pages it is on, in any of these forms or as a beginning; 0 where that is not known. */
  readonly pages: number;
  /** Whether longer words that begin with it are looked for, and how many letters may differ in near spellings. */
  readonly isPrefix: boolean;
  readonly edits: number;
  /** Whether these are looked for in the text as well as in names. */
  readonly isExpandedInText: boolean;
}

/** A query as MiniSearch is asked it, and what is known of its words. */
export class QueryPlan {
  /** The words of the query, in order, each once. */
  readonly terms: readonly string[];
  /** Whether the wiki has more words of the query than most titles have. */
  readonly isSentence: boolean;
  readonly #index: TermIndex;
  readonly #words: readonly QueryWord[];
  /** By each form that is looked for, the word that it stands for. */
  readonly #wordOf: ReadonlyMap<string, QueryWord>;
  readonly #roles: ReadonlyMap<QueryWord, Role>;
  readonly #scales = new Map<string, number>();

  /** @param limit a last word that so many pages have is taken to be whole */
  constructor(
    readonly text: string,
    index: TermIndex,
    { isLoose, limit }: { isLoose: boolean; limit: number },
  ) {
    this.#index = index;
    this.terms = queryTerms(text);
    const exact = this.terms.map((term) => exactWord(term, index));
    this.isSentence = exact.filter(({ pages }) => pages > 0).length > MAX_NAME_WORDS;
    const last = exact.length <= MAX_TYPED_WORDS ? exact.at(-1) : undefined;
    const typed = last !== undefined && last.pages < limit ? last : null;
    this.#words = isLoose ? exact.map((word) => loosened(word, word === typed, index)) : exact;
    this.#wordOf = wordsByForm(this.#words);
    this.#roles = rolesOf(this.#words, index.documentCount);
  }

  /**
   * What finds pages: the rarer words in the text, and every word in names, unless a sentence is asked.
   *
   * @param pageBoost how much each page counts, by its path; `null` where all count alike
   */
  finding(pageBoost: PageBoost | null): Query {
    const isLoosened = this.#words.some(({ isPrefix, edits }) => isPrefix || edits > 0);
    const boostDocument = (path: string, form: string): number => (pageBoost?.(path) ?? 1) * this.#scale(form);
    return {
      queries: [
        this.#query('text', ['find']),
        this.#query('footnotes', ['find']),
        ...(this.isSentence ? [] : [this.#query('names', ['find', 'add', 'name'])]),
      ],
      ...((pageBoost !== null || isLoosened) && { boostDocument }),
    };
  }

  /** What the words that did not find pages add to those that are found; `null` where there are none. @param pageBoost 0 for all other pages */
  adding(pageBoost: PageBoost): Query | null {
    if (![...this.#roles.values()].includes('add')) return null;
    return { ...this.#query('text', ['add']), boostDocument: pageBoost };
  }

  /** The words that matched on a page, those of the rarest word of the query first; words such as "how", which only ask, last. */
  byRarity(matched: readonly string[]): string[] {
    const isKeyword = keywordFilter(this.terms);
    const asks = (form: string): number => Number(!isKeyword(this.#wordOf.get(form)?.term ?? form));
    const pagesOf = (form: string): number => this.#wordOf.get(form)?.pages ?? this.#index.pagesWith(form);
    return [...matched].sort((a, b) => asks(a) - asks(b) || pagesOf(a) - pagesOf(b) || compareText(a, b));
  }

  /** The words that have one of these roles, looked for in one field. */
  #query(field: Field, roles: readonly Role[]): QueryCombination {
    const words = new Map(this.#words.map((word) => [word.term, word]));
    const expanded = (form: string): QueryWord | undefined => {
      const word = words.get(withoutPart(form));
      return field === 'names' || word?.isExpandedInText === true ? word : undefined;
    };
    return {
      queries: [this.text],
      fields: [field],
      bm25: BM25,
      weights: { prefix: PREFIX, fuzzy: FUZZY },
      tokenize: queryTerms,
      processTerm: (term) => this.#formsOf(term, roles),
      boostTerm: (form) => (field === 'footnotes' ? this.#footnoteBoost(form) : this.#boost(form)),
      prefix: (form) => expanded(form)?.isPrefix ?? false,
      fuzzy: (form) => expanded(form)?.edits ?? 0,
    };
  }

  /** What is looked for in place of a word; a form of two words once. */
  #formsOf(term: string, roles: readonly Role[]): string[] {
    const word = this.#words.find((each) => each.term === term);
    const role = word && this.#roles.get(word);
    if (word === undefined || role === undefined || !roles.includes(role)) return [];
    return [...word.forms.keys()].filter((form) => this.#wordOf.get(form) === word);
  }

  /** All forms of a word count as rare as the word is in any of them. */
  #boost(form: string): number {
    const word = this.#wordOf.get(form);
    if (word === undefined || word.pages === 0) return 1;
    const own = this.#index.pagesWith(form);
    return (word.forms.get(form) ?? 1) * this.#rarityRatio(word.pages, own);
  }

  #rarityRatio(pages: number, own: number): number {
    return pages === 0 || own === 0 ? 1 : this.#rarity(pages) / this.#rarity(own);
  }

  /** A word counts as rare as pages say it, however few have it in footnotes. */
  #footnoteBoost(form: string): number {
    const pages = this.#wordOf.get(form)?.pages ?? 0;
    const own = this.#index.pagesWithFootnote(form);
    return FOOTNOTE * (this.#wordOf.get(form)?.forms.get(form) ?? 1) * this.#rarityRatio(pages, own);
  }

  /** A longer word that MiniSearch finds by its beginning counts as rare as what was typed. */
  #scale(form: string): number {
    if (this.#wordOf.has(form)) return 1;
    const known = this.#scales.get(form);
    if (known !== undefined) return known;
    const typed = this.#words.find(({ term, isPrefix }) => isPrefix && withoutPart(form).startsWith(term));
    const scale = typed === undefined ? 1 : this.#rarity(typed.pages) / this.#rarity(this.#index.pagesWith(form));
    this.#scales.set(form, scale);
    return scale;
  }

  /** The inverse document frequency, as MiniSearch has it. */
  #rarity(pages: number): number {
    return Math.log(1 + (this.#index.documentCount - pages + 0.5) / (pages + 0.5));
  }
}

const withoutPart = (form: string): string => (form.startsWith(PART) ? form.slice(PART.length) : form);

function exactWord(term: string, index: TermIndex): QueryWord {
  const forms = new Map<string, number>();
  let pages = 0;
  for (const form of [term, ...formsOf(term)]) {
    const own = index.pagesWith(form);
    if (own > 0) forms.set(form, form === term ? 1 : FORM);
    pages += own;
  }
  // Texts without spaces between words are indexed in pieces, which are as good as words.
  const isPiece = pages === 0 || isUnspaced(term, 0);
  const inParts = index.pagesWith(PART + term);
  if (inParts > 0) forms.set(PART + term, isPiece ? 1 : IN_PART);
  if (isPiece) pages += inParts;
  const count = Math.min(pages, index.documentCount);
  return { term, forms, pages: count, isPrefix: false, edits: 0, isExpandedInText: false };
}

/** How much a part counts that may be half typed. */
const partWeight = ({ term, pages, forms }: QueryWord): number => forms.get(PART + term) ?? (pages > 0 ? IN_PART : 1);

/**
 * Word beginnings for the word that is being typed and for words that no page has; near spellings for those that even so
 * nothing begins with.
 */
function loosened(word: QueryWord, isTyped: boolean, index: TermIndex): QueryWord {
  const { term } = word;
  if (word.pages > 0 && !isTyped) return word;
  const begun = canBePrefix(term) ? index.pagesBeginning(term) + index.pagesBeginning(PART + term) : 0;
  if (word.pages > 0 || begun > 0) {
    const forms = new Map([
      ...(word.pages > 0 ? word.forms : [[term, 1] as const]),
      [PART + term, partWeight(word)] as const,
    ]);
    const pages = word.pages > 0 ? word.pages : Math.min(begun, index.documentCount);
    return { ...word, forms, pages, isPrefix: begun > 0, isExpandedInText: begun <= MAX_EXPANDED };
  }
  const edits = maxEdits(term);
  const isExpandedInText = edits > 0 && index.pagesNear(term, edits) <= MAX_EXPANDED;
  const swapped = swapsOf(term).filter((swap) => index.pagesWith(swap) > 0);
  const forms = new Map([[term, 1], ...swapped.map((swap) => [swap, FUZZY] as const)]);
  return { ...word, forms, edits, isExpandedInText };
}

/**
 * The rarest words find pages. Those that a long query has besides add to what is found; those that a great part of all
 * pages have tell no page from another, except in names.
 */
function rolesOf(words: readonly QueryWord[], pageCount: number): ReadonlyMap<QueryWord, Role> {
  const most = Math.max(COMMON_FROM, pageCount * COMMON_SHARE);
  let lookedThrough = 0;
  const roleOf = ({ pages }: QueryWord): Role => {
    const isRarest = lookedThrough === 0;
    lookedThrough += pages;
    if (isRarest) return 'find';
    if (pages > most) return 'name';
    return lookedThrough > MAX_LOOKED_THROUGH ? 'add' : 'find';
  };
  const byRarity = words.filter(({ forms }) => forms.size > 0).sort((a, b) => a.pages - b.pages);
  return new Map(byRarity.map((word) => [word, roleOf(word)]));
}

/** A form of several words stands for the one that is spelt so, else for the first. */
function wordsByForm(words: readonly QueryWord[]): ReadonlyMap<string, QueryWord> {
  const byForm = new Map(words.filter(({ forms, term }) => forms.has(term)).map((word) => [word.term, word]));
  for (const word of words) {
    for (const form of word.forms.keys()) if (!byForm.has(form)) byForm.set(form, word);
  }
  return byForm;
}
