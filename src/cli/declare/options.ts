import { InvalidArgumentError, type Command } from 'commander';
import { type ExitStatus } from '../exit';

/** Takes what a command does, whose exit status is the program's. */
export type Set = (work: Promise<ExitStatus>) => Promise<void>;

/** The option of a command that needs no wiki. */
export function json(command: Command): Command {
  return command.option('--json', 'print JSON');
}

/** The options of every command that works on a wiki. */
export function common(command: Command): Command {
  return command
    .option('--wiki <dir>', 'the wiki; the nearest folder upward when left out')
    .option('--vault <dir>', 'the vault that holds the wiki and its views')
    .option('--json', 'print JSON');
}

/** What stands below a command's help. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}\n`;
}

/** @throws InvalidArgumentError for what is no whole number above 0 */
export function wholeNumber(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError('Expected a whole number above 0.');
}
