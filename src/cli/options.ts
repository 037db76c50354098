import { InvalidArgumentError, type Command } from 'commander';
import { type CommandContext } from './context';
import { type ExitStatus } from './exit';

/** What a command needs to declare itself. */
export interface CommandHost {
  readonly context: CommandContext;
  /** Runs the command; its exit status becomes the program's. */
  readonly execute: (work: ExitStatus | Promise<ExitStatus>) => Promise<void>;
}

/** The option of a command that needs no wiki. */
export function json(command: Command): Command {
  return command.option('--json', 'print JSON');
}

/** The options of every command that works on a wiki. */
export function common(command: Command): Command {
  return command
    .option('--wiki <dir>', 'folder of the wiki (default: this folder or the nearest wiki above it)')
    .option('--vault <dir>', 'folder of the vault that contains the wiki and its lenses')
    .option('--json', 'print JSON');
}

/** Examples below the help of a command. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}\n`;
}

/** @throws InvalidArgumentError unless the text is a whole number above 0 */
export function wholeNumber(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError('Enter a whole number above 0.');
}

/** @throws InvalidArgumentError unless the text is a list of numbers and ranges */
export function numberRanges(text: string): string {
  if (/^\s*\d+(\s*-\s*\d+)?(\s*,\s*\d+(\s*-\s*\d+)?)*\s*$/.test(text)) return text;
  throw new InvalidArgumentError('Enter numbers and ranges such as 3,5-8.');
}

/** @returns milliseconds since the epoch @throws InvalidArgumentError unless the text is a date */
export function dateOption(text: string): number {
  const time = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : NaN;
  if (!Number.isNaN(time)) return time;
  throw new InvalidArgumentError('Enter a date such as 2026-04-27.');
}

/** For an option that may be given several times, each time with one value, so that it takes no argument that follows. */
export const collect = (value: string, before: readonly string[] | undefined): readonly string[] => [
  ...(before ?? []),
  value,
];
