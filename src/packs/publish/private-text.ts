import { type WithheldItem } from './types';

/** Lines that look like this are not published: keys of services, tokens, private keys, passwords that are set. */
const SECRETS: readonly RegExp[] = [
  /\b(?:sk|pk|rk|gsk|xai|hf|ghp|gho|ghs|ghu|glpat|npm|xox[abprs])[-_][A-Za-z0-9_.-]{8,}/,
  /\bgithub_pat_[A-Za-z0-9_]{20,}/,
  /\bAIza[A-Za-z0-9_-]{30,}/,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
  /\bBearer\s+[A-Za-z0-9._~+/=-]{16,}/i,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/,
  /-----(?:BEGIN|END) [A-Z ]*PRIVATE KEY-----/,
  /\b(?:api[_ -]?key|secret(?:[_ -]?key)?|access[_ -]?token|auth[_ -]?token|password|passwd|pwd)\b["'`]?\s*[:=]\s*["'`]?(?=[^\s"'`]*\d)[^\s"'`]{8,}/i,
  /\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]+:[^\s/@]+@/i,
];

const PRIVATE_BLOCK = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g;

/** What may stand before an absolute path; a letter or a slash there makes it part of an address. */
const BEFORE = '(^|[\\s("\'`<>\\[=,;:“‘|*])';
const ABSOLUTE = new RegExp(
  [
    `${BEFORE}(file:\\/\\/[^\\s<>"'\`)\\]]*)`,
    `${BEFORE}((?:[A-Za-z]:[\\\\/]|\\\\\\\\[A-Za-z0-9._-]+\\\\)[^\\s<>"'\`)\\],;]*)`,
    `${BEFORE}(\\/(?:home|Users|root|tmp|var|opt|mnt|media|Volumes|private|srv|etc|usr|work|data|workspace)(?:\\/[^\\s<>"'\`)\\],;]+)+)`,
  ].join('|'),
  'gm',
);

const PLACEHOLDER = '(a path on a computer)';

export const hasSecret = (text: string): boolean => SECRETS.some((pattern) => pattern.test(text));

export function hasAbsolutePath(text: string): boolean {
  ABSOLUTE.lastIndex = 0;
  return ABSOLUTE.test(text);
}

/** A text without lines that look like a secret, and without places on somebody's computer. */
export function withoutPrivate(
  text: string,
  file: string,
): { readonly text: string; readonly withheld: readonly WithheldItem[] } {
  const withheld: WithheldItem[] = [];
  const isBlocked = new Set<number>();
  for (const { index, 0: block } of text.matchAll(PRIVATE_BLOCK)) {
    const first = text.slice(0, index).split('\n').length - 1;
    for (let at = 0; at < block.split('\n').length; at += 1) isBlocked.add(first + at);
  }
  const lines = text.split('\n').flatMap((line, at) => {
    if (isBlocked.has(at) || hasSecret(line)) {
      withheld.push({ kind: 'secret', file, line: at + 1 });
      return [];
    }
    const clean = withoutPaths(line);
    if (clean !== line) withheld.push({ kind: 'path', file, line: at + 1 });
    return [clean];
  });
  return { text: lines.join('\n'), withheld };
}

/** One line, such as a title. */
export const publicLine = (text: string): string =>
  hasSecret(text) ? '' : withoutPaths(text.replace(/\s+/g, ' ').trim());

function withoutPaths(line: string): string {
  return line.replace(ABSOLUTE, (_, ...groups: readonly (string | undefined)[]) => {
    const [a, , b, , c] = groups;
    return `${a ?? b ?? c ?? ''}${PLACEHOLDER}`;
  });
}
