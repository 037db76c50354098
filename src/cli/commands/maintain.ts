import { Option, type Command } from 'commander';
import { plural, type Run } from '../../base';
import {
  findRun,
  formatMoney,
  GATES,
  type Gate,
  type MaintainRequest,
  type RunReport,
  type SkillPreview,
  type Workbench,
} from '../../workbench';
import { withWorkbench, type CommandContext, type CommonOptions } from '../context';
import { EXIT, type ExitStatus } from '../exit';
import { common, examples, wholeNumber, type CommandHost } from '../options';
import { printJson } from '../print';
import { printSchedules } from '../print-schedules';
import { selectModel } from '../select-model';
import { painter, printable, type Terminal } from '../terminal';

interface MaintainOptions extends CommonOptions {
  /** `false`: nothing, whatever `automate` set. */
  readonly write?: Gate | boolean;
  readonly dryRun?: boolean;
  readonly list?: boolean;
  readonly vaultSkills?: boolean;
  readonly curator?: 'model' | 'extractive';
}

/** `living-wiki maintain [SKILL]` */
function maintain(context: CommandContext, skill: string | undefined, options: MaintainOptions): Promise<ExitStatus> {
  const { terminal } = context;
  const { write, curator } = options;
  const model = selectModel(context, curator === 'extractive' ? 'none' : curator);
  const work = async (workbench: Workbench, run: Run): Promise<ExitStatus> => {
    if (options.list === true) {
      const skills = await workbench.skills(options.vaultSkills, run);
      const scheduled = (await (await workbench.scheduler())?.list({ wait: null })) ?? [];
      if (options.json === true) printJson(terminal, { skills, scheduled });
      else {
        printSkills(terminal, skills);
        printSchedules(terminal, scheduled);
      }
      return EXIT.done;
    }
    const request: MaintainRequest = {
      ...(skill !== undefined && { skill }),
      ...(write === false && { proposeOnly: true }),
      ...(write !== undefined && write !== false && { write: write === true ? 'links' : write }),
      ...(options.dryRun === true && { dryRun: true }),
      ...(options.vaultSkills === true && { vaultSkills: true }),
      ...(curator && { curator }),
    };
    const report = await workbench.runSkill(request, run);
    if (options.json === true) printJson(terminal, report);
    else printReport(terminal, report);
    return EXIT.done;
  };
  return withWorkbench(
    context,
    options,
    async (workbench, run) => {
      try {
        return await work(workbench, run);
      } finally {
        run.hideProgress();
      }
    },
    model,
  );
}

/** `living-wiki runs [ID]` */
function runs(
  context: CommandContext,
  id: string | undefined,
  options: CommonOptions & { readonly limit: number },
): Promise<ExitStatus> {
  const { terminal } = context;
  return withWorkbench(context, options, async (workbench, run) => {
    const wanted = id === undefined ? await workbench.runReports(options.limit) : [await findRun(workbench, id)];
    run.hideProgress();
    if (options.json === true) printJson(terminal, { runs: wanted });
    else if (id !== undefined) for (const report of wanted) printReport(terminal, report);
    else for (const report of wanted) printLine(terminal, report);
    if (wanted.length === 0 && options.json !== true) terminal.out('No runs yet.\n');
    return EXIT.done;
  });
}

function printSkills(terminal: Terminal, skills: readonly SkillPreview[]): void {
  const paint = painter(terminal);
  for (const { skill, count, work, tokens, money, gate } of skills) {
    const found = count === 0 ? 'nothing to do' : `${count ?? 0} to do`;
    const price = money === null ? '' : `about ${formatMoney(money)}`;
    const size = tokens === null ? '' : `about ${Math.round(tokens.input / 1000)} k tokens`;
    const facts = [count === null ? '' : found, price === '' ? size : price].filter((part) => part !== '').join(', ');
    terminal.out(`${paint.bold(printable(skill.name))}  ${printable(skill.description)}  ${paint.dim(facts)}\n`);
    if (gate !== null)
      terminal.out(`  ${paint.yellow(`writes ${gate.kind} without a review, up to ${gate.lines} lines`)}\n`);
    for (const line of work) terminal.out(`  ${paint.dim(printable(line))}\n`);
    const more = (count ?? 0) - work.length;
    if (work.length > 0 && more > 0) terminal.out(`  ${paint.dim(`and ${more} more`)}\n`);
  }
}

function printLine(terminal: Terminal, { id, title, at, outcome, changes }: RunReport): void {
  const paint = painter(terminal);
  const what = changes.length === 0 ? '' : `, ${plural(changes.length, 'file')}`;
  terminal.out(`${paint.cyan(id.slice(-4))}  ${paint.dim(at)}  ${printable(title)}  ${OUTCOMES[outcome]}${what}\n`);
}

const OUTCOMES: Readonly<Record<RunReport['outcome'], string>> = {
  proposed: 'proposed',
  applied: 'applied',
  nothing: 'nothing changed',
  failed: 'failed',
};

/** A run as a person reads it. */
function printReport(terminal: Terminal, report: RunReport): void {
  const paint = painter(terminal);
  const say = (text: string): void => terminal.out(`${text}\n`);
  say(`${paint.bold(printable(report.title))}  ${OUTCOMES[report.outcome]}  ${paint.dim(report.at)}`);
  for (const { path, kind, added, removed, why } of report.changes)
    say(
      `  ${printable(kind)} ${printable(path)}  ${paint.green(`+${added}`)} ${paint.red(`-${removed}`)}  ${printable(why)}`,
    );
  for (const line of report.dropped) say(`  ${paint.red('would drop')} ${printable(line)}`);
  for (const { name, ok, note } of report.checks)
    say(`  ${ok ? paint.green('✓') : paint.red('✗')} ${printable(name)}${note === '' ? '' : `: ${printable(note)}`}`);
  if (report.refused.length > 0) say('Refused:');
  for (const { tool, input, message } of report.refused)
    say(`  ${printable(tool)} ${paint.dim(printable(input.slice(0, 120)))}  ${printable(message)}`);
  for (const line of report.notes) say(`${paint.dim('·')} ${printable(line)}`);
  if (report.said !== '') say(`It says: ${printable(report.said)}`);
  for (const { model, input, output, money } of report.usage)
    say(
      paint.dim(
        `${printable(model)}: ${input} tokens in, ${output} out${money === null ? '' : `, ${printable(money)}`}`,
      ),
    );
  for (const id of report.proposals) say(`Show:  living-wiki proposals show ${id}`);
  if (report.transactions.length > 0) say('Undo:  living-wiki undo');
}

/** `maintain`, `runs` */
export function declareMaintain(program: Command, { context, execute }: CommandHost): void {
  common(program.command('maintain'))
    .description('Run a maintenance skill; its changes wait for your review')
    .argument('[skill]', 'its name (default: daily-update)')
    .addOption(
      new Option('--write [kind]', 'apply changes of this kind without review (default: links)').choices(GATES),
    )
    .option('--no-write', 'send every change to review, even if `living-wiki automate` allows writing')
    .option('--dry-run', 'show what it would change, and keep only the report')
    .option('--list', 'list the skills and what they find to do')
    .option('--vault-skills', 'use the skills in .claude/skills and .agents/skills of the vault as well')
    .addOption(
      new Option('--curator <kind>', 'what runs it: "model", or "extractive" for no model').choices([
        'model',
        'extractive',
      ]),
    )
    .addHelpText(
      'after',
      examples('living-wiki maintain --list', 'living-wiki maintain', 'living-wiki maintain lint-repair --write links'),
    )
    .action((skill: string | undefined, options: MaintainOptions) => execute(maintain(context, skill, options)));
  common(program.command('runs'))
    .description('List the runs of skills, or show what one of them did')
    .argument('[id]', 'show this run: its id, or the end of it')
    .option('--limit <count>', 'list at most this many', wholeNumber, 20)
    .action((id: string | undefined, options: Parameters<typeof runs>[2]) => execute(runs(context, id, options)));
}
