import { Notice } from 'obsidian';
import { app as words } from '../locale';

/** Notices of what went wrong stay as long as they take to read. Milliseconds. */
const LONG_DURATION = 12_000;

export function showNotice(text: string): void {
  new Notice(text, LONG_DURATION);
}

/** What went wrong as a sentence, with what to do about it, and where, if the sentence does not say. */
export function showProblem({ message, path, remedy }: Problem): void {
  const text = words.notice.error(message, remedy ?? null);
  showNotice(path === undefined || message.includes(path) ? text : words.notice.at(path, text));
}

interface Problem {
  readonly message: string;
  readonly path?: string | undefined;
  readonly remedy?: string | null | undefined;
}
