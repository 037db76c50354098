import { type Command } from 'commander';
import { common, examples, wholeNumber, type CommandHost } from '../options';
import { selectEmbedder } from '../select-model';
import { withWorkbench, type CommonOptions, type CommandContext } from '../context';
import { EXIT, type ExitStatus } from '../exit';
import { printJson } from '../print';
import { painter, printable } from '../terminal';

interface SearchOptions extends CommonOptions {
  readonly lens?: string;
  readonly limit: number;
  readonly dryRun?: boolean;
}

/** `living-wiki search QUERY` */
export async function search(
  context: CommandContext,
  words: readonly string[],
  options: SearchOptions,
): Promise<ExitStatus> {
  const { terminal } = context;
  return withWorkbench(
    context,
    options,
    async (workbench, run) => {
      const { lens, limit, dryRun = false } = options;
      const notes: string[] = [];
      const request = { query: words.join(' '), limit, dryRun, ...(lens !== undefined && { lens }) };
      const found = await workbench.search({ ...request, onNote: (note) => notes.push(note) }, run);
      run.hideProgress();
      if (options.json === true) {
        printJson(terminal, { ...found, notes });
        return EXIT.done;
      }
      const paint = painter(terminal);
      for (const note of notes) terminal.err(`${paint.yellow('!')} ${printable(note)}\n`);
      if (found.results.length === 0) terminal.out('No page matches.\n');
      for (const { title, path, snippet, linkedFrom } of found.results) {
        terminal.out(`${paint.bold(printable(title))}  ${paint.dim(printable(path))}\n`);
        if (linkedFrom !== undefined) terminal.out(`  ${paint.dim(`linked from ${printable(linkedFrom)}`)}\n`);
        if (snippet !== '') terminal.out(`  ${printable(snippet)}\n`);
      }
      return EXIT.done;
    },
    undefined,
    selectEmbedder(context),
  );
}

/** `search` */
export function declareSearch(program: Command, { context, execute }: CommandHost): void {
  common(program.command('search'))
    .description('Search the pages')
    .argument('<query...>', 'the words to search for')
    .option('--lens <name>', 'use this lens (a view of the wiki)')
    .option('--dry-run', 'print what would be sent to rank by meaning, and send nothing')
    .option('--limit <n>', 'maximum number of results', wholeNumber, 20)
    .addHelpText('after', examples('living-wiki search retrieval', 'living-wiki search "knowledge graph" --limit 5'))
    .action((words: string[], options: Parameters<typeof search>[2]) => execute(search(context, words, options)));
}
