import { Option, type Command } from 'commander';
import { common, dateOption, examples, numberRanges, wholeNumber, type CommandHost } from '../options';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { asWikiError, plural } from '../../base';
import {
  ALREADY_INGESTED,
  formatCost,
  type IngestEstimate,
  type IngestRequest,
  type IngestResult,
} from '../../workbench';
import { selectModel } from '../select-model';
import { EXIT, type ExitStatus } from '../exit';
import { withWorkbench, type CommonOptions, type CommandContext } from '../context';
import { describeModelCost, printProposalResult, printJson } from '../print';
import { painter, printable, printablePath, type Terminal } from '../terminal';

interface IngestOptions extends CommonOptions {
  readonly apply?: boolean;
  readonly curator?: 'model' | 'extractive';
  readonly lens?: string;
  readonly continue?: boolean;
  readonly passages?: string;
  /** The old name of `passages`. */
  readonly units?: string;
  readonly limit?: number;
  /** Milliseconds since the epoch. */
  readonly since?: number;
  readonly newest?: boolean;
}

/** `living-wiki ingest [SOURCE…]` */
async function ingest(
  context: CommandContext,
  sources: readonly string[],
  options: IngestOptions,
): Promise<ExitStatus> {
  const { terminal, cwd } = context;
  const chosen = options.curator === 'extractive' ? 'none' : options.curator;
  const model = selectModel(context, isResumed(options) ? 'model' : chosen);
  return withWorkbench(
    context,
    options,
    async (workbench, run, located) => {
      const named = sources.map((source) => toWikiPath(source, cwd, located.folder));
      const apply = options.apply === true;
      const onEstimate = (estimate: IngestEstimate): void => {
        if (options.json !== true) terminal.err(`${describeEstimate(estimate)}\n`);
      };
      const request = { ...{ apply, onEstimate }, ...requestOf(options, named) };
      let done: IngestResult | undefined;
      const onCancelled = (result: IngestResult): void => void (done = result);
      const result = await workbench.ingest({ ...request, onCancelled }, run).catch((error: unknown) => {
        run.hideProgress();
        if (done === undefined || done.proposals.length + done.failed.length === 0) throw error;
        if (options.json !== true) {
          printResult(terminal, done, apply, false);
          throw error;
        }
        const { code, message, remedy } = asWikiError(error, 'living-wiki:unexpected');
        printJson(terminal, { error: { code, message, remedy }, done });
        return null;
      });
      if (result === null) return EXIT.findings;
      const expiry = apply ? await workbench.applyRetention() : null;
      run.hideProgress();
      if (expiry !== null) terminal.err(`${printable(expiry.message)} See living-wiki compact.\n`);
      const stuck = result.proposals.some((proposal) => proposal.blocked || proposal.conflicts.length > 0);
      const isWhole = !stuck && result.failed.length === 0 && result.stopped === null;
      const exit = isWhole ? EXIT.done : EXIT.findings;
      if (options.json === true) {
        printJson(terminal, result);
        return exit;
      }
      printResult(terminal, result, apply, options.since !== undefined);
      return exit;
    },
    model,
  );
}

/** Only a model records what it left out, so only a model can go on with it. */
const isResumed = ({ continue: goesOn, passages, units }: IngestOptions): boolean =>
  goesOn === true || (passages ?? units) !== undefined;

/** @param named sources, as paths of the wiki; none for all */
function requestOf(options: IngestOptions, named: readonly string[]): IngestRequest {
  const { curator, lens, limit, since } = options;
  const units = options.passages ?? options.units;
  return {
    ...(curator && { curator }),
    ...(lens !== undefined && { lens }),
    ...(isResumed(options) && { resume: true }),
    ...(units !== undefined && { units }),
    ...(limit !== undefined && { limit }),
    ...(since !== undefined && { since }),
    ...(options.newest === true && { newest: true }),
    ...(named.length > 0 && { sources: named }),
  };
}

/** The result for each source, and what to do next. */
function printResult(terminal: Terminal, result: IngestResult, apply: boolean, isSince: boolean): void {
  const paint = painter(terminal);
  for (const proposal of result.proposals) {
    printProposalResult(terminal, proposal);
    terminal.out('\n');
  }
  printSkipped(terminal, result.skipped);
  for (const failure of result.failed) {
    // Some messages already end with the remedy.
    const remedy = failure.remedy === null || failure.message.endsWith(failure.remedy) ? '' : ` ${failure.remedy}`;
    terminal.err(
      `${paint.red('✗')} ${printablePath(failure.path)}  ${printable(failure.message + remedy)} ${paint.dim(failure.code)}\n`,
    );
  }
  if (result.stopped) {
    const { message, remedy, code } = result.stopped;
    terminal.err(
      `${paint.yellow('!')} Stopped. ${printable(`${message} ${remedy ?? ''}`.trim())} ${paint.dim(code)}\n`,
    );
  }
  if (result.cost && result.cost.models.length + result.cost.reused > 0) {
    terminal.out(`${describeModelCost(result.cost)}\n`);
  }
  const undecided = result.proposals.filter(
    ({ applied, blocked, conflicts }) => !applied && !blocked && conflicts.length === 0,
  );
  const waiting = undecided.length;
  if (waiting > 0 && apply) {
    terminal.out(`${plural(waiting, 'proposal')} ${waiting === 1 ? 'waits' : 'wait'} for your decision.\n`);
    for (const { id } of undecided) {
      terminal.out(
        `Look: ${paint.bold(`living-wiki proposals show ${id}`)}, then ${paint.bold(`living-wiki proposals apply ${id}`)}\n`,
      );
    }
  } else if (waiting > 0) {
    terminal.out(
      `${plural(waiting, 'proposal')} ${waiting === 1 ? 'waits' : 'wait'} for review; no page was written.\n`,
    );
    terminal.out(`Show:  ${paint.bold(`living-wiki proposals show ${result.proposals[0]?.id ?? ''}`)}\n`);
    terminal.out(`Apply: ${paint.bold('living-wiki ingest --apply')}\n`);
  }
  if (result.proposals.length + result.skipped.length + result.failed.length === 0 && !result.stopped) {
    terminal.out(
      isSince ? 'No source changed since that date.\n' : 'There are no sources yet. Copy files into sources/.\n',
    );
  }
}

/** One line for each skipped source. Those that are in the wiki already are only counted where they are many. */
function printSkipped(terminal: Terminal, skipped: IngestResult['skipped']): void {
  const paint = painter(terminal);
  const done = skipped.filter(({ reason }) => reason === ALREADY_INGESTED);
  const isLong = done.length > MAX_DONE_LISTED;
  for (const { path, reason } of isLong ? skipped.filter((each) => !done.includes(each)) : skipped) {
    terminal.out(`${paint.dim('·')} ${printablePath(path)}  ${paint.dim(printable(reason))}\n`);
  }
  if (isLong) terminal.out(`${paint.dim('·')} ${plural(done.length, 'source')}  ${paint.dim(ALREADY_INGESTED)}\n`);
}

/** More sources that need no ingest are not listed by name. */
const MAX_DONE_LISTED = 2;

/** Who is asked about how much, and what it will cost. */
export function describeEstimate({ model, sources, tokens, recordings, money }: IngestEstimate): string {
  const usage = { ...tokens, cached: 0, estimated: true, ...(recordings && { seconds: recordings.seconds }) };
  const who = recordings === null ? model : `${model} and ${recordings.model}`;
  return printable(`Asking ${who} about ${plural(sources, 'source')}: ${formatCost({ usage, money })}.`);
}

/** A path from the current folder as a path in the wiki; anything else, such as an id, stays as it is. */
function toWikiPath(source: string, cwd: string, folder: string): string {
  const absolute = path.resolve(cwd, source);
  if (!existsSync(absolute)) return source;
  const inside = path.relative(folder, absolute);
  return inside.startsWith('..') || path.isAbsolute(inside) ? source : inside.split(path.sep).join('/');
}

/** `ingest` */
export function declareIngest(program: Command, { context, execute }: CommandHost): void {
  common(program.command('ingest'))
    .description('Read sources and propose changes to pages; no page is written without --apply')
    .argument('[source...]', 'paths or ids of sources (default: all new sources)')
    .option('--apply', 'apply the proposals at once; a waiting proposal is applied only if this device made it')
    .addOption(
      new Option(
        '--curator <name>',
        'what reads the sources: "model", or "extractive" for the built-in curator, which uses no model (default: the model, if one is set up)',
      ).choices(['model', 'extractive']),
    )
    .option('--continue', 'create the pages that an earlier ingest of the named sources left out; uses the model')
    .option(
      '--passages <ranges>',
      'use only these numbered passages of the named source, such as 3,5-8; living-wiki coverage lists them',
      numberRanges,
    )
    .addOption(new Option('--units <ranges>').argParser(numberRanges).hideHelp())
    .option('--limit <count>', 'read at most this many sources; the others stay new', wholeNumber)
    .option(
      '--since <date>',
      'only sources whose file changed or was put there since this date, such as 2026-04-27',
      dateOption,
    )
    .option('--newest', 'the newest sources first')
    .option('--lens <name>', 'use this lens (a view of the wiki) for tone, depth and kinds')
    .addHelpText(
      'after',
      examples('living-wiki ingest', 'living-wiki ingest sources/paper.pdf', 'living-wiki ingest --apply --json'),
    )
    .action((sources: string[], options: Parameters<typeof ingest>[2]) => execute(ingest(context, sources, options)));
}
