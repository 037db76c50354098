import { bulletText, itemKey, itemText, provenanceText, readBullets, type Provenance } from './bullets';
import { memoize } from './memoize';
import { type Category, type HarvestItem } from './types';
import { inertLine } from '../markdown';

/** Where the items of a category are kept. */
interface CategoryPlace {
  /** Relative to the memory folder. */
  readonly path: string;
  /** First lines of a new file. */
  readonly head: string;
  /** The heading that its bullets are below. */
  readonly section?: 'Open' | 'Done';
}

const TASKS_HEAD = '# Tasks\n\n## Open\n\n## Done\n';

/** Source: knowledge curation guide, section 1. */
const PLACES: Readonly<Record<Exclude<Category, 'files'>, CategoryPlace>> = {
  facts: { path: 'facts.md', head: '# Facts\n' },
  decisions: { path: 'decisions.md', head: '# Decisions\n' },
  questions: { path: 'questions.md', head: '# Questions\n' },
  playbooks: { path: 'playbooks.md', head: '# Playbooks\n' },
  tasks_open: { path: 'tasks.md', head: TASKS_HEAD, section: 'Open' },
  tasks_done: { path: 'tasks.md', head: TASKS_HEAD, section: 'Done' },
};

/** The category files, in the order in which people look at them. */
export const CATEGORY_PATHS = ['facts.md', 'decisions.md', 'questions.md', 'playbooks.md', 'tasks.md'] as const;

/** A file on disk that a note is about. */
export interface NotedFile {
  /** Stable while the file is renamed: made of letters, digits and `-`. */
  readonly id: string;
  /** As the heading of its notes names it. */
  readonly path: string;
}

/** One bullet and the place that it belongs to. */
export interface PlacedBullet {
  readonly item: HarvestItem;
  /** Relative to the memory folder. */
  readonly path: string;
  readonly head: string;
  readonly section: 'Open' | 'Done' | null;
  /** The whole bullet, with dash and provenance, without a line break at its end. */
  readonly text: string;
}

/**
 * Decides where an item is kept. A note about a file that is gone becomes a fact. Source: knowledge curation guide, section 2.
 *
 * @param file what the path of a note leads to; `null` if nothing is there
 */
export function placeItem(item: HarvestItem, provenance: Provenance, file: NotedFile | null): PlacedBullet {
  const from = provenanceText(provenance);
  if (item.category !== 'files') {
    const { path, head, section = null } = PLACES[item.category];
    return { item, path, head, section, text: `- ${itemText(item)} ${from}` };
  }
  if (file !== null) {
    return {
      item,
      path: `files/${file.id}.md`,
      head: `# ${inertLine(file.path)}\n`,
      section: null,
      text: `- ${itemText(item)} ${from}`,
    };
  }
  const fact: HarvestItem = { ...item, category: 'facts', statement: `${item.statement}: ${item.detail}`, detail: '' };
  return { item, path: PLACES.facts.path, head: PLACES.facts.head, section: null, text: `- ${itemText(fact)} ${from}` };
}

/** Keys of what a file already says, wherever in it. */
export const keysOf = memoize(
  (text): ReadonlySet<string> => new Set(readBullets(text).map((bullet) => itemKey(bulletText(bullet)))),
);

/** The key of a bullet, as {@link keysOf} gives it. */
export function keyOf(text: string): string {
  return itemKey(bulletText({ text }));
}

/** Where in a file a new bullet goes, and what it needs before it. */
interface InsertionPoint {
  /** Offset in UTF-16 units. */
  readonly at: number;
  /** Line breaks before the first new bullet. */
  readonly before: string;
}

const HEADINGS = { Open: /^[^\S\n]*## Open[^\S\n]*$/m, Done: /^[^\S\n]*## Done[^\S\n]*$/m };

/**
 * The place after everything that is there: at the end of the file or, for tasks, of their section. Nothing that a person wrote is
 * moved or changed.
 */
export function insertionPoint(text: string, section: PlacedBullet['section']): InsertionPoint {
  const heading = section === null ? null : HEADINGS[section].exec(text);
  const isMissing = section !== null && heading === null;
  const from = heading === null ? text.length : heading.index + heading[0].length;
  const next = /^##? /m.exec(text.slice(from));
  const end = next === null ? text.length : from + next.index;
  const said = text.slice(0, end).trimEnd().length;
  const lineEnd = text.indexOf('\n', said);
  const at = lineEnd === -1 ? end : Math.min(lineEnd, end);
  const isList = /^(?:[-*+] | {2,}|\t)/.test(text.slice(text.lastIndexOf('\n', at - 1) + 1, at));
  const missing = isMissing ? `\n\n## ${section}` : '';
  return { at, before: `${missing}\n${isList && !isMissing ? '' : '\n'}` };
}

/**
 * A file with new bullets. What is there already, and what was offered before and taken out since, is not added.
 *
 * @param text the file; `null` if there is none
 * @param bullets all of this file
 * @param skip keys of bullets that were written before
 */
export function withBullets(
  text: string | null,
  bullets: readonly PlacedBullet[],
  skip: ReadonlySet<string>,
): { readonly text: string | null; readonly added: readonly PlacedBullet[] } {
  const added: PlacedBullet[] = [];
  const known = new Set(text === null ? [] : keysOf(text));
  let result = text;
  for (const bullet of bullets) {
    const key = keyOf(bullet.text);
    if (known.has(key) || skip.has(key)) continue;
    known.add(key);
    added.push(bullet);
    const current = result ?? bullet.head;
    const { at, before } = insertionPoint(current, bullet.section);
    const rest = current.slice(at);
    const eol = current.includes('\r\n') ? '\r\n' : '\n';
    const inserted = `${before}${bullet.text}`.replaceAll('\n', eol);
    // A section that follows keeps its distance.
    result = `${current.slice(0, at)}${inserted}${rest === '' ? eol : rest}`;
  }
  return { text: result, added };
}

/**
 * A list of tasks in which one bullet is below the other heading: done, or open again. Its text stays, but for the tick of a checkbox.
 * @returns `null` if no bullet has this text
 */
export function moveTask(text: string, bullet: string, to: 'Open' | 'Done'): string | null {
  const found = readBullets(text).find((one) => one.text.replaceAll('\r', '') === bullet.replaceAll('\r', ''));
  if (found === undefined) return null;
  const ticked = found.text.replace(/^([-*+] )\[[ xX]\] /, to === 'Done' ? '$1[x] ' : '$1[ ] ');
  if (found.section === to) return text.slice(0, found.start) + ticked + text.slice(found.end);
  const after = /^\r?\n/.exec(text.slice(found.end))?.[0].length ?? 0;
  const rest = text.slice(0, found.start) + text.slice(found.end + after);
  const { at, before } = insertionPoint(rest, to);
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const tail = rest.slice(at);
  return `${rest.slice(0, at)}${`${before}${ticked.replaceAll('\r', '')}`.replaceAll('\n', eol)}${tail === '' ? eol : tail}`;
}

/** The path that a file of notes is about, by its heading; `null` if it has none. */
export function notedPath(text: string): string | null {
  return /^# ([^\r\n]+)/.exec(text)?.[1]?.trim() ?? null;
}

/** Notes about a file that has another path now. */
export function withNotedPath(text: string, path: string): string {
  return text.replace(/^# [^\r\n]*/, () => `# ${path}`);
}
