import { describeApproval, type ApprovalMark, type TrustState, type UnconfirmedChange } from '../workbench';
import { painter, printable, printablePath, type Terminal } from './terminal';

/** What a change means, in two words. */
const MARKS: Readonly<Record<ApprovalMark, string>> = {
  hidden: 'hidden text',
  power: 'more permissions',
  weaker: 'weaker check',
  rules: 'rules changed',
  wording: 'wording only',
};

/** Whether a change is of a skill that is kept for coding agents, which is used only when a person asks for it. */
export function isSkillOfVault({ kind, path }: Pick<UnconfirmedChange, 'kind' | 'path'>): boolean {
  return kind === 'skill' && !path.startsWith('skills/');
}

/** What waits for approval, the worst first, and how to approve it. */
export function printTrust(terminal: Terminal, { changes, approved, hash }: TrustState): void {
  const paint = painter(terminal);
  const own = changes.filter((change) => !isSkillOfVault(change));
  const others = changes.filter(isSkillOfVault);
  for (const change of own) printApproval(terminal, change);
  if (others.length > 0) {
    const names = others.map(({ path }) => printablePath(path));
    terminal.out(`${own.length > 0 ? '\n' : ''}Skills for coding agents, not used here until you approve them:\n`);
    for (const name of names) terminal.out(`    ${name}\n`);
  }
  if (own.length === 0) {
    terminal.out('All rules for the model are approved.\n');
    for (const file of approved) {
      terminal.out(
        `  ${paint.green('✓')} ${printablePath(file.path)}  ${paint.dim(printable(describeApproval(file)))}\n`,
      );
    }
    return;
  }
  const [{ path: first }] = own as [UnconfirmedChange];
  const approvable = own.find(({ hidden }) => hidden === null);
  terminal.out('\nUntil you approve, jobs that change the wiki do not start. Reading still works.\n');
  terminal.out(`See the text:  ${paint.bold(`living-wiki trust show ${printablePath(first)} --diff`)}\n`);
  if (approvable === undefined) return;
  terminal.out(`Approve one:   ${paint.bold(`living-wiki trust approve ${printablePath(approvable.path)}`)}\n`);
  terminal.out(`Approve all:   ${paint.bold('living-wiki trust approve --all')}\n`);
  terminal.out(`To approve these versions without a prompt, add: --yes --hash ${hash.slice(0, 16)}\n`);
}

/** One file with what its change means, and what it hides. */
export function printApproval(terminal: Terminal, change: UnconfirmedChange): void {
  const paint = painter(terminal);
  const { path, mark, reason, differences, hidden } = change;
  const sign = mark === 'hidden' || mark === 'weaker' || mark === 'power' ? paint.red('!') : paint.yellow('!');
  terminal.out(`${sign} ${printablePath(path)}  ${paint.dim(describeChange(reason, mark))}\n`);
  for (const { message } of differences) terminal.out(`    ${printable(message)}\n`);
  if (hidden === null) return;
  for (const { line, parts } of hidden.lines) {
    const shown = parts.map((part) =>
      'text' in part ? printable(part.text) : paint.red(`[${printable(part.hidden)}]`),
    );
    terminal.out(`    ${paint.dim(`line ${line}`)}  ${shown.join('')}\n`);
  }
  terminal.out(`    It cannot be approved until its hidden characters are gone.\n`);
}

/** A file that is new has no earlier rules or wording that could have changed. */
function describeChange(reason: UnconfirmedChange['reason'], mark: ApprovalMark): string {
  const isPlain = mark === 'rules' || mark === 'wording';
  return reason === 'new' && isPlain ? 'new' : `${REASONS[reason]}, ${MARKS[mark]}`;
}

const REASONS: Readonly<Record<UnconfirmedChange['reason'], string>> = {
  changed: 'changed',
  new: 'new',
  removed: 'removed',
};
