import { type Command } from 'commander';
import { plural } from '../../base';
import { retentionReport, type ExpiredSource, type RetentionReport } from '../../workbench';
import { withWorkbench, type CommandContext, type CommonOptions } from '../context';
import { EXIT, type ExitStatus } from '../exit';
import { common, type CommandHost } from '../options';
import { printJson } from '../print';
import { painter, printable, type Terminal } from '../terminal';

/** `living-wiki retention` */
export async function runRetention(context: CommandContext, options: CommonOptions): Promise<ExitStatus> {
  return withWorkbench(context, options, async (workbench, run) => {
    const report = await retentionReport(workbench, run);
    run.hideProgress();
    if (options.json === true) printJson(context.terminal, report);
    else print(context.terminal, report);
    return EXIT.done;
  });
}

function print(terminal: Terminal, { days, expired, undated, pages, claims }: RetentionReport): void {
  if (days === null) {
    terminal.out('The manifest keeps sources forever. To set a time: `sources.retention: days:365` in KNOWLEDGE.md.\n');
    return;
  }
  terminal.out(`The manifest keeps sources for ${plural(days, 'day')}.\n`);
  if (expired.length === 0) terminal.out('No source has expired.\n');
  else {
    list(terminal, 'Expired sources', expired.map(describe));
    const titles = pages.map(({ path, title }) => `${path}  ${title}`);
    list(terminal, 'Pages that would have no source left', titles);
    const texts = claims.map(({ path, line, text }) => `${path}:${line}  ${text}`);
    list(terminal, 'Statements that would have no source left', texts);
    const first = pages.length + claims.length === 0 ? '' : 'Change or remove these pages and statements first. ';
    terminal.out(
      `\nNothing was removed, and nothing will be: sources are yours alone. ${first}Delete the files that you no longer want to keep.\n`,
    );
  }
  list(terminal, 'Sources without a date, which do not expire', undated);
}

function describe({ path, date, dateFrom }: ExpiredSource): string {
  return `${path}  ${date.slice(0, 10)} (${dateFrom === 'ingest' ? 'first ingested' : `date in its ${PLACES[dateFrom]}`})`;
}

const PLACES = { frontmatter: 'properties', document: 'text', 'file name': 'name', sidecar: 'sidecar' } as const;

/** All of it: who deletes files needs the whole list. */
function list(terminal: Terminal, heading: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  terminal.out(`\n${painter(terminal).bold(heading)} (${lines.length})\n`);
  for (const line of lines) terminal.out(`  ${printable(line)}\n`);
}

/** `retention` */
export function declareRetention(program: Command, { context, execute }: CommandHost): void {
  common(program.command('retention'))
    .description('List the sources that are older than the manifest keeps them, and what would lose its last source')
    .action((options: CommonOptions) => execute(runRetention(context, options)));
}
