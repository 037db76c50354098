import path from 'node:path';
import { type Command } from 'commander';
import { WikiError, type UnconfirmedChange } from '../../workbench';
import { withWorkbench, type CommandContext, type CommonOptions } from '../context';
import { EXIT, type ExitStatus } from '../exit';
import { common, examples, type CommandHost } from '../options';
import { printFirstLook, printJson } from '../print';
import { painter, printable, printablePath, type Terminal } from '../terminal';

interface TrustOptions extends CommonOptions {
  readonly all?: boolean;
}

/** `living-wiki trust [FILE…]` */
export async function trust(
  context: CommandContext,
  files: readonly string[],
  options: TrustOptions,
): Promise<ExitStatus> {
  const { terminal, cwd } = context;
  return withWorkbench(context, options, async (workbench, run, located) => {
    const shown = await workbench.unconfirmedChanges(run);
    const named = files.map((file) => findChange(file, cwd, located.folder, shown));
    const confirmed = options.all === true ? shown : named;
    const isConfirming = confirmed.length > 0 || options.all === true;
    if (isConfirming) await workbench.confirmChanges(confirmed, run);
    const changes = shown.filter((change) => !confirmed.includes(change));
    run.hideProgress();
    if (options.json === true) printJson(terminal, { changes, confirmed });
    else {
      printTrust(terminal, changes, confirmed);
      printFirstLook(terminal, workbench);
    }
    return EXIT.done;
  });
}

/** The change of a file that is named as lint prints it, or by its path from the current folder. */
function findChange(
  file: string,
  cwd: string,
  folder: string,
  changes: readonly UnconfirmedChange[],
): UnconfirmedChange {
  const inside = path.relative(folder, path.resolve(cwd, file)).split(path.sep).join('/');
  const found = changes.find((change) => change.path === inside) ?? changes.find((change) => change.path === file);
  if (found) return found;
  const others = changes.map((change) => change.path).join(', ');
  throw new WikiError('living-wiki:change_missing', `There is no change of ${file} to confirm.`, {
    remedy: others === '' ? 'Everything is confirmed.' : `Choose among: ${others}.`,
  });
}

function printTrust(
  terminal: Terminal,
  changes: readonly UnconfirmedChange[],
  confirmed: readonly UnconfirmedChange[],
): void {
  const paint = painter(terminal);
  for (const change of confirmed) printChange(terminal, change, paint.green('✓'), 'confirmed');
  for (const change of changes) printChange(terminal, change, paint.yellow('!'), REASONS[change.reason]);
  if (changes.length > 0) {
    const [{ path: first }] = changes as [UnconfirmedChange];
    terminal.out(`\nConfirm one: ${paint.bold(`living-wiki trust ${printablePath(first)}`)}\n`);
    terminal.out(`Confirm all: ${paint.bold('living-wiki trust --all')}\n`);
  } else if (confirmed.length === 0)
    terminal.out('Nothing to confirm. The rules of the wiki have not changed since you confirmed them.\n');
}

const REASONS: Readonly<Record<UnconfirmedChange['reason'], string>> = {
  changed: 'changed',
  new: 'new',
  removed: 'removed',
  unknown: 'not known whether it changed',
};

function printChange(
  terminal: Terminal,
  { path: file, differences }: UnconfirmedChange,
  mark: string,
  state: string,
): void {
  terminal.out(`${mark} ${printablePath(file)}  ${painter(terminal).dim(state)}\n`);
  for (const { message } of differences) terminal.out(`    ${printable(message)}\n`);
}

/** `trust` */
export function declareTrust(program: Command, { context, execute }: CommandHost): void {
  common(program.command('trust'))
    .description('See how manifests, AGENTS.md and policies changed since you confirmed them, and confirm the changes')
    .argument('[file...]', 'changed files to confirm (default: only show the changes)')
    .option('--all', 'confirm all changes')
    .addHelpText('after', examples('living-wiki trust', 'living-wiki trust KNOWLEDGE.md', 'living-wiki trust --all'))
    .action((files: string[], options: Parameters<typeof trust>[2]) => execute(trust(context, files, options)));
}
