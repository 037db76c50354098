import path from 'node:path';
import { type Command } from 'commander';
import { plural } from '../../base';
import {
  approvalDiff,
  revokeApprovals,
  trustState,
  WikiError,
  type DiffLine,
  type TrustState,
  type UnconfirmedChange,
} from '../../workbench';
import { withWorkbench, type CommandContext, type CommonOptions } from '../context';
import { EXIT, type ExitStatus } from '../exit';
import { common, examples, type CommandHost } from '../options';
import { printFirstLook, printJson } from '../print';
import { painter, printable, printablePath, type Terminal } from '../terminal';
import { isSkillOfVault, printApproval, printTrust } from '../print-trust';

interface ShowOptions extends CommonOptions {
  readonly diff?: boolean;
}

interface ApproveOptions extends CommonOptions {
  readonly all?: boolean;
  readonly yes?: boolean;
  readonly hash?: string;
}

interface RevokeOptions extends CommonOptions {
  readonly all?: boolean;
}

/** `living-wiki trust show [FILE…]` */
function showTrust(context: CommandContext, files: readonly string[], options: ShowOptions): Promise<ExitStatus> {
  const { terminal, cwd } = context;
  return withWorkbench(context, options, async (workbench, run, { folder }) => {
    const state = await trustState(workbench, run);
    const named = files.map((file) => findChange(file, cwd, folder, state.changes));
    const changes = files.length === 0 ? state.changes : named;
    run.hideProgress();
    if (options.json === true) printJson(terminal, toJson({ ...state, changes }));
    else {
      printTrust(terminal, { ...state, changes });
      if (options.diff === true) for (const change of changes) printDifference(terminal, change);
      printFirstLook(terminal, workbench);
    }
    return changes.some(({ stopsAll }) => stopsAll) ? EXIT.approval : EXIT.done;
  });
}

/** `living-wiki trust approve [FILE…]` */
function approve(context: CommandContext, files: readonly string[], options: ApproveOptions): Promise<ExitStatus> {
  const { terminal, cwd } = context;
  return withWorkbench(context, options, async (workbench, run, { folder }) => {
    const state = await trustState(workbench, run);
    const named = files.map((file) => findChange(file, cwd, folder, state.changes));
    // Skills that are kept for coding agents are approved one by one: most are never used here.
    const all = state.changes.filter((change) => change.hidden === null && !isSkillOfVault(change));
    const chosen = options.all === true ? all : named;
    if (options.all !== true && files.length === 0) throw nothingNamed(state);
    run.hideProgress();
    if (options.json !== true) for (const change of chosen) printApproval(terminal, change);
    const isYes = chosen.length === 0 || (await isConfirmed(context, options, state));
    if (isYes) await workbench.confirmChanges(chosen, run);
    const approved = isYes ? chosen : [];
    const left = isYes ? (await trustState(workbench, run)).changes : state.changes;
    run.hideProgress();
    if (options.json === true) printJson(terminal, toJson({ ...state, changes: left }, approved));
    else sayApproved(terminal, approved, left);
    return isYes ? EXIT.done : EXIT.approval;
  });
}

/** `living-wiki trust revoke [FILE…]` */
function revoke(context: CommandContext, files: readonly string[], options: RevokeOptions): Promise<ExitStatus> {
  const { terminal, cwd } = context;
  return withWorkbench(context, options, async (workbench, run, { folder }) => {
    if (options.all !== true && files.length === 0) {
      const message = 'Name the files whose approval you withdraw, or use --all.';
      throw new WikiError('living-wiki:approval_unstated', message);
    }
    const paths = files.flatMap((file) => [file, inside(file, cwd, folder)]);
    const revoked = await revokeApprovals(workbench, options.all === true ? undefined : paths, run);
    run.hideProgress();
    if (options.json === true) printJson(terminal, { revoked });
    else if (revoked.length === 0) terminal.out('Nothing was approved there.\n');
    else for (const file of revoked) terminal.out(`${printablePath(file)}  no longer approved\n`);
    return EXIT.done;
  });
}

/** Asks a person, or compares with the hash that was stated where nobody can be asked. */
async function isConfirmed(
  { terminal, inputLines }: CommandContext,
  { yes, hash, json }: ApproveOptions,
  state: TrustState,
): Promise<boolean> {
  if (hash !== undefined && (hash.length < 12 || !state.hash.startsWith(hash.toLowerCase()))) {
    const message = `The rules for the model do not have the hash that you gave. Their hash is ${state.hash.slice(0, 16)}.`;
    throw new WikiError('living-wiki:rules_not_approved', message, {
      remedy: 'Check the changes with `living-wiki trust`, and pass the new hash only if they are right.',
    });
  }
  if (hash !== undefined && yes === true) return true;
  if (!terminal.interactive || inputLines === undefined || json === true || yes === true) {
    const message = 'Nothing was approved. Without a prompt, you must give the hash of the rules that you approve.';
    throw new WikiError('living-wiki:approval_unstated', message, {
      remedy: `Check the changes with \`living-wiki trust\`, then add --yes --hash ${state.hash.slice(0, 16)}.`,
    });
  }
  terminal.err('Approve this? [y/N] ');
  for await (const line of inputLines()) return /^y(?:es)?$/i.test(line.trim());
  return false;
}

function sayApproved(
  terminal: Terminal,
  approved: readonly UnconfirmedChange[],
  left: readonly UnconfirmedChange[],
): void {
  if (approved.length > 0) terminal.out(`Approved ${plural(approved.length, 'file')} on this device.\n`);
  else terminal.out('Nothing was approved.\n');
  const blocked = left.filter(({ stopsAll }) => stopsAll);
  if (blocked.length > 0) terminal.out(`${plural(blocked.length, 'file')} still to approve: living-wiki trust\n`);
}

/** A change of a file that is named as lint prints it, or by its path from the current folder. */
function findChange(
  file: string,
  cwd: string,
  folder: string,
  changes: readonly UnconfirmedChange[],
): UnconfirmedChange {
  const within = inside(file, cwd, folder);
  const found = changes.find((change) => change.path === within) ?? changes.find((change) => change.path === file);
  if (found) return found;
  const others = changes.map((change) => change.path).join(', ');
  throw new WikiError('living-wiki:change_missing', `There is no change of ${file} to approve.`, {
    remedy: others === '' ? 'Everything is approved.' : `Choose among: ${others}.`,
  });
}

function inside(file: string, cwd: string, folder: string): string {
  return path.relative(folder, path.resolve(cwd, file)).split(path.sep).join('/');
}

function nothingNamed({ changes }: TrustState): WikiError {
  const message = changes.length === 0 ? 'Everything is approved.' : 'Name the files that you approve, or use --all.';
  return new WikiError('living-wiki:approval_unstated', message, { remedy: 'List them with `living-wiki trust`.' });
}

function printDifference(terminal: Terminal, change: UnconfirmedChange): void {
  const paint = painter(terminal);
  terminal.out(`\n${paint.bold(printablePath(change.path))}\n`);
  for (const [at, block] of approvalDiff(change).entries()) {
    if (at > 0) terminal.out(paint.dim('    …\n'));
    for (const { kind, text } of block) terminal.out(`  ${SIGNS[kind](paint, printable(text))}\n`);
  }
}

const SIGNS: Readonly<Record<DiffLine['kind'], (paint: ReturnType<typeof painter>, text: string) => string>> = {
  added: (paint, text) => paint.green(`+ ${text}`),
  removed: (paint, text) => paint.red(`- ${text}`),
  context: (_, text) => `  ${text}`,
};

function toJson({ changes, approved, hash }: TrustState, confirmed?: readonly UnconfirmedChange[]): object {
  return {
    hash,
    changes: changes.map(changeJson),
    approved: approved.map((each) => ({ ...each, at: new Date(each.at).toISOString() })),
    ...(confirmed && { confirmed: confirmed.map(changeJson) }),
  };
}

const changeJson = ({ before: _, after: __, ...change }: UnconfirmedChange): object => change;

/** `trust` */
export function declareTrust(program: Command, { context, execute }: CommandHost): void {
  const group = program
    .command('trust')
    .description(
      'Review and approve changes to the rules for the model: KNOWLEDGE.md, AGENTS.md, lenses, policies and skills',
    );
  common(group.command('show', { isDefault: true }))
    .description('Show which of these files changed, and what each change means')
    .argument('[file...]', 'only these files')
    .option('--diff', 'also show the text that changed')
    .addHelpText('after', examples('living-wiki trust', 'living-wiki trust show KNOWLEDGE.md --diff'))
    .action((files: string[], options: ShowOptions) => execute(showTrust(context, files, options)));
  common(group.command('approve'))
    .description('Approve files as they are now, on this device')
    .argument('[file...]', 'files to approve')
    .option('--all', 'all changes, except those in skills kept for coding agents')
    .option('--yes', 'do not ask; needs --hash')
    .option('--hash <hash>', 'approve only if the rules have this hash, which `living-wiki trust` prints')
    .addHelpText(
      'after',
      examples(
        'living-wiki trust approve KNOWLEDGE.md',
        'living-wiki trust approve --all --yes --hash 3f9ac07be21d4456',
      ),
    )
    .action((files: string[], options: ApproveOptions) => execute(approve(context, files, options)));
  common(group.command('revoke'))
    .description('Withdraw approvals; jobs that change the wiki do not start until you approve again')
    .argument('[file...]', 'files whose approval to withdraw')
    .option('--all', 'all files')
    .addHelpText('after', examples('living-wiki trust revoke skills/tidy/SKILL.md'))
    .action((files: string[], options: RevokeOptions) => execute(revoke(context, files, options)));
}
