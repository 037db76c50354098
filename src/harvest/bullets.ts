import { inertLine } from '../markdown';
import { memoize } from './memoize';
import { type HarvestItem } from './types';

/** Where an item comes from. Source: knowledge curation guide, section 1. */
export interface Provenance {
  /** Of the conversation. */
  readonly conversation: string;
  /** Day of the harvest: `2026-06-12`. */
  readonly day: string;
}

export function provenanceText({ conversation, day }: Provenance): string {
  return `[from: ${conversation}, ${day}]`;
}

/** One line of an item. Code that a plugin might run is text, with its marks to be seen. */
const inert = (text: string): string => inertLine(text, { showsCodeMarks: true });

/**
 * The text of an item's bullet, without its dash and provenance, made inert: whoever spoke in the conversation may have written
 * anything. Lines after the first are indented, as Markdown continues a bullet. Source: knowledge curation guide, section 1.
 */
export function itemText({ category, statement, detail }: HarvestItem): string {
  if (category === 'files') return inert(detail);
  const first = inert(statement);
  if (detail === '') return first;
  if (category !== 'playbooks') return inert(`${statement} — ${detail}`);
  const steps = detail.split('\n').map((step) => inert(step));
  return `**${inert(statement.replaceAll('*', ''))}**: ${steps.join('\n  ')}`;
}

/** A bullet of a category file, with the lines that continue it. */
export interface Bullet {
  /** All its lines, as they are, without the last line break. */
  readonly text: string;
  /** Offset of its first line in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Line of its first line, counted from 1. */
  readonly line: number;
  /** The `## ` heading that it is below; `''` before the first. */
  readonly section: string;
}

const BULLET = /^[-*+] /;
const CONTINUED = /^(?: {2,}|\t)\S/;

/** The bullets of a file, in order. Source: knowledge curation guide, section 1; nested and indented lines belong to their bullet. */
export const readBullets = memoize(parseBullets);

function parseBullets(text: string): readonly Bullet[] {
  const bullets: Bullet[] = [];
  let open: { start: number; end: number; line: number } | null = null;
  let section = '';
  let at = 0;
  const close = (): void => {
    if (open !== null) bullets.push({ ...open, text: text.slice(open.start, open.end), section });
    open = null;
  };
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    const end = at + line.length;
    if (BULLET.test(line)) {
      close();
      open = { start: at, end, line: index + 1 };
    } else if (open !== null && CONTINUED.test(line)) open.end = end;
    else {
      close();
      if (line.startsWith('## ')) section = line.slice(3).trim();
    }
    at += raw.length + 1;
  }
  close();
  return bullets;
}

const PROVENANCE = /\s*\[from: [^\]\n]*\]\s*$/;

/** A bullet without its mark, checkbox and provenance. */
export function bulletText({ text }: Pick<Bullet, 'text'>): string {
  return text
    .replace(/^[-*+] (?:\[[ xX]\] )?/, '')
    .replace(PROVENANCE, '')
    .trim();
}

/** Where a bullet says that it comes from; `null` if it does not, as one that a person wrote. */
export function bulletProvenance({ text }: Pick<Bullet, 'text'>): Provenance | null {
  const found = /\[from: ([^\]\n]*), (\d{4}-\d{2}-\d{2})\]\s*$/.exec(text);
  return found === null ? null : { conversation: found[1] ?? '', day: found[2] ?? '' };
}

/** Equal for texts that say the same but for letter case, white space, marks of Markdown and the full stop. */
export function itemKey(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\\*_`~"'“”‘’]/g, '')
    .replace(/[–—]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/[\s.!。]+$/, '')
    .trim();
}
