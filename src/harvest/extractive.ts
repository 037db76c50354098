import { clip } from '../base';
import { splitSentences } from '../markdown';
import { NO_USAGE } from '../model';
import { MAX_DETAIL, MAX_ITEMS, MAX_QUOTE, MAX_STATEMENT, MAX_STEPS } from './limits';
import { type Category, type Conversation, type ConversationTurn, type HarvestItem } from './types';
import { type Harvest } from './with-model';

const TASK = /^\s*[-*+] \[([ xX])\] (.+)$/;
const TODO = /^\s*(?:[-*+] )?(?:\*\*)?(?:TODO|FIXME|Action item)(?:\*\*)?:(?:\*\*)?\s+(.+)$/i;
const DECISION = /^\s*(?:[-*+] )?(?:\*\*)?(?:decided|decision|we decided|agreed)(?:\*\*)?:(?:\*\*)?\s+(.+)$/i;
const QUESTION = /^\s*(?:[-*+] )?(?:\*\*)?(?:open question|unanswered|to clarify)(?:\*\*)?:(?:\*\*)?\s+(.+)$/i;
const FENCE = /^ {0,3}(```+|~~~+)\s*([\w-]*)/;
const MARKS = [
  [TODO, 'tasks_open'],
  [DECISION, 'decisions'],
  [QUESTION, 'questions'],
] as const;
const SHELLS = new Set(['bash', 'sh', 'shell', 'zsh', 'fish', 'console', 'powershell', 'cmd', 'bat']);
/** What people say when commands worked. */
const SUCCESS =
  /\b(?:(?:it|that|this) (?:works|worked)|works now|worked|fixed it|that did it|success(?:ful|fully)?|perfect)\b/i;
const FAILURE = /\b(?:not|n't|no|still|error|fail(?:s|ed)?)\b/i;

/**
 * What a conversation marks as such: task lists, "TODO:", "Decision:", the last question if nobody answered it, and commands of which
 * a person says that they worked. Every item is quoted. No model is asked.
 */
export function harvestMarked(conversation: Conversation): Harvest {
  const items: HarvestItem[] = [];
  const { turns } = conversation;
  for (const [at, turn] of turns.entries()) {
    items.push(...markedLines(turn));
    const next = turns[at + 1];
    if (turn.role === 'assistant' && next?.role === 'user' && isSuccess(next)) items.push(...commands(turn));
  }
  items.push(...openQuestion(turns));
  const all = items.slice(0, MAX_ITEMS);
  const notes = [
    'Found without a model: only what the conversation marks as a task, a decision, a question or a working command.',
  ];
  if (items.length > all.length) notes.push(`${items.length - all.length} further items were left out.`);
  return { items: all, notes, model: null, calls: [], usage: NO_USAGE };
}

function item(category: Category, statement: string, detail: string, quote: string): HarvestItem {
  const isWhole = quote.length <= MAX_QUOTE;
  return {
    category,
    statement: clip(statement, MAX_STATEMENT),
    detail,
    quote: isWhole ? quote : null,
    isQuoteMissing: false,
  };
}

function markedLines({ text }: ConversationTurn): readonly HarvestItem[] {
  const items: HarvestItem[] = [];
  for (const line of linesOutsideCode(text)) {
    const quote = line.trim();
    const task = TASK.exec(line);
    if (task !== null) {
      items.push(item(task[1] === ' ' ? 'tasks_open' : 'tasks_done', task[2] ?? '', '', quote));
      continue;
    }
    const marked = MARKS.map(([pattern, category]) => [pattern.exec(line)?.[1], category] as const);
    const [found, category] = marked.find(([said]) => said !== undefined) ?? [];
    if (found !== undefined && category !== undefined) items.push(item(category, found, '', quote));
  }
  return items;
}

function* linesOutsideCode(text: string): Generator<string> {
  let fence: string | null = null;
  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1] ?? null;
    if (fence === null && mark === null) yield line;
    if (mark !== null) fence = nextFence(fence, mark);
  }
}

function nextFence(open: string | null, mark: string): string | null {
  if (open === null) return mark;
  return mark.startsWith(open) ? null : open;
}

function isSuccess({ text }: ConversationTurn): boolean {
  const [range] = splitSentences(text);
  const first = range ? text.slice(range.start, range.end) : '';
  return SUCCESS.test(first) && !FAILURE.test(first);
}

/** The blocks of commands of a turn, each named by the sentence before it. */
function commands({ text }: ConversationTurn): readonly HarvestItem[] {
  const items: HarvestItem[] = [];
  const lines = text.split('\n');
  let before = '';
  for (let at = 0; at < lines.length; at++) {
    const opening = FENCE.exec(lines[at] ?? '');
    if (opening === null) {
      if ((lines[at] ?? '').trim() !== '') before = lines[at] ?? '';
      continue;
    }
    const mark = opening[1] ?? '```';
    let end = at + 1;
    while (end < lines.length && !(lines[end] ?? '').trim().startsWith(mark)) end++;
    const steps = lines.slice(at + 1, end).map((line) => line.replace(/^\$ /, '').trimEnd());
    const code = steps.filter((line) => line.trim() !== '');
    const name = before.replace(/^[#>*\s-]+/, '').replace(/[:：]\s*$/, '');
    if (SHELLS.has((opening[2] ?? '').toLowerCase()) && code.length > 0 && name !== '') {
      items.push(
        item(
          'playbooks',
          name,
          stepsText(code),
          lines
            .slice(at + 1, end)
            .join('\n')
            .trim(),
        ),
      );
    }
    at = end;
  }
  return items;
}

function stepsText(code: readonly string[]): string {
  return code
    .slice(0, MAX_STEPS)
    .map((step) => `\`${clip(step, MAX_STATEMENT).replaceAll('`', "'")}\``)
    .join('\n')
    .slice(0, MAX_DETAIL);
}

/** The question that the conversation ends with. */
function openQuestion(turns: readonly ConversationTurn[]): readonly HarvestItem[] {
  const last = turns.at(-1);
  if (last?.role !== 'user') return [];
  const range = splitSentences(last.text).at(-1);
  const sentence = range ? last.text.slice(range.start, range.end).trim() : '';
  return /[?？]$/.test(sentence) ? [item('questions', sentence, '', sentence)] : [];
}
