import { capitalise } from '../../base';
import { escapeMarkdown } from '../../markdown';
import { type Hash } from '../../vault';
import { type PageSchema, type Snapshot, type Source } from '../../wiki';
import { type Manifest, type NameDecisions } from '../../workspace';
import { type QuestionMatch } from './question-matches';
import { type DepthLimits } from './rank-sentences';
import { type ParsedSource } from './parse-source';

/** A source as footnotes cite it. */
export interface CitedSource {
  readonly source: Pick<Source, 'id' | 'path'>;
  readonly hash: Hash;
  readonly format: string;
  /** Slug of its summary; `null` where footnotes do not link to it. */
  readonly summary: string | null;
}

/** What all steps of one curation share. */
export interface CurationContext {
  readonly snapshot: Snapshot;
  readonly manifest: Manifest;
  readonly parsed: ParsedSource;
  /** Sentences that may answer open questions. */
  readonly questionMatches: readonly QuestionMatch[];
  readonly source: Source;
  readonly cited: CitedSource;
  /** The form of new pages. */
  readonly schema: PageSchema;
  /** ISO day of the source; `null` when unknown. */
  readonly date: string | null;
  /** An earlier version of the source is in the wiki. */
  readonly isNewVersion: boolean;
  /** ISO time, for `updated_at`. */
  readonly updatedAt: string;
  readonly limits: DepthLimits;
  /** What a person decided about names. */
  readonly decided: NameDecisions;
  /** Whether names are linked: `curation.autoLink` is neither `off` nor `manual`. */
  readonly autoLink: boolean;
  readonly title: string;
  /** `supersedes`: the slug of the summary of an earlier version of the source. */
  readonly summary: { readonly slug: string; readonly path: string; readonly supersedes: readonly string[] };
}

/** Escapes text for the start of a line or list item, so that it cannot begin a list, a quote or a heading. */
export function escapeInline(text: string, length = 120): string {
  return escapeMarkdown(truncateAtWord(text.replace(/\s+/g, ' ').trim(), length))
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^([-+>])/, '\\$1');
}

/** Shortens text to `length` characters, at a word boundary. */
function truncateAtWord(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > length / 2 ? cut.slice(0, space) : cut).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** A link to a page that shows its title, or only the title when this wiki does not link. */
export function renderPageLink(slug: string, title: string, context: Pick<CurationContext, 'autoLink'>): string {
  if (!context.autoLink) return escapeInline(title);
  const shown = title
    .replace(/[[\]|#^\\`<>*%=~$]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return shown === '' || shown === slug ? `[[${slug}]]` : `[[${slug}|${shown}]]`;
}

export function formatTimes(count: number): string {
  const words: Readonly<Record<number, string>> = { 1: 'once', 2: 'twice' };
  return words[count] ?? `${count} times`;
}

/** The line of a summary that dates its source. */
export function renderDate(date: string | null): string {
  return `- Date: ${date ?? 'unknown'}`;
}

const DATE_IN_FILE_NAME =
  /(?:^|[-_ .])((?:1[5-9]|20)\d{2}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?)(?=$|[-_ .])/;

/** The number that only keeps files in order: `04-social-contract`. */
const CHAPTER_NUMBER = /^(?:0\d{1,2}|\d{2}) (?=\p{L})/u;

/**
 * Turns a file name into a title with the date last: `2026-02-20-team_notes` becomes `Team notes, 2026-02-20`, and
 * `04-social-contract` becomes `Social contract`.
 */
export function titleFromFileName(stem: string): string {
  const date = DATE_IN_FILE_NAME.exec(stem);
  const atEdge = date !== null && (date.index === 0 || date.index + date[0].length === stem.length);
  const words = (atEdge ? stem.slice(0, date.index) + stem.slice(date.index + date[0].length) : stem)
    .replace(/[-_\s]+/g, ' ')
    .trim()
    .replace(CHAPTER_NUMBER, '');
  const shown = capitalise(words);
  // A bare number beside the date counts the files of a day.
  if (!atEdge || /^\d+$/.test(words)) return atEdge ? stem : shown;
  return shown === '' ? (date[1] ?? '') : `${shown}, ${date[1] ?? ''}`;
}
