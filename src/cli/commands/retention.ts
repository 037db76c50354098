import { type Command } from 'commander';
import { plural, WikiError } from '../../base';
import { type ExpiredSource, type RetentionReport, type Workbench } from '../../workbench';
import { withWorkbench, type CommandContext, type CommonOptions } from '../context';
import { EXIT, type ExitStatus } from '../exit';
import { common, examples, type CommandHost } from '../options';
import { printJson } from '../print';
import { painter, printable, type Terminal, type TerminalRun } from '../terminal';

interface RetentionOptions extends CommonOptions {
  readonly remove?: boolean;
  readonly restore?: boolean;
  /** The mark of the list that was looked at, where nobody can be asked. */
  readonly confirm?: string;
}

/** `living-wiki retention [SOURCE…]` */
async function runRetention(
  context: CommandContext,
  sources: readonly string[],
  options: RetentionOptions,
): Promise<ExitStatus> {
  const { terminal } = context;
  const chosen = sources.length === 0 ? undefined : sources;
  return withWorkbench(context, options, async (workbench, run) => {
    if (options.restore === true) return restore(workbench, chosen, terminal, run, options);
    const report = await workbench.retentionReport(chosen, run);
    run.hideProgress();
    const isJson = options.json === true;
    if (options.remove !== true || report.expired.length === 0) {
      if (isJson) printJson(terminal, report);
      else print(terminal, report);
      return EXIT.done;
    }
    if (!isJson) print(terminal, report);
    if (!(await isConfirmed(context, options, report))) {
      terminal.out('Nothing was removed.\n');
      return EXIT.findings;
    }
    const paths = report.expired.map(({ path }) => path);
    const moved = await workbench.removeExpired({ sources: paths, mark: report.mark }, run);
    run.hideProgress();
    if (isJson) printJson(terminal, { ...report, moved: Object.fromEntries(moved) });
    else {
      for (const [path, to] of moved) terminal.out(printable(`moved to the trash: ${path} (now ${to})\n`));
      terminal.out('To put them back: living-wiki retention --restore\n');
    }
    return EXIT.done;
  });
}

async function restore(
  workbench: Workbench,
  chosen: readonly string[] | undefined,
  terminal: Terminal,
  run: TerminalRun,
  { json }: RetentionOptions,
): Promise<ExitStatus> {
  const paths = chosen ?? (await workbench.removedSources());
  await workbench.restoreSources(paths, run);
  run.hideProgress();
  if (json === true) printJson(terminal, { restored: paths });
  else if (paths.length === 0) terminal.out('No source is in the trash of this wiki.\n');
  else for (const path of paths) terminal.out(printable(`put back: ${path}\n`));
  return EXIT.done;
}

/** Asks a person, or compares with the mark of the list that was looked at where nobody can be asked. */
async function isConfirmed(
  { terminal, inputLines }: CommandContext,
  { confirm, json }: RetentionOptions,
  { expired, mark }: RetentionReport,
): Promise<boolean> {
  if (confirm === mark) return true;
  if (confirm !== undefined || !terminal.interactive || inputLines === undefined || json === true) {
    throw new WikiError(
      'living-wiki:removal_unstated',
      'Nothing was removed. Without a prompt, you must name the list that you confirm.',
      { remedy: `Read the list, then add --confirm ${mark}.` },
    );
  }
  terminal.err(`Move ${plural(expired.length, 'source')} to the trash? [y/N] `);
  for await (const line of inputLines()) return /^y(?:es)?$/i.test(line.trim());
  return false;
}

function print(terminal: Terminal, { days, expired, undated, pages, claims }: RetentionReport): void {
  if (days === null) {
    terminal.out(
      'KNOWLEDGE.md sets no age limit for sources. To set one, write `sources.retention: days:365` there.\n',
    );
    return;
  }
  terminal.out(`The age limit for sources in KNOWLEDGE.md is ${plural(days, 'day')}.\n`);
  if (expired.length === 0) terminal.out('No source has expired.\n');
  else {
    list(terminal, 'Expired sources', expired.map(describe));
    const titles = pages.map(({ path, title }) => `${path}  ${title}`);
    list(terminal, 'Pages that would have no source left', titles);
    const texts = claims.map(({ path, line, text }) => `${path}:${line}  ${text}`);
    list(terminal, 'Statements that would have no source left', texts);
    const first =
      pages.length + claims.length === 0
        ? ''
        : 'Pages and statements stay as they are, and `lint` names them until you change or delete them. ';
    terminal.out(
      `\nNothing is removed by itself. ${first}To move the sources to the trash: living-wiki retention --remove\n`,
    );
  }
  list(terminal, 'Sources without a date, which do not expire', undated);
}

function describe({ path, date, dateFrom }: ExpiredSource): string {
  return `${path}  ${date.slice(0, 10)} (${dateFrom === 'ingest' ? 'first ingested' : `date in its ${PLACES[dateFrom]}`})`;
}

const PLACES = { frontmatter: 'properties', document: 'text', 'file name': 'name', sidecar: 'sidecar' } as const;

/** All of it: who removes files needs the whole list. */
function list(terminal: Terminal, heading: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  terminal.out(`\n${painter(terminal).bold(heading)} (${lines.length})\n`);
  for (const line of lines) terminal.out(`  ${printable(line)}\n`);
}

/** `retention` */
export function declareRetention(program: Command, { context, execute }: CommandHost): void {
  common(program.command('retention'))
    .description(
      'List the sources that are past the age limit in KNOWLEDGE.md, and the pages that would lose their last source',
    )
    .argument('[source...]', 'expired sources (default: all)')
    .option('--remove', 'move them to the trash of the wiki, after asking you')
    .option(
      '--confirm <mark>',
      'with --remove: instead of asking you, the value of `mark` that --json printed with the list',
    )
    .option('--restore', 'put sources back from the trash')
    .addHelpText('after', examples('living-wiki retention', 'living-wiki retention --remove sources/2019-memo.md'))
    .action((sources: readonly string[], options: RetentionOptions) =>
      execute(runRetention(context, sources, options)),
    );
}
