import { Option, type Command } from 'commander';
import { plural } from '../../base';
import { RELATIONS } from '../../deliberation';
import {
  archiveUnit as archiveUnitOn,
  deliberate as deliberateOn,
  estimateDeliberation,
  formatMoney,
  MAX_STALE_UNITS,
  MOST_STALE_UNITS,
  nextTime,
  relateUnits as relateUnitsOn,
  staleUnitRequests,
  WikiError,
  type RelationKind,
  type UnitsProposed,
} from '../../workbench';
import { AutomationFile, createNodeModelHost, loadModelConfig, nodeRandom } from '../../node';
import { withWorkbench, type CommandContext, type CommonOptions } from '../context';
import { EXIT, type ExitStatus } from '../exit';
import { common, examples, wholeNumber, type CommandHost } from '../options';
import { printJson } from '../print';
import { printSchedules } from '../print-schedules';
import { painter, printable, type Terminal } from '../terminal';
import { listedNames, moneyAmount } from './unit-options';

interface ArchiveOptions extends CommonOptions {
  readonly reason?: string;
  readonly unsigned?: boolean;
}

interface RelateOptions extends CommonOptions {
  readonly as?: RelationKind;
  readonly unsigned?: boolean;
}

interface RefreshOptions extends CommonOptions {
  readonly models?: readonly string[];
  readonly most?: number;
  readonly maxMoney?: number;
  readonly unsigned?: boolean;
  readonly cron?: string;
  readonly timeZone?: string;
  readonly onStart?: boolean;
  readonly schedule?: boolean;
}

/** `living-wiki units archive UNIT` */
function archiveUnit(context: CommandContext, unit: string, options: ArchiveOptions): Promise<ExitStatus> {
  const { reason, unsigned } = options;
  return withWorkbench(context, options, async (workbench, run) => {
    const request = { unit, ...(reason !== undefined && { reason }), ...(unsigned === true && { unsigned }) };
    const proposed = await archiveUnitOn(workbench, request, run);
    run.hideProgress();
    return printProposed(context.terminal, proposed, options);
  });
}

/** `living-wiki units relate UNIT TARGET` */
function relateUnits(
  context: CommandContext,
  unit: string,
  target: string,
  options: RelateOptions,
): Promise<ExitStatus> {
  const { as: relation, unsigned } = options;
  return withWorkbench(context, options, async (workbench, run) => {
    const named = { ...(relation !== undefined && { relation }), ...(unsigned === true && { unsigned }) };
    const proposed = await relateUnitsOn(workbench, { unit, target, ...named }, run);
    run.hideProgress();
    return printProposed(context.terminal, proposed, options);
  });
}

function printProposed(terminal: Terminal, { proposal, units }: UnitsProposed, { json }: CommonOptions): ExitStatus {
  if (json === true) printJson(terminal, { proposal: proposal.id, units });
  else {
    const paint = painter(terminal);
    for (const { id, supersedes, status } of units) {
      const what = status === 'superseded' ? 'archives' : 'restates';
      terminal.out(`${paint.cyan(id)} ${what} ${printable(supersedes ?? '')}\n`);
    }
    terminal.out(`It waits for review: ${paint.bold(`living-wiki proposals show ${proposal.id}`)}\n`);
  }
  return EXIT.done;
}

/** `living-wiki units refresh` */
async function refreshUnits(context: CommandContext, options: RefreshOptions): Promise<ExitStatus> {
  if (options.cron !== undefined || options.schedule === false) return scheduleRefresh(context, options);
  if (options.timeZone !== undefined || options.onStart !== undefined)
    throw incomplete('Give the times too: --cron "0 7 * * 1"');
  const { terminal } = context;
  const { settings } = loadModelConfig(context, nodeRandom);
  const model = createNodeModelHost(context, settings);
  const { models, most, maxMoney, unsigned } = options;
  if (models === undefined) throw incomplete('Name the models: living-wiki units refresh --models A,B,C');
  return withWorkbench(
    context,
    options,
    async (workbench, run) => {
      const request = {
        models,
        ...(most !== undefined && { most }),
        ...(unsigned === true && { unsigned }),
        ...(maxMoney !== undefined && { limit: { money: maxMoney } }),
      };
      const requests = await staleUnitRequests(workbench, request, run);
      const made: object[] = [];
      for (const each of requests) {
        const { total, existing } = await estimateDeliberation(workbench, each, run);
        run.hideProgress();
        const price = total.money === null ? 'price unknown' : `about ${formatMoney(total.money)}`;
        if (options.json !== true && existing === null) terminal.err(`${printable(each.question)} ${price}\n`);
        const result = await deliberateOn(workbench, each, run);
        run.hideProgress();
        const unit = result.kind === 'made' ? result.bundle.unit : result.unit;
        const proposal = result.kind === 'made' ? result.proposal.id : result.proposal;
        made.push({ question: each.question, unit: unit.id, proposal, asked: result.kind === 'made' });
        if (options.json === true) continue;
        const paint = painter(terminal);
        const waits = proposal === null ? '' : `. It waits for review: living-wiki proposals show ${proposal}`;
        terminal.out(`${paint.cyan(unit.id)}  ${printable(each.question)} [${unit.consensus_level}]${waits}\n`);
      }
      if (options.json === true) printJson(terminal, { units: made });
      else if (made.length === 0) terminal.out('No stale units.\n');
      return EXIT.done;
    },
    model,
  );
}

/** Sets when stale units are deliberated again. Kept outside the wiki, as every automation is. */
function scheduleRefresh(context: CommandContext, options: RefreshOptions): Promise<ExitStatus> {
  const { terminal, clock } = context;
  const { cron, models, most = MOST_STALE_UNITS, maxMoney, onStart } = options;
  return withWorkbench(context, options, async (workbench, run, { folder }) => {
    const file = new AutomationFile(context, folder, nodeRandom);
    const { staleUnits: before, ...others } = file.read();
    if (cron === undefined) file.write(others);
    else {
      const chosen = models ?? before?.models;
      if (chosen === undefined || chosen.length < 2) throw incomplete('Name two or more models: --models A,B,C');
      if (most < 1 || most > MAX_STALE_UNITS) throw incomplete(`--most is between 1 and ${MAX_STALE_UNITS}.`);
      const timeZone = options.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
      const now = clock.now();
      await nextTime({ cron, timeZone }, now);
      const schedule = { cron, timeZone, onStart: onStart === true, since: now };
      const money = maxMoney === undefined ? {} : { money: maxMoney };
      file.write({ ...others, staleUnits: { schedule, models: chosen, most, ...money } });
    }
    run.hideProgress();
    const { staleUnits } = file.read();
    const scheduled = (await (await workbench.scheduler())?.list({ wait: null })) ?? [];
    if (options.json === true) printJson(terminal, { staleUnits: staleUnits ?? null });
    else if (staleUnits === undefined) terminal.out('Stale units are deliberated again only when you ask for it.\n');
    else {
      const money = staleUnits.money === undefined ? 'the limit of one job' : `${staleUnits.money}`;
      terminal.out(
        `At most ${plural(staleUnits.most, 'stale unit')} of a run, with ${printable(staleUnits.models.join(', '))}, up to ${money} each.\n`,
      );
      printSchedules(terminal, scheduled);
    }
    return EXIT.done;
  });
}

const incomplete = (remedy: string): WikiError =>
  new WikiError('living-wiki:config_invalid', 'Nothing was done.', { remedy });

/** `units archive`, `units relate` and `units refresh` */
export function declareUnitChanges(units: Command, { context, execute }: CommandHost): void {
  common(units.command('archive'))
    .description('Declare that a unit no longer counts; the unit itself stays as it is')
    .argument('<unit>', 'its id, or the end of it')
    .option('--reason <text>', 'why, in one sentence')
    .option('--unsigned', 'make the new unit without a signature')
    .action((unit: string, options: ArchiveOptions) => execute(archiveUnit(context, unit, options)));
  common(units.command('relate'))
    .description('Relate two units to each other; a unit that lacks the relation is replaced by a new one that has it')
    .argument('<unit>', 'its id, or the end of it')
    .argument('<target>', 'the other unit')
    .addOption(
      new Option(
        '--as <relation>',
        'what the unit is to its target (default: the relation that it already has)',
      ).choices(RELATIONS),
    )
    .option('--unsigned', 'make the new units without a signature')
    .addHelpText('after', examples('living-wiki units relate ku-z36vuoreb2k3 ku-p41c0a9x2m7q --as refines'))
    .action((unit: string, target: string, options: RelateOptions) =>
      execute(relateUnits(context, unit, target, options)),
    );
  common(units.command('refresh'))
    .description('Deliberate stale units again, now or on a schedule (off until you set one)')
    .option('--models <names>', 'two or more models, as for deliberate', listedNames)
    .option('--most <count>', `at most this many units in one run (default: ${MOST_STALE_UNITS})`, wholeNumber)
    .option('--max-money <amount>', 'the limit of each deliberation (default: job-money)', moneyAmount)
    .option('--unsigned', 'make units without a signature')
    .option('--cron <times>', 'set when it runs by itself: minute, hour, day, month, day of the week')
    .option('--time-zone <name>', 'such as Europe/Berlin (default: the one of this computer)')
    .option('--on-start', 'make up for a missed run when `living-wiki watch` starts')
    .option('--no-schedule', 'run it by hand only')
    .addHelpText(
      'after',
      examples(
        'living-wiki units refresh --models aurora,borealis,cumulus --most 2',
        'living-wiki units refresh --models aurora,borealis --cron "0 7 * * 1" --max-money 0.50',
      ),
    )
    .action((options: RefreshOptions) => execute(refreshUnits(context, options)));
}
