import { type Command } from 'commander';
import { common, examples, wholeNumber, type CommandHost } from '../options';
import { selectEmbedder } from '../select-model';
import { withWorkbench, type CommonOptions, type CommandContext } from '../context';
import { EXIT, type ExitStatus } from '../exit';
import { printJson } from '../print';
import { searchPages, describeSourceUse, describeUnsearched, inContext, type FoundInSource } from '../../workbench';
import { painter, printable, type Terminal } from '../terminal';

interface SearchOptions extends CommonOptions {
  readonly lens?: string;
  readonly limit: number;
  readonly dryRun?: boolean;
  readonly pagesOnly?: boolean;
}

/** So many passages of sources are printed at most. */
const MAX_SOURCES = 5;

/** `living-wiki search QUERY` */
async function search(context: CommandContext, words: readonly string[], options: SearchOptions): Promise<ExitStatus> {
  const { terminal } = context;
  const embedder = selectEmbedder(context);
  return withWorkbench(
    context,
    options,
    async (workbench, run) => {
      const { lens, limit, dryRun = false } = options;
      const notes: string[] = [];
      const request = { query: words.join(' '), limit, dryRun, ...lensOption(lens) };
      const found = await searchPages(workbench, { ...request, onNote: (note) => notes.push(note) }, run);
      const { query } = request;
      const shown = found.results.map(({ snippet }) => snippet);
      const inSources =
        options.pagesOnly === true
          ? { found: [], unsigned: [], searched: 0, outside: 0, pending: 0 }
          : await workbench.searchSources({ query, shown, limit: MAX_SOURCES, ...lensOption(lens) }, run);
      run.hideProgress();
      if (options.json === true) {
        const { found: sources, ...searchedSources } = inSources;
        printJson(terminal, { ...found, sources, searchedSources, notes });
        return EXIT.done;
      }
      const paint = painter(terminal);
      if (dryRun && embedder === undefined) notes.push('Nothing would be sent: no embedding model is set up.');
      for (const note of [...notes, ...describeUnsearched(inSources)])
        terminal.err(`${paint.yellow('!')} ${printable(note)}\n`);
      if (found.results.length === 0) terminal.out(`${nothingFound(lens)}\n`);
      for (const { title, path, snippet, linkedFrom } of found.results) {
        terminal.out(`${paint.bold(printable(title))}  ${paint.dim(printable(path))}\n`);
        if (linkedFrom !== undefined) terminal.out(`  ${paint.dim(`linked from ${printable(linkedFrom)}`)}\n`);
        if (snippet !== '') terminal.out(`  ${printable(snippet)}\n`);
      }
      printSources(terminal, inSources.found);
      return EXIT.done;
    },
    undefined,
    embedder,
  );
}

const lensOption = (lens: string | undefined): { readonly lens?: string } => (lens === undefined ? {} : { lens });

const nothingFound = (lens: string | undefined): string =>
  lens === undefined ? 'No page matches.' : 'No page in this lens matches. Leave out --lens to look everywhere.';

function printSources(terminal: Terminal, found: readonly FoundInSource[]): void {
  const paint = painter(terminal);
  for (const { path, place, pages, ...said } of found) {
    const at = place === '' ? path : `${path}, ${place}`;
    terminal.out(`${paint.bold(printable(at))}  ${paint.dim(printable(describeSourceUse(pages)))}\n`);
    terminal.out(`  ${printable(inContext(said))}\n`);
  }
}

/** `search` */
export function declareSearch(program: Command, { context, execute }: CommandHost): void {
  common(program.command('search'))
    .description('Search the pages, and the text of the sources')
    .argument('<query...>', 'the words to search for')
    .option('--lens <name>', 'use this lens (a view of the wiki)')
    .option('--pages-only', 'do not search the sources')
    .option('--dry-run', 'print what would be sent to rank by meaning, and send nothing')
    .option('--limit <count>', 'maximum number of results', wholeNumber, 20)
    .addHelpText('after', examples('living-wiki search retrieval', 'living-wiki search "knowledge graph" --limit 5'))
    .action((words: string[], options: Parameters<typeof search>[2]) => execute(search(context, words, options)));
}
