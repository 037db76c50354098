import { type Command } from 'commander';
import { common, type CommandHost } from '../options';
import { plural } from '../../base';
import { EXIT, type ExitStatus } from '../exit';
import { withWorkbench, type CommonOptions, type CommandContext } from '../context';
import { describeUnsearched } from '../../workbench';
import { printJson, printNotices } from '../print';
import { printSchedules } from '../print-schedules';
import { painter, printable } from '../terminal';
import { describeCoverage } from './coverage';

/** `living-wiki status` */
async function status(context: CommandContext, options: CommonOptions): Promise<ExitStatus> {
  const { terminal } = context;
  return withWorkbench(context, options, async (workbench, run, located) => {
    const found = await workbench.status(run);
    const searchedSources = await workbench.sourceCounts(run);
    const scheduled = (await (await workbench.scheduler())?.list({ wait: null })) ?? [];
    run.hideProgress();
    if (options.json === true) {
      printJson(terminal, { ...found, searchedSources, scheduled, wiki: { ...found.wiki, root: located.folder } });
      return EXIT.done;
    }
    const paint = painter(terminal);
    const { wiki, pages, sources, proposals } = found;
    terminal.out(`${paint.bold(printable(wiki.title))} ${paint.dim(`(${wiki.name}, version ${wiki.version})`)}\n`);
    terminal.out(`${paint.dim(printable(located.folder))}\n\n`);
    terminal.out(
      `${plural(pages, 'page')}, ${plural(sources.total, 'source')}, ${sources.ingested} of them ingested\n`,
    );
    const unsearched = searchedSources ?? { pending: 0, outside: 0 };
    for (const note of describeUnsearched(unsearched)) terminal.out(`${printable(note)}\n`);
    if (unsearched.pending > 0) terminal.out('The next `living-wiki search` indexes them first.\n');
    printList(terminal, 'Sources that are not ingested yet', sources.pending);
    printList(terminal, 'Sources changed since they were ingested', sources.changed);
    const partly = found.coverage.map((count) => `${count.path}  ${describeCoverage(count)}`);
    printList(terminal, 'Sources that pages use only in part; details: living-wiki coverage SOURCE', partly);
    const deleted = found.deleted.map(
      ({ title }) => `${title}  (living-wiki names never "${title}" or living-wiki names always "${title}")`,
    );
    printList(terminal, 'Pages that you deleted; no ingest makes them again until you decide', deleted);
    const copies = sources.copies.map(({ path, of }) => `${path}  (same content as ${of})`);
    printList(terminal, 'Copies, which are not ingested again', copies);
    const waiting = proposals.map(
      (proposal) => `${proposal.id}  ${proposal.title}  (${plural(proposal.files, 'file')})`,
    );
    printList(terminal, 'Proposals that wait for review', waiting);
    if (found.questions > 0) {
      terminal.out(`\n${plural(found.questions, 'open question')} for the next ingest: living-wiki questions\n`);
    }
    if (scheduled.length > 0) terminal.out('\n');
    printSchedules(terminal, scheduled);
    printNotices(terminal, 'Recovered', found.recovered);
    // Of several, `living-wiki trust` says in full what each of them means.
    const changed = found.warnings.filter(({ code }) => code === 'living-wiki:change_unconfirmed');
    const toApprove = changed.length > 1 ? changed : [];
    if (toApprove.length > 0) {
      const what = `${toApprove.length} files with rules for the model wait for your approval: living-wiki trust`;
      terminal.out(`\n${paint.yellow('!')} ${what}\n`);
    }
    const others = found.warnings.filter((warning) => !toApprove.includes(warning));
    printNotices(terminal, 'Warnings', others);
    return EXIT.done;
  });
}

/** At most this many lines of a list are shown; the count says how many there are. */
const MAX_LINES = 20;

function printList(terminal: CommandContext['terminal'], heading: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  terminal.out(`\n${painter(terminal).bold(heading)} (${lines.length})\n`);
  for (const line of lines.slice(0, MAX_LINES)) terminal.out(`  ${printable(line)}\n`);
  if (lines.length > MAX_LINES) terminal.out(`  … and ${lines.length - MAX_LINES} more\n`);
}

/** `status` */
export function declareStatus(program: Command, { context, execute }: CommandHost): void {
  common(program.command('status'))
    .description('Show the number of pages, new sources, and what waits for review')
    .action((options: Parameters<typeof status>[1]) => execute(status(context, options)));
}
