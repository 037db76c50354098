import { Notice } from 'obsidian';
import { app as words } from '../locale';

/** Notices of what went wrong stay as long as they take to read. Milliseconds. */
const LONG = 12_000;

export function tell(text: string): void {
  new Notice(text, LONG);
}

/** What went wrong as a sentence, with what to do about it, and where, if the sentence does not say. */
export function tellProblem({ message, path, remedy }: Problem): void {
  const text = words.notice.error(message, remedy ?? null);
  tell(path === undefined || message.includes(path) ? text : words.notice.at(path, text));
}

interface Problem {
  readonly message: string;
  readonly path?: string | undefined;
  readonly remedy?: string | null | undefined;
}
