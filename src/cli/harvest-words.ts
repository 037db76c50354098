import { plural } from '../base';
import { type HarvestedConversation } from '../workbench';

type ItemCounts = HarvestedConversation['items'];

/** What one item of a category is called, and several. */
const WORDS: Readonly<Record<keyof ItemCounts, readonly [one: string, several: string]>> = {
  facts: ['fact', 'facts'],
  decisions: ['decision', 'decisions'],
  questions: ['question', 'questions'],
  playbooks: ['playbook', 'playbooks'],
  tasks_open: ['open task', 'open tasks'],
  tasks_done: ['done task', 'done tasks'],
  files: ['note about a file', 'notes about files'],
};

export function itemWord(category: keyof ItemCounts): string {
  return WORDS[category][0];
}

/** `1 decision, 2 open tasks` */
export function describeItems(items: ItemCounts): string {
  const categories = Object.keys(WORDS) as (keyof ItemCounts)[];
  return categories
    .filter((category) => items[category] > 0)
    .map((category) => plural(items[category], ...WORDS[category]))
    .join(', ');
}
