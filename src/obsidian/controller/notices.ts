import { Notice } from 'obsidian';
import { app as words } from '../locale';

/** Long enough to read a problem and its remedy. Milliseconds. */
const LONG_DURATION = 12_000;

export function showNotice(text: string): void {
  new Notice(text, LONG_DURATION);
}

/** Shows a problem with its remedy, and with its path unless the message already names it. */
export function showProblem({ message, path, remedy }: Problem): void {
  const text = words.notice.error(message, remedy ?? null);
  showNotice(path === undefined || message.includes(path) ? text : words.notice.at(path, text));
}

interface Problem {
  readonly message: string;
  readonly path?: string | undefined;
  readonly remedy?: string | null | undefined;
}
