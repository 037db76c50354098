import { EXIT } from '../exit';
import type { ExitStatus } from '../exit';
import { withWorkbench } from '../context';
import type { CommonOptions, Context } from '../context';
import { printJson } from '../print';
import { painter, printable } from '../terminal';

interface SearchOptions extends CommonOptions {
  readonly lens?: string;
  readonly limit: number;
}

/** `living-wiki search QUERY` */
export async function search(context: Context, words: readonly string[], options: SearchOptions): Promise<ExitStatus> {
  const { terminal } = context;
  return withWorkbench(context, options, async (workbench, run) => {
    const { lens, limit } = options;
    const found = await workbench.search({ query: words.join(' '), limit, ...(lens !== undefined && { lens }) }, run);
    run.stop();
    if (options.json === true) printJson(terminal, found);
    else if (found.results.length === 0) terminal.out('No page matches.\n');
    else {
      const paint = painter(terminal);
      for (const { title, path, snippet } of found.results) {
        terminal.out(`${paint.bold(printable(title))}  ${paint.dim(printable(path))}\n`);
        if (snippet !== '') terminal.out(`  ${printable(snippet)}\n`);
      }
    }
    return EXIT.done;
  });
}
