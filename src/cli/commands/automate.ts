import { Option, type Command } from 'commander';
import {
  GATES,
  MAX_GATE_LINES,
  MAX_LINES,
  nextTime,
  skillMissing,
  WikiError,
  withSkill,
  type AutomationSettings,
  type Gate,
  type SkillAutomation,
  type SkillPreview,
} from '../../workbench';
import { AutomationFile, nodeRandom } from '../../node';
import { withWorkbench, type CommandContext, type CommonOptions } from '../context';
import { EXIT, type ExitStatus } from '../exit';
import { common, examples, wholeNumber, type CommandHost } from '../options';
import { printJson } from '../print';
import { printSchedules } from '../print-schedules';
import { painter, printable, type Terminal } from '../terminal';

interface AutomateOptions extends CommonOptions {
  readonly cron?: string;
  readonly timeZone?: string;
  readonly onStart?: boolean;
  readonly schedule?: boolean;
  readonly write?: Gate | boolean;
  readonly maxLines?: number;
  readonly vaultSkills?: boolean;
}

/** `living-wiki automate [SKILL]` */
function automate(context: CommandContext, name: string | undefined, options: AutomateOptions): Promise<ExitStatus> {
  const { terminal } = context;
  return withWorkbench(context, options, async (workbench, run, { folder }) => {
    const file = new AutomationFile(context, folder, nodeRandom);
    if (options.vaultSkills !== undefined) file.write({ ...file.read(), vaultSkills: options.vaultSkills });
    const change = await changeOf(context, name, options);
    if (name !== undefined) {
      const skills = await workbench.skills(undefined, run);
      const found = skills.find(({ skill }) => skill.name === name);
      const isKnown = Object.hasOwn(file.read().skills, name);
      // What is set for a skill that is gone can still be taken back.
      if (found === undefined && !isKnown)
        throw skillMissing(
          name,
          skills.map(({ skill }) => skill.name),
        );
      file.write(withSkill(file.read(), name, { ...change, ...gateOf(options, found, file.read()) }));
    }
    run.hideProgress();
    const settings = file.read();
    const scheduled = (await (await workbench.scheduler())?.list({ wait: null })) ?? [];
    if (options.json === true) printJson(terminal, { ...settings, scheduled });
    else {
      printGates(terminal, settings);
      printSchedules(terminal, scheduled);
      if (Object.keys(settings.skills).length === 0)
        terminal.out('No skill runs on a schedule or writes without a review.\n');
    }
    return EXIT.done;
  });
}

/** @throws WikiError `living-wiki:schedule_invalid`, `living-wiki:config_invalid` */
async function changeOf(
  { clock }: CommandContext,
  name: string | undefined,
  { cron, timeZone, onStart, schedule, write, maxLines }: AutomateOptions,
): Promise<SkillAutomation> {
  const isAsked = [cron, timeZone, onStart, write, maxLines].some((each) => each !== undefined) || schedule === false;
  if (name === undefined && isAsked)
    throw incomplete('Name the skill: living-wiki automate daily-update --cron "0 7 * * *"');
  if (schedule === false) return { schedule: undefined };
  if (cron === undefined) {
    if (timeZone !== undefined || onStart !== undefined) throw incomplete('Give the times too: --cron "0 7 * * *"');
    return {};
  }
  const zone = timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const now = clock.now();
  await nextTime({ cron, timeZone: zone }, now);
  return { schedule: { cron, timeZone: zone, onStart: onStart === true, since: now } };
}

/** @throws WikiError `living-wiki:config_invalid` */
function gateOf(
  { write, maxLines }: AutomateOptions,
  found: SkillPreview | undefined,
  { skills }: AutomationSettings,
): SkillAutomation {
  if (write === false) return { gate: undefined };
  const before = found === undefined ? undefined : skills[found.skill.name]?.gate;
  if (write === undefined && maxLines === undefined) return {};
  const kind = write === true ? 'links' : (write ?? before?.kind);
  if (kind === undefined || found === undefined) throw incomplete('Say what it may write: --write links');
  const lines = maxLines ?? MAX_LINES[kind];
  if (lines > MAX_GATE_LINES) throw incomplete(`--max-lines is at most ${MAX_GATE_LINES}.`);
  return { gate: { kind, lines, origin: found.skill.origin, text: found.text } };
}

function incomplete(remedy: string): WikiError {
  return new WikiError('living-wiki:config_invalid', 'Nothing was set.', { remedy });
}

function printGates(terminal: Terminal, { vaultSkills, skills }: AutomationSettings): void {
  const paint = painter(terminal);
  if (vaultSkills) terminal.out('Skills in .claude/skills and .agents/skills of the vault may be run.\n');
  for (const [name, { gate }] of Object.entries(skills)) {
    if (gate === undefined) continue;
    const what = `writes ${gate.kind} without a review, up to ${gate.lines} lines`;
    terminal.out(`${paint.bold(printable(name))}  ${paint.yellow(what)}\n`);
  }
}

/** `automate` */
export function declareAutomate(program: Command, { context, execute }: CommandHost): void {
  common(program.command('automate'))
    .description('Set when a skill runs by itself, and what it may write without a review')
    .argument('[skill]', 'its name; without it, show what is set')
    .option('--cron <times>', 'when it runs: minute, hour, day, month, day of the week')
    .option('--time-zone <name>', 'such as Europe/Berlin (default: the one of this computer)')
    .option('--on-start', 'make up for a missed run when `living-wiki watch` starts')
    .option('--no-schedule', 'run it by hand only')
    .addOption(new Option('--write [kind]', 'what it may write without a review (default: links)').choices(GATES))
    .option('--no-write', 'everything waits for a review')
    .option('--max-lines <count>', 'a larger change waits for a review', wholeNumber)
    .option('--vault-skills', 'allow the skills in .claude/skills and .agents/skills of the vault')
    .option('--no-vault-skills', 'do not allow them')
    .addHelpText(
      'after',
      examples(
        'living-wiki automate daily-update --cron "0 7 * * *" --on-start',
        'living-wiki automate lint-repair --write links --max-lines 20',
        'living-wiki automate daily-update --no-schedule',
      ),
    )
    .action((skill: string | undefined, options: AutomateOptions) => execute(automate(context, skill, options)));
}
