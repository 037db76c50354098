import { wordsOf } from '../../markdown';
import { type ExtractedText } from '../types';
import { type Unit } from '../units';

/** URLs, addresses, handles, references, files, paths, options, identifiers and hashes: they name nothing that has a page. */
const NON_PROSE = new RegExp(
  [
    '`[^`\\n]{1,200}`',
    '\\b[a-z][a-z0-9+.-]{1,9}:\\/\\/\\S{1,500}',
    '\\bwww\\.\\S{1,300}',
    '[\\w.+-]{1,64}@[\\w-]{1,63}(?:\\.[\\w-]{1,63}){1,4}',
    '@[\\w-]{1,60}',
    '#\\d{1,9}',
    '(?:~|\\.{1,2})?(?:\\/[\\w.-]{1,80}){2,12}',
    '[\\w-]{1,80}(?:\\/[\\w.-]{1,80}){2,12}',
    '[\\w-]{1,80}(?:\\.[\\w-]{1,60}){0,4}\\.(?:tsx?|jsx?|mjs|cjs|md|json|ya?ml|py|go|rs|cpp|java|sh|txt|csv|html?|css|toml|lock|log|png|jpe?g|svg|gif|zip|tar|gz|pdf|exe|dll|conf|ini|xml|sql|rb|php|swift|kt)\\b',
    '\\s--?[a-z][\\w-]{0,60}',
    '\\b\\w{1,80}\\(\\)',
    '\\b[A-Za-z0-9]{1,60}_\\w{1,100}',
    '\\b[a-z][a-z0-9-]{0,60}(?:\\.[a-z0-9-]{1,60}){2,6}\\b',
    '\\b[a-z]{2,40}[A-Z]\\w{0,60}\\b',
    '\\b(?=[0-9a-f]{0,39}\\d)[0-9a-f]{7,40}\\b',
  ].join('|'),
  'g',
);

/** Replaces what is no prose by as many signs that are no letters, so that offsets stay. */
export function maskNonProse(text: string, code: RegExp | null = null): string {
  const mask = (found: string): string => '#'.repeat(found.length);
  const plain = text.replace(NON_PROSE, mask);
  return code === null ? plain : plain.replace(code, mask);
}

const MAX_CODE_TEXTS = 300;

/**
 * What the source marks as code: commands and identifiers, among the texts of its links. `branch` is a word of the text as well; `git` is
 * none where the text writes Git. `null` if there is none.
 */
export function codeIn({ linkTexts, passages }: Pick<ExtractedText, 'linkTexts' | 'passages'>): RegExp | null {
  const names = new Set<string>();
  for (const { kind, text } of passages)
    for (const [, name = ''] of kind === 'paragraph' ? text.matchAll(/\p{Ll}\s(\p{Lu}\p{L}+)/gu) : [])
      names.add(name.toLowerCase());
  const texts = [...new Set(linkTexts)]
    .filter(
      (text) =>
        text.length > 2 &&
        text.length <= 80 &&
        (!/^\p{Ll}+$/u.test(text) || names.has(text)) &&
        (/^[a-z]/.test(text) || /[^\p{L}\p{N}\s'’.,&-]/u.test(text)),
    )
    .sort((a, b) => b.length - a.length)
    .slice(0, MAX_CODE_TEXTS);
  if (texts.length === 0) return null;
  return new RegExp(texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'), 'g');
}

const CONTENTS_LINE = /\.{4,}\s*\d+\s*$|^\d+(?:\.\d+)*\.?\s+\p{Lu}[^.!?]{1,80}\s\d{1,4}$/u;
const LABEL = /^[\p{Lu}\d][\p{L}\p{N} /()-]{0,30}:\s/u;
const TEMPLATE =
  /^(?:please |describe |a clear and concise|steps to reproduce|expected behaviou?r|actual behaviou?r|screenshots?\b|additional context|environment\b|version\b|note to reviewers?|release note|what (?:would you like|happened|type of pr)|how (?:can we|to) reproduce|why is this needed|which issue|does this pr|special notes|anything else)/i;
const BOT =
  /\b(?:this (?:issue|pr|pull request) has been (?:automatically|marked)|triage robot|this bot|i am a bot|instructions for interacting with me|lifecycle (?:stale|rotten)|needs-triage|automatically (?:closed|generated|merged)|dependabot|prow bot)\b/i;

/** A line of a digest of a tracker: "2 issues created:", "Fix the diagram (by ekr)", "(+2/-1/💬6)". */
const DIGEST =
  /\(\+\d+\/-\d+\/|\b\d+ (?:issues?|pull requests?) (?:received|created|closed|submitted|merged|opened)\b|\(\d* ?by @?[\w-]+(?:, @?[\w-]+)*\)(?:\s*https?:\S+)?(?:\s*\[[^\]]*\])*$/i;

/** Whether a sentence or item is prose. */
export function isProse({ kind, text }: Unit): boolean {
  const line = text.replace(/\s+/g, ' ').trim();
  if (
    CONTENTS_LINE.test(line) ||
    line.split(/\s?—\s?/).length > 5 ||
    TEMPLATE.test(line) ||
    BOT.test(line) ||
    DIGEST.test(line) ||
    /^[/<[|]/.test(line)
  )
    return false;
  const words = wordsOf(line).length;
  // "Present: Rhoda Pim, Desmond Achebe."
  if (LABEL.test(line) && !/(?:^|[^\p{L}])(?!and(?!\p{L}))\p{Ll}{3}/u.test(line.replace(LABEL, ''))) return false;
  // "Kubernetes version: 1.29", "Assignee: alice"
  if (LABEL.test(line) && words <= 8 && !/[.!?]$/.test(line)) return false;
  if (kind === 'item' && words < 4) return false;
  const kept = maskNonProse(line).replace(/#+/g, '');
  // Half of the words are code or links.
  return wordsOf(kept).length * 2 > words;
}
