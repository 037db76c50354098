import path from 'node:path';
import { type Command } from 'commander';
import { plural } from '../../base';
import {
  factSource,
  readKeptHarvest,
  waitingHarvests,
  type Memory,
  type MemoryItem,
  type Proposal,
} from '../../workbench';
import { withWorkbench, type CommandContext } from '../context';
import { EXIT, type ExitStatus } from '../exit';
import { itemWord } from '../harvest-words';
import { wikiBeside, createNodeVault } from '../../node';
import { withMemory, type MemoryOptions } from '../memory-host';
import { examples, type CommandHost } from '../options';
import { printJson } from '../print';
import { painter, printable, type Terminal } from '../terminal';

const TITLES: Readonly<Record<MemoryItem['category'], string>> = {
  tasks_open: 'Open tasks',
  questions: 'Open questions',
  decisions: 'Decisions',
  facts: 'Facts',
  playbooks: 'Playbooks',
  tasks_done: 'Done tasks',
};

/** `living-wiki memory show` */
function show(context: CommandContext, options: MemoryOptions): Promise<ExitStatus> {
  const { terminal } = context;
  return withMemory(context, options, async (memory, run, folder) => {
    const overview = await memory.overview();
    run.hideProgress();
    if (options.json === true) {
      printJson(terminal, { folder, ...overview });
      return EXIT.done;
    }
    const paint = painter(terminal);
    if (overview.items.length === 0) terminal.out('Nothing is kept yet. Run: living-wiki harvest\n');
    for (const category of Object.keys(TITLES) as MemoryItem['category'][]) {
      const items = overview.items.filter((item) => item.category === category);
      if (items.length === 0) continue;
      terminal.out(`${paint.bold(`${TITLES[category]} (${items.length})`)}\n`);
      for (const item of items) printItem(terminal, item);
    }
    const { isOn, bytes, shown, total } = overview.digest;
    const state = isOn ? `${shown} of ${total} items in ${bytes} bytes` : 'off; a harvest turns it on';
    terminal.out(`${paint.dim(`Digest: ${state}`)}\n`);
    if (overview.waiting > 0)
      terminal.out(`${plural(overview.waiting, 'proposal')} to review. Run: living-wiki memory proposals\n`);
    return EXIT.done;
  });
}

function printItem(terminal: Terminal, { text, path, line, from, quote }: MemoryItem): void {
  const paint = painter(terminal);
  const place = paint.dim(
    printable(`${path}:${line}${from === null ? '' : `, from ${from.conversation}, ${from.day}`}`),
  );
  terminal.out(`- ${printable(text.replace(/\s*\n\s*/g, ' / '))} ${place}\n`);
  if (quote !== null) terminal.out(`    ${paint.dim(printable(`“${quote.replace(/\s+/g, ' ')}”`))}\n`);
}

/** `living-wiki memory digest` */
function digest(context: CommandContext, options: MemoryOptions): Promise<ExitStatus> {
  const { terminal } = context;
  return withMemory(context, options, async (memory) => {
    const text = await memory.digest();
    if (options.json === true) printJson(terminal, { digest: text });
    else terminal.out(text === null ? 'The digest is off. A harvest turns it on.\n' : printable(text));
    return EXIT.done;
  });
}

/** `living-wiki memory ledger` */
function ledger(context: CommandContext, options: MemoryOptions): Promise<ExitStatus> {
  const { terminal } = context;
  return withMemory(context, options, async (memory) => {
    const entries = [...(await memory.ledger())].map(([hash, entry]) => ({ hash, ...entry }));
    if (options.json === true) printJson(terminal, { entries });
    else if (entries.length === 0) terminal.out('No conversations have been read yet.\n');
    for (const { hash, status, at, path, error, copies = [] } of options.json === true ? [] : entries) {
      const why = error === undefined ? '' : `  ${error}`;
      const line = (state: string, place: string): string =>
        `${hash.slice(0, 12)}  ${state.padEnd(20)}${at}  ${place}\n`;
      for (const text of [line(status, path + why), ...copies.map((copy) => line('same content', copy))])
        terminal.out(printable(text));
    }
    return EXIT.done;
  });
}

/** `living-wiki memory proposals` */
function proposals(context: CommandContext, options: MemoryOptions): Promise<ExitStatus> {
  const { terminal } = context;
  return withMemory(context, options, async (memory) => {
    const waiting = await waitingHarvests(memory);
    if (options.json === true) printJson(terminal, { proposals: waiting.map(toJson) });
    else if (waiting.length === 0) terminal.out('No proposals to review.\n');
    else for (const proposal of waiting) printProposal(terminal, proposal);
    return EXIT.done;
  });
}

const toJson = ({ id, createdAt, changeSet }: Proposal): object => ({
  id,
  createdAt,
  title: changeSet.title,
  notes: changeSet.notes,
  items: readKeptHarvest(changeSet)?.items ?? [],
});

function printProposal(terminal: Terminal, { id, changeSet }: Proposal): void {
  const paint = painter(terminal);
  terminal.out(`${paint.cyan(id)}  ${paint.bold(printable(changeSet.title))}\n`);
  for (const note of changeSet.notes) terminal.out(`  ${paint.dim(printable(note))}\n`);
  let number = 0;
  for (const { category, statement, detail, quote, isQuoteMissing } of readKeptHarvest(changeSet)?.items ?? []) {
    number++;
    const text = detail === '' ? statement : `${statement} — ${detail.replaceAll('\n', ' / ')}`;
    terminal.out(printable(`  ${number}. ${itemWord(category)}: ${text}\n`));
    if (quote !== null) terminal.out(`     ${paint.dim(printable(`“${quote.replace(/\s+/g, ' ')}”`))}\n`);
    else terminal.out(`     ${paint.yellow(isQuoteMissing ? 'its quote is not in the conversation' : 'no quote')}\n`);
  }
}

interface DecideOptions extends MemoryOptions {
  readonly only?: string;
  readonly reason?: string;
  readonly all?: boolean;
}

async function named(memory: Memory, id: string | undefined, options: DecideOptions): Promise<readonly Proposal[]> {
  if (id !== undefined) return [await memory.store.find(id)];
  return options.all === true ? waitingHarvests(memory) : [];
}

/** `living-wiki memory apply [ID]` */
function apply(context: CommandContext, id: string | undefined, options: DecideOptions): Promise<ExitStatus> {
  const { terminal } = context;
  return withMemory(context, options, async (memory, run) => {
    const chosen = await named(memory, id, options);
    const isNothingNamed = chosen.length === 0 && options.all !== true;
    if (isNothingNamed) terminal.err('Name a proposal, or apply all with --all.\n');
    else if (chosen.length === 0 && options.json !== true) terminal.out('No proposals to review.\n');
    const applied = [];
    for (const proposal of chosen) {
      const items = readKeptHarvest(proposal.changeSet)?.items ?? [];
      const numbers = options.only?.split(',').map((part) => Number(part.trim())) ?? null;
      const accepted = numbers && new Set(items.flatMap(({ hunk }, at) => (numbers.includes(at + 1) ? [hunk] : [])));
      const decision = options.reason === undefined ? {} : { reason: options.reason };
      const { added, transaction } = await memory.apply(proposal, accepted, run, decision);
      applied.push({ id: proposal.id, added, transaction });
      if (options.json !== true) terminal.out(`${proposal.id}: ${plural(added, 'item')} added.\n`);
    }
    if (options.json === true) printJson(terminal, { applied });
    return isNothingNamed ? EXIT.usage : EXIT.done;
  });
}

/** `living-wiki memory reject ID` */
function reject(context: CommandContext, id: string, options: DecideOptions): Promise<ExitStatus> {
  return withMemory(context, options, async (memory, run) => {
    const proposal = await memory.store.find(id);
    await memory.reject(proposal, options.reason ?? null, run);
    if (options.json === true) printJson(context.terminal, { rejected: proposal.id });
    else context.terminal.out(`${proposal.id} is rejected. The conversation is not harvested again.\n`);
    return EXIT.done;
  });
}

/** `living-wiki memory undo [TRANSACTION]` */
function undo(context: CommandContext, id: string | undefined, options: MemoryOptions): Promise<ExitStatus> {
  return withMemory(context, options, async (memory, run) => {
    const result = await memory.undo(id ?? null, run);
    run.hideProgress();
    if (options.json === true) printJson(context.terminal, result);
    else context.terminal.out(`Undone: ${result.undid}. ${plural(result.files.length, 'file')} changed.\n`);
    return EXIT.done;
  });
}

/** `living-wiki memory source LINE`: what is kept becomes a source of the wiki, which the next ingest takes up. */
function source(
  context: CommandContext,
  line: string,
  options: MemoryOptions & { readonly wiki?: string },
): Promise<ExitStatus> {
  const { terminal, cwd } = context;
  return withMemory(context, options, async (memory, run, folder) => {
    const item = (await memory.overview()).items.find(
      (one) => one.category === 'facts' && String(one.line) === line.replace(/^facts\.md:/, ''),
    );
    const wiki = options.wiki ?? (await wikiBeside(cwd, folder));
    run.hideProgress();
    if (item === undefined || wiki === null) {
      terminal.err(
        item === undefined
          ? `There is no fact in line ${printable(line)} of facts.md. Run: living-wiki memory show\n`
          : 'Name the wiki with --wiki.\n',
      );
      return EXIT.usage;
    }
    const { name, text } = factSource(item, path.basename(folder));
    return withWorkbench(context, { wiki }, async (workbench, _, located) => {
      const target = `${workbench.snapshot.layout.sources}/${name}`;
      const vault = createNodeVault(located.folder);
      const isThere = (await vault.stat(target)) !== null;
      if (!isThere) await vault.write(target, text, { expected: null });
      if (options.json === true) printJson(terminal, { source: target, isNew: !isThere });
      else terminal.out(`${target}${isThere ? ' is there already.' : ' is a source now. Run: living-wiki ingest'}\n`);
      return EXIT.done;
    });
  });
}

/** `memory` */
export function declareMemory(program: Command, { context, execute }: CommandHost): void {
  const command = program.command('memory').description('Show, review and undo what was harvested from conversations');
  const own = (name: string, options = {}): Command =>
    command
      .command(name, options)
      .option('--memory <dir>', 'memory folder (default: "knowledge" in the vault)')
      .option('--json', 'print JSON');
  own('show', { isDefault: true })
    .description('List everything that is kept, with its quotes')
    .action((options: MemoryOptions) => execute(show(context, options)));
  own('digest')
    .description('Print the digest, which models get with questions and ingest; delete digest.md to turn it off')
    .action((options: MemoryOptions) => execute(digest(context, options)));
  own('ledger')
    .description('List the conversations that were read, and what became of them')
    .action((options: MemoryOptions) => execute(ledger(context, options)));
  own('proposals')
    .description('List the harvests that wait for a review, with numbered items')
    .action((options: MemoryOptions) => execute(proposals(context, options)));
  own('apply')
    .description('Keep what a proposal found')
    .argument('[id]', 'the id of the proposal')
    .option('--only <numbers>', 'keep only these items: 1,3,4')
    .option('--reason <text>', 'why the others are left out; guides later harvests')
    .option('--all', 'keep everything that waits')
    .addHelpText('after', examples('living-wiki memory apply 0002 --only 1,3 --reason "Only what is lasting"'))
    .action((id: string | undefined, options: DecideOptions) => execute(apply(context, id, options)));
  own('reject')
    .description('Reject a proposal, so that nothing it found is kept')
    .argument('<id>', 'the id of the proposal')
    .option('--reason <text>', 'why it is rejected; guides later harvests')
    .action((id: string, options: DecideOptions) => execute(reject(context, id, options)));
  own('source')
    .description('Make a fact a source of the wiki')
    .argument('<line>', 'its line in facts.md, as "memory show" gives it')
    .option('--wiki <dir>', 'the wiki (default: this one, or the only one beside the memory)')
    .action((line: string, options: MemoryOptions & { readonly wiki?: string }) =>
      execute(source(context, line, options)),
    );
  own('undo')
    .description('Undo a harvest')
    .argument('[transaction]', 'the harvest (default: the newest)')
    .action((id: string | undefined, options: MemoryOptions) => execute(undo(context, id, options)));
}
