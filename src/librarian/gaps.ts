import { stripInvisible } from '../model';

const GAPS_HEADING = /^(?:#{1,6}\s*|\*\*\s*)not in the wiki\b.*$/im;

/** Splits the section "Not in the wiki" off an answer. */
export function splitGaps(raw: string): { readonly body: string; readonly gaps: readonly string[] } {
  const heading = GAPS_HEADING.exec(raw);
  if (heading === null) return { body: raw, gaps: [] };
  const after = raw.slice(heading.index + heading[0].length);
  const end = /^#{1,6}\s/m.exec(after)?.index ?? after.length;
  const gaps = after
    .slice(0, end)
    .replace(/\n[ \t]+(?![-*+\s]|\d+[.)])/g, ' ')
    .split('\n')
    .map((line) =>
      line
        .replace(/^\s*(?:[-*+]|\d+[.)])\s*/, '')
        .replace(/\[\[([^[\]|#]*)(?:[|#][^[\]]*)?\]\]/g, '$1')
        .trim(),
    )
    .filter((line) => line !== '' && !/^(?:none|nothing|n\/a)[.!]?$/i.test(line));
  return { body: `${raw.slice(0, heading.index)}${after.slice(end)}`, gaps: gaps.map(sanitizeGap).slice(0, 20) };
}

const sanitizeGap = (line: string): string => stripInvisible(line).text.replace(/[<>`]/g, "'").slice(0, 400);
