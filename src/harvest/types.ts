/** Who said something. Tools and system prompts are not read. */
export type Role = 'user' | 'assistant';

/** What one side said at once. Code blocks stay as they were written. */
export interface ConversationTurn {
  readonly role: Role;
  /** Markdown. */
  readonly text: string;
  /** ISO 8601, UTC; `null` where the format keeps no time. */
  readonly at: string | null;
}

export type ConversationFormat =
  'chatgpt-export' | 'claude-export' | 'claude-code' | 'copilot-note' | 'saved-chat' | 'transcript';

/** One conversation, whatever wrote it down. */
export interface Conversation {
  /** As bullets name it: of one line, without brackets. */
  readonly name: string;
  readonly format: ConversationFormat;
  /** When it began, ISO 8601, UTC; `null` where the format keeps no time. */
  readonly at: string | null;
  readonly turns: readonly ConversationTurn[];
  /** Names of attached files. They are named, never read. */
  readonly attachments: readonly string[];
}

/** The seven categories of a harvest. Source: knowledge curation guide, section 5.1. */
export const CATEGORIES = [
  'facts',
  'decisions',
  'tasks_done',
  'tasks_open',
  'questions',
  'playbooks',
  'files',
] as const;
export type Category = (typeof CATEGORIES)[number];

/** One piece of knowledge that a conversation taught. All texts are of one line. */
export interface HarvestItem {
  readonly category: Category;
  /** Of a playbook its name, of a note about a file its path. */
  readonly statement: string;
  /** Of a playbook its steps, of a note about a file the note; `''` where there is none. */
  readonly detail: string;
  /** The words of the conversation that it rests on; `null` if none were given, or code did not find them. */
  readonly quote: string | null;
  /** Whether a quote was given that is not in the conversation. */
  readonly isQuoteMissing: boolean;
}

/** How many items each category got. */
export type ItemCounts = Readonly<Record<Category, number>>;
