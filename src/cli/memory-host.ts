import { isWikiError, type Memory, type MemoryHost, type ModelHost, type Workbench } from '../workbench';
import { type CommandContext, withWorkbench } from './context';
import { locateMemory, wikiBeside, onMemory, questionsIn } from '../node';
import { terminalRun, type TerminalRun } from './terminal';

export interface MemoryOptions {
  readonly memory?: string;
  readonly json?: boolean;
}

/** Opens the memory folder, does `work`, and always closes it. */
export async function withMemory<T>(
  context: CommandContext,
  options: MemoryOptions,
  work: (memory: Memory, run: TerminalRun, folder: string) => Promise<T>,
  model?: ModelHost,
): Promise<T> {
  const folder = await locateMemory(context.cwd, options.memory);
  const run = terminalRun(context.terminal, context.signal, options.json === true);
  const questions = questionsOf(context, folder);
  try {
    return await onMemory(context, { folder, questions, model }, (memory) => work(memory, run, folder), run);
  } finally {
    run.hideProgress();
  }
}

/** The open questions of the wiki that the command is given in, or else of the only wiki beside the memory. */
function questionsOf(context: CommandContext, folder: string): NonNullable<MemoryHost['questions']> {
  return questionsIn(async (work: (wiki: Workbench) => Promise<void>) => {
    const wiki = await wikiBeside(context.cwd, folder);
    if (wiki === null) return;
    try {
      await withWorkbench(context, { wiki, json: true }, (workbench) => work(workbench));
    } catch (error) {
      // What was kept is kept; the question is still in the memory.
      if (!isWikiError(error)) throw error;
      context.terminal.err(`The open questions of ${wiki} were not changed: ${error.message}\n`);
    }
  });
}
