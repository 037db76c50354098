import { inertLanguage } from '../markdown';
import { stripInvisible } from '../model';
import { CODE_FENCE } from './uncited';

const MAX_LENGTH = 40_000;

/**
 * Applies `change` outside of code and collapses blank lines there. Code fences keep their language only if no plugin runs it.
 */
function mapOutsideCode(text: string, change: (text: string) => string): string {
  let isFenced = false;
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const mark = CODE_FENCE.exec(line)?.[0];
    if (mark !== undefined) isFenced = !isFenced;
    if (mark !== undefined) lines.push(mark + (isFenced ? inertLanguage(line.slice(mark.length)) : ''));
    else if (!isFenced && line.trim() === '') {
      if (lines.at(-1) !== '') lines.push('');
    } else if (isFenced) lines.push(line.replace(/<%/g, '< %'));
    else {
      const parts = line.split(/(`[^`]+`)/).map((part, at) => {
        if (at % 2 === 0) return change(part);
        return part.replace(/^`\s*(?:\$?=|[a-z]+:(?!\/))|<%/i, '` ');
      });
      lines.push(parts.join(''));
    }
  }
  if (isFenced) lines.push('```');
  return lines.join('\n');
}

/** Makes a model's text safe to show and store: no hidden characters, no HTML, no comments, nothing that loads or runs. */
export function sanitize(raw: string): string {
  const visible = stripInvisible(raw.slice(0, MAX_LENGTH)).text.trim();
  return mapOutsideCode(visible, (text) =>
    text
      .replace(/<(https?:\/\/[^\s<>`]+)>/gi, '$1')
      .replace(/<(?=[\p{L}/!?%])/gu, '\\<')
      .replace(/%{2,}/g, (run) => run.replace(/%/g, '\\%')),
  );
}

/** Turns addresses into code, so that they are not opened by accident. */
export function addressesAsCode(text: string): string {
  return mapOutsideCode(text, (part) =>
    part.replace(/\b(?:https?|obsidian|file|data|javascript|mailto):[^\s<>`\])]+/gi, (address) => {
      const tail = /[.,;:!?]+$/.exec(address)?.[0] ?? '';
      return `\`${address.slice(0, address.length - tail.length)}\`${tail}`;
    }),
  );
}
