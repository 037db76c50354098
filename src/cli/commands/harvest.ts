import { Option, type Command } from 'commander';
import path from 'node:path';
import { isWikiError, plural, type Run } from '../../base';
import {
  discardConversations,
  formatMoney,
  harvestAsJob,
  harvestConversations,
  planHarvest,
  type ConversationInput,
  type HarvestedConversation,
  type HarvestJob,
  type HarvestReport,
  type HarvestResult,
  type Memory,
  type Workbench,
} from '../../workbench';
import { withWorkbench, type CommandContext } from '../context';
import { EXIT, type ExitStatus } from '../exit';
import { describeItems } from '../harvest-words';
import { conversationInputs, wikiBeside } from '../../node';
import { withMemory, type MemoryOptions } from '../memory-host';
import { examples, type CommandHost } from '../options';
import { describeModelCost, printJson } from '../print';
import { selectModel } from '../select-model';
import { painter, printable, type Terminal } from '../terminal';

interface HarvestOptions extends MemoryOptions {
  readonly apply?: boolean;
  readonly propose?: boolean;
  readonly reclaim?: boolean;
  /** Commander turns `--no-harvest` into `false`. */
  readonly harvest?: boolean;
  readonly yes?: boolean;
  readonly curator?: 'model' | 'extractive';
}

/** `living-wiki harvest [PATH…]` */
async function harvest(
  context: CommandContext,
  paths: readonly string[],
  options: HarvestOptions,
): Promise<ExitStatus> {
  const { terminal, cwd } = context;
  const model = selectModel(context, options.curator === 'extractive' ? 'none' : options.curator);
  return withMemory(
    context,
    options,
    async (memory, run, folder) => {
      const inputs = conversationInputs(cwd, paths, folder);
      if (options.harvest === false)
        return discard(context, options, async () => discardConversations(memory, inputs, run));
      if (options.apply !== true && options.propose !== true) {
        const report = await planHarvest(memory, inputs, run);
        run.hideProgress();
        if (options.json === true) printJson(terminal, { folder, ...report });
        else printReport(terminal, report);
        return EXIT.done;
      }
      const result = await harvestQueued(context, { paths, options, memory, inputs, folder }, run);
      run.hideProgress();
      if (options.json === true) printJson(terminal, { folder, ...result });
      else printResult(terminal, result, folder);
      const isWhole = result.stopped === null && result.conversations.every(({ error }) => error === null);
      return isWhole ? EXIT.done : EXIT.findings;
    },
    model,
  );
}

interface WantedHarvest {
  readonly paths: readonly string[];
  readonly options: HarvestOptions;
  readonly memory: Memory;
  readonly inputs: readonly ConversationInput[];
  readonly folder: string;
}

/** Harvests as a job of the wiki that belongs to the memory. Where there is none, or it cannot be opened, there is no queue. */
async function harvestQueued(
  context: CommandContext,
  { paths, options, memory, inputs, folder }: WantedHarvest,
  run: Run,
): Promise<HarvestResult> {
  const { cwd } = context;
  const { curator } = options;
  const request = { apply: options.apply === true, ...(options.reclaim === true && { reclaim: true }) };
  const harvest = (within: Run): Promise<HarvestResult> => harvestConversations(memory, inputs, request, within);
  const wiki = await wikiBeside(cwd, folder);
  if (wiki === null || inputs.length === 0) return harvest(run);
  const roots = paths.map((named) => path.resolve(cwd, named));
  const job: HarvestJob = {
    memory: folder,
    ...(roots.length > 0 && { paths: roots }),
    ...request,
    ...(curator !== undefined && { curator }),
  };
  const queued = (workbench: Workbench): Promise<HarvestResult> => harvestAsJob(workbench, job, harvest, run);
  const started = { is: false };
  try {
    return await withWorkbench(context, { wiki, json: true }, async (workbench) => {
      started.is = true;
      return queued(workbench);
    });
  } catch (error) {
    if (started.is || !isWikiError(error)) throw error;
    return harvest(run);
  }
}

/** `--reclaim --no-harvest`: nothing is read from the conversations, so a person says yes first. */
async function discard(
  context: CommandContext,
  options: HarvestOptions,
  work: () => Promise<HarvestResult['reclaimed']>,
): Promise<ExitStatus> {
  const { terminal } = context;
  if (options.reclaim !== true || options.yes !== true) {
    terminal.err('This moves conversations to the trash without harvesting them. To confirm, add: --reclaim --yes\n');
    return EXIT.usage;
  }
  const reclaimed = await work();
  if (options.json === true) printJson(terminal, { reclaimed });
  else printReclaimed(terminal, reclaimed);
  return EXIT.done;
}

const CLASS_NAMES = {
  harvest: 'to harvest',
  prune: 'harvested before',
  live: 'still in progress',
  'user-kept': 'kept by you',
  keep: 'left alone',
} as const;
const CLASSES = ['harvest', 'prune', 'live', 'user-kept', 'keep'] as const;

function printReport(terminal: Terminal, { found, totals, problems, bytes, estimate }: HarvestReport): void {
  const paint = painter(terminal);
  for (const one of found) {
    // An export has many conversations.
    const name = one.format.endsWith('-export') ? `: ${one.name}` : '';
    const line = `${CLASS_NAMES[one.class].padEnd(19)}${size(one.bytes).padStart(9)}  ${one.path}${name}`;
    terminal.out(`${printable(line)} ${paint.dim(`(${one.reason})`)}\n`);
  }
  for (const { message } of problems) terminal.out(`${paint.yellow('!')} ${printable(message)}\n`);
  if (found.length === 0) {
    terminal.out(
      'No conversations found. Name files or folders, or put them into "conversations" in the memory folder.\n',
    );
    return;
  }
  const counts = CLASSES.flatMap((each) => (totals[each] > 0 ? `${totals[each]} ${CLASS_NAMES[each]}` : []));
  terminal.out(`${plural(found.length, 'conversation')}: ${counts.join(', ')}\n`);
  const cost = estimate?.money ? `, about ${formatMoney(estimate.money)}` : '';
  const tokens = estimate === null ? 'no model, nothing is sent' : `~${estimate.tokens.input} input tokens${cost}`;
  const before = found.reduce((sum, one) => sum + (one.class === 'prune' ? one.bytes : 0), 0);
  terminal.out(`To harvest: ${size(bytes)} (${tokens}). Harvested before: ${size(before)}.\n`);
  terminal.out('Dry run. Add --propose to review what is found, or --apply to keep it at once.\n');
}

function printResult(terminal: Terminal, result: HarvestResult, folder: string): void {
  const [first, ...rest] = result.conversations;
  const common =
    first?.notes.filter((note) => rest.length > 0 && rest.every(({ notes }) => notes.includes(note))) ?? [];
  for (const { notes, ...one } of result.conversations)
    printConversation(terminal, { ...one, notes: notes.filter((note) => !common.includes(note)) });
  for (const note of common) terminal.out(`${printable(note)}\n`);
  printReclaimed(terminal, result.reclaimed);
  const { problems } = result.report;
  const paint = painter(terminal);
  for (const { message } of problems) terminal.out(`${paint.yellow('!')} ${printable(message)}\n`);
  if (result.stopped !== null) terminal.out(`${paint.red('✗')} Stopped: ${printable(result.stopped.message)}\n`);
  if (result.conversations.length === 0) terminal.out('Nothing to harvest.\n');
  if (result.cost !== null) terminal.out(`${describeModelCost(result.cost)}\n`);
  const proposed = result.conversations.filter(({ outcome }) => outcome === 'proposed').length;
  if (proposed > 0)
    terminal.out(`${plural(proposed, 'proposal')} to review. Run: ${paint.bold('living-wiki memory proposals')}\n`);
  const kept = result.conversations.filter(({ outcome }) => outcome === 'applied').length;
  if (kept > 0)
    terminal.out(
      `Undo it with: living-wiki memory undo${kept > 1 ? ' (one conversation at a time, the last one first)' : ''}\n`,
    );
  terminal.out(`${paint.dim(`Memory folder: ${printable(folder)}`)}\n`);
}

const OUTCOMES: Readonly<Record<HarvestedConversation['outcome'], string>> = {
  applied: 'kept',
  proposed: 'proposed',
  nothing: 'nothing new',
  failed: 'failed',
  'too-large': 'too large',
};

function printConversation(
  terminal: Terminal,
  { name, outcome, items, notes, error, proposal }: HarvestedConversation,
): void {
  const paint = painter(terminal);
  const what = describeItems(items);
  const id = outcome === 'proposed' ? ` ${paint.cyan(proposal ?? '')}` : '';
  terminal.out(`${OUTCOMES[outcome].padEnd(12)}${printable(name)}${id}${what === '' ? '' : `  ${paint.dim(what)}`}\n`);
  for (const note of notes) terminal.out(`            ${paint.dim(printable(note))}\n`);
  if (error !== null) terminal.out(`            ${paint.red(printable(`${error.message} (${error.code})`))}\n`);
}

function printReclaimed(terminal: Terminal, reclaimed: HarvestResult['reclaimed']): void {
  for (const { path, to } of reclaimed) terminal.out(printable(`moved to the trash: ${path} (now ${to})\n`));
}

function size(bytes: number): string {
  if (bytes >= 1024 * 1024) return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
  return bytes >= 1024 ? `${(bytes / 1024).toFixed(1)} kB` : `${bytes} B`;
}

/** `harvest` */
export function declareHarvest(program: Command, { context, execute }: CommandHost): void {
  program
    .command('harvest')
    .description(
      'Collect facts, decisions, tasks and open questions from conversations with AI assistants; without --propose or --apply, only show what would be read',
    )
    .argument('[path...]', 'files and folders (default: "conversations" in the memory folder)')
    .option('--memory <dir>', 'memory folder (default: "knowledge" in the vault)')
    .option('--propose', 'harvest, and leave the result for a review')
    .option('--apply', 'harvest, and keep everything that is found')
    .option('--reclaim', 'with --apply: move conversations to the trash once they are harvested')
    .option('--no-harvest', 'with --reclaim --yes: move them to the trash without a harvest')
    .option('-y, --yes', 'confirm moving conversations to the trash without a harvest')
    .addOption(
      new Option(
        '--curator <who>',
        'who reads: "model", or "extractive" to find only marked tasks, decisions and questions',
      ).choices(['model', 'extractive']),
    )
    .option('--json', 'print JSON')
    .addHelpText('after', examples('living-wiki harvest ~/Downloads/export.zip', 'living-wiki harvest --apply'))
    .action((paths: readonly string[], options: HarvestOptions) => execute(harvest(context, paths, options)));
}
