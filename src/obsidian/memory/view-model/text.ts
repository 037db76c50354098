import { dateText } from '../../locale';
import { type MemoryItem } from '../../../workbench';

/** A bullet as a reader sees it: without escapes, emphasis and code marks, on one line. */
export function plainText(text: string): string {
  return text
    .replace(/\*\*/g, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/\s*\n\s*/g, ' · ');
}

/** A day or a time as a person writes it. */
export function dayText(iso: string): string {
  const at = Date.parse(iso);
  return Number.isNaN(at) ? iso : dateText(at, { dateStyle: 'medium' });
}

/** `3.1` of kilobytes. */
export function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}

export type MemoryTab = 'facts' | 'decisions' | 'questions' | 'playbooks' | 'tasks';
export const TABS: readonly MemoryTab[] = ['facts', 'decisions', 'questions', 'playbooks', 'tasks'];

/** The items of a list, newest first; of tasks only the open ones. */
export function itemsOf(items: readonly MemoryItem[], tab: MemoryTab, filter: string): readonly MemoryItem[] {
  const category = tab === 'tasks' ? 'tasks_open' : tab;
  const wanted = filter.trim().toLowerCase();
  return items.filter((item) => item.category === category && matches(item, wanted)).reverse();
}

/** Done tasks, newest first. */
export function doneTasks(items: readonly MemoryItem[], filter: string): readonly MemoryItem[] {
  const wanted = filter.trim().toLowerCase();
  return items.filter((item) => item.category === 'tasks_done' && matches(item, wanted)).reverse();
}

function matches({ text, from, quote }: MemoryItem, wanted: string): boolean {
  return wanted === '' || `${text} ${from?.conversation ?? ''} ${quote ?? ''}`.toLowerCase().includes(wanted);
}
