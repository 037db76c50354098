import { type Command } from 'commander';
import { collect, common, examples, wholeNumber, type CommandHost } from '../options';
import { plural } from '../../base';
import {
  openPackLibrary,
  describePackState,
  packStateWarnings,
  WikiError,
  type Pack,
  type PackLibrary,
  type ResolvedContext,
  type Run,
} from '../../workbench';
import { withWorkbench, type CommandContext, type CommonOptions } from '../context';
import { EXIT, type ExitStatus } from '../exit';
import { findWiki, nodePackHost } from '../../node';
import { printJson } from '../print';
import { declareExport } from './packs-export';
import { painter, printable, printablePath, terminalRun, type Terminal } from '../terminal';

interface ListOptions extends CommonOptions {
  readonly archived?: boolean;
}

interface ResolveOptions extends CommonOptions {
  readonly pack?: readonly string[];
  readonly budget?: number;
  readonly grounding?: 'none' | 'recommended' | 'required';
  readonly cite?: boolean;
}

/** Does `work` with the packs of the wiki, or of the folder where there is no wiki. */
async function withLibrary(
  context: CommandContext,
  options: CommonOptions,
  work: (library: PackLibrary, run: Run) => Promise<ExitStatus>,
): Promise<ExitStatus> {
  const { cwd, wiki, vault } = { cwd: context.cwd, wiki: options.wiki, vault: options.vault };
  if (wiki === undefined && (await findWiki(cwd)) === null) {
    const host = nodePackHost(context, [vault ?? cwd]);
    const run = terminalRun(context.terminal, context.signal, options.json === true);
    return work(await openPackLibrary(host, { clock: context.clock, vault: null }), run);
  }
  return withWorkbench(context, options, async (workbench, run) => {
    const library = await workbench.packs();
    if (library === null) throw new Error('The command line always has places for packs.');
    run.hideProgress();
    return work(library, run);
  });
}

const row = ({ item, scope }: Pack) => ({ ...item, scope });

/** `living-wiki packs list` */
function listPacks(context: CommandContext, options: ListOptions): Promise<ExitStatus> {
  const { terminal } = context;
  return withLibrary(context, options, async (library, run) => {
    const { packs, archived, leftOut } = await library.discover(run);
    const shown = options.archived === true ? [...packs, ...archived] : packs;
    const waiting = new Set<Pack>();
    for (const pack of packs) if (!(await library.isUsable(pack, run))) waiting.add(pack);
    if (options.json === true) {
      printJson(terminal, { packs: shown.map((pack) => ({ ...row(pack), usable: !waiting.has(pack) })), leftOut });
      return EXIT.done;
    }
    const paint = painter(terminal);
    if (shown.length === 0)
      terminal.out('No knowledge packs. See where they are looked for with: living-wiki packs doctor\n');
    for (const pack of shown) {
      const { name, description, version = '' } = pack.item;
      terminal.out(`${paint.bold(name)} ${printable(version)}  ${paint.dim(describePackState(pack))}\n`);
      terminal.out(`  ${printable(description)}\n`);
      if (waiting.has(pack) && pack.item.status === 'disputed') {
        terminal.out(
          `  ${paint.yellow('!')} It answers nothing until you confirm it: living-wiki packs confirm ${name}\n`,
        );
      }
    }
    if (leftOut.length > 0) {
      terminal.out(paint.dim(`\n${plural(leftOut.length, 'note')} on what was not loaded: living-wiki packs doctor\n`));
    }
    return EXIT.done;
  });
}

/** `living-wiki packs show NAME` */
function showPack(context: CommandContext, name: string, options: CommonOptions): Promise<ExitStatus> {
  const { terminal } = context;
  return withLibrary(context, options, async (library, run) => {
    const pack = await library.find(name, run);
    if (options.json === true) {
      printJson(terminal, { ...row(pack), hash: pack.hash, usable: await library.isUsable(pack, run) });
      return EXIT.done;
    }
    const paint = painter(terminal);
    const { item } = pack;
    terminal.out(`${paint.bold(item.name)} ${printable(item.version ?? '')}\n${printable(item.description)}\n\n`);
    const producer = item.metadata?.producedBy;
    const rows: readonly (readonly [string, string | undefined])[] = [
      ['State', describePackState(pack)],
      ['Type', item.type],
      ['Language', item.language],
      ['Citations', item.grounding],
      ['Main document', item.metadata?.primaryDocument],
      ['Made by', producer && [producer.name ?? producer.kind, producer.version].filter(Boolean).join(' ')],
      ['Folder', item.packRoot],
    ];
    for (const [label, value] of rows) {
      if (value !== undefined && value !== '') terminal.out(`${label.padEnd(14)} ${printablePath(value)}\n`);
    }
    for (const note of [...packStateWarnings(pack), ...item.diagnostics]) {
      terminal.out(`${paint.yellow('!')} ${printable(note)}\n`);
    }
    return EXIT.done;
  });
}

/** `living-wiki packs catalog` */
function packCatalog(context: CommandContext, options: CommonOptions): Promise<ExitStatus> {
  return withLibrary(context, options, async (library, run) => {
    const catalog = await library.catalog(run);
    if (options.json === true) printJson(context.terminal, { catalog });
    else if (catalog !== '') context.terminal.out(`${printable(catalog)}\n`);
    return EXIT.done;
  });
}

/** `living-wiki packs activate NAME` */
function activate(context: CommandContext, name: string, options: CommonOptions): Promise<ExitStatus> {
  return withLibrary(context, options, async (library, run) => {
    const { guide } = await library.activate(name, null, run);
    if (options.json === true) printJson(context.terminal, guide);
    else context.terminal.out(`${printable(guide.text)}\n`);
    return EXIT.done;
  });
}

/** `living-wiki packs resolve TASK` */
function resolvePacks(context: CommandContext, words: readonly string[], options: ResolveOptions): Promise<ExitStatus> {
  const { pack: packs, budget, grounding, cite } = options;
  return withLibrary(context, options, async (library, run) => {
    const found = await library.resolve(
      {
        task: words.join(' '),
        ...(packs !== undefined && { packs }),
        ...(budget !== undefined && { budget }),
        ...(grounding !== undefined && { grounding }),
        ...(cite === true && { need: 'citation' as const }),
      },
      run,
    );
    if (options.json === true) {
      const { packs: _, ...result } = found;
      printJson(context.terminal, result);
    } else printContext(context.terminal, found);
    return EXIT.done;
  });
}

function printContext(terminal: Terminal, { text, tokens, budget, warnings, gaps }: ResolvedContext): void {
  const paint = painter(terminal);
  if (text !== '') terminal.out(`${printable(text)}\n`);
  terminal.err(paint.dim(`About ${tokens} of ${budget} tokens\n`));
  for (const note of [...warnings, ...gaps]) terminal.err(`${paint.yellow('!')} ${printable(note)}\n`);
}

/** `living-wiki packs open LINK` */
function openCitation(context: CommandContext, link: string, options: CommonOptions): Promise<ExitStatus> {
  const { terminal } = context;
  return withLibrary(context, options, async (library, run) => {
    const opened = await library.open(link.replace(/^\[\[|\]\]$/g, ''), run);
    if (opened === null) {
      throw new WikiError('living-wiki:pack_place_missing', `There is no such place in a pack: ${link.slice(0, 200)}`, {
        remedy: 'Give a citation as it is in an answer: pack:name/path#Section.',
      });
    }
    const { pack, text, start, end, line, hash, isFound, path } = opened;
    const file = `${pack.item.packRoot}/${path}`;
    const section = text.slice(start, end);
    if (options.json === true) {
      printJson(terminal, { pack: pack.item.name, file, line, hash, isFound, text: section });
      return EXIT.done;
    }
    // Many terminals open it by a click.
    terminal.out(`${painter(terminal).bold(printablePath(`${file}:${line}`))}\n\n${printable(section)}\n`);
    if (!isFound) terminal.err('The file no longer has that section. This is the whole file.\n');
    return EXIT.done;
  });
}

/** `living-wiki packs confirm NAME` */
function confirmPack(
  context: CommandContext,
  name: string,
  options: CommonOptions & { readonly withdraw?: boolean },
): Promise<ExitStatus> {
  return withLibrary(context, options, async (library, run) => {
    const isWithdrawn = options.withdraw === true;
    if (isWithdrawn) await library.withdraw(name);
    else await library.confirm(name, run);
    if (options.json === true) printJson(context.terminal, { name, confirmed: !isWithdrawn });
    else if (isWithdrawn) context.terminal.out(`${printable(name)} is no longer confirmed.\n`);
    else context.terminal.out(`${printable(name)} may be used as it is now. If it changes, you are asked again.\n`);
    return EXIT.done;
  });
}

/** `living-wiki packs log` */
function packLog(context: CommandContext, options: CommonOptions & { readonly limit: number }): Promise<ExitStatus> {
  const { terminal } = context;
  return withLibrary(context, options, async (library) => {
    const entries = await library.log(options.limit);
    if (options.json === true) {
      printJson(terminal, { entries });
      return EXIT.done;
    }
    const paint = painter(terminal);
    if (entries.length === 0) terminal.out('No pack was used yet.\n');
    for (const { timestamp, pack, version, selected_files: files, warnings } of entries) {
      const used = files.length === 0 ? 'nothing' : files.join(', ');
      terminal.out(
        `${paint.dim(printable(timestamp))}  ${paint.bold(printable(`${pack} ${version}`.trim()))}  ${printablePath(used)}\n`,
      );
      for (const warning of warnings) terminal.out(`  ${paint.yellow('!')} ${printable(warning)}\n`);
    }
    return EXIT.done;
  });
}

/** `living-wiki packs doctor` */
function packDoctor(context: CommandContext, options: CommonOptions): Promise<ExitStatus> {
  const { terminal } = context;
  return withLibrary(context, options, async (library, run) => {
    const { scanned, packs, leftOut } = await library.discover(run);
    if (options.json === true) {
      printJson(terminal, { scanned, packs: packs.map(row), leftOut });
      return EXIT.done;
    }
    const paint = painter(terminal);
    terminal.out(`${paint.bold('Places')}\n`);
    for (const { kind, place, packs: names, folders, exists } of scanned) {
      const count = `${plural(names.length, 'pack')} in ${plural(folders, 'folder')}`;
      const hint = names.length === 0 ? '; a pack is a folder with a KNOWLEDGE.md' : '';
      const said = exists ? `${count}${hint}` : 'no such folder';
      terminal.out(`  ${printablePath(place)}  ${paint.dim(`${kind}, ${said}`)}\n`);
    }
    const notes = packs.filter(({ item }) => item.diagnostics.length > 0);
    if (notes.length > 0) terminal.out(`\n${paint.bold('Loaded with warnings')}\n`);
    for (const { item } of notes) {
      for (const note of item.diagnostics) terminal.out(`  ${paint.yellow('!')} ${item.name}: ${printable(note)}\n`);
    }
    if (leftOut.length > 0) terminal.out(`\n${paint.bold('Not loaded')}\n`);
    for (const { place, message } of leftOut) {
      terminal.out(`  ${paint.red('✗')} ${printablePath(place)}\n    ${printable(message)}\n`);
    }
    return EXIT.done;
  });
}

/** `packs` */
export function declarePacks(program: Command, { context, execute }: CommandHost): void {
  const command = program
    .command('packs')
    .description('List, inspect and use knowledge packs from other people and tools');
  common(command.command('list', { isDefault: true }))
    .description('List the packs that were found')
    .option('--archived', 'list archived packs as well')
    .action((options: ListOptions) => execute(listPacks(context, options)));
  common(command.command('show'))
    .description('Show how a pack describes itself')
    .argument('<name>', 'the name of the pack')
    .action((name: string, options: CommonOptions) => execute(showPack(context, name, options)));
  common(command.command('catalog'))
    .description('Print what a model is told about the packs')
    .action((options: CommonOptions) => execute(packCatalog(context, options)));
  common(command.command('activate'))
    .description('Print the guide of a pack, marked as data for a model')
    .argument('<name>', 'the name of the pack')
    .action((name: string, options: CommonOptions) => execute(activate(context, name, options)));
  common(command.command('resolve'))
    .description('Choose context for a task from packs, without a model')
    .argument('<task...>', 'what the context is for')
    .option('--pack <name>', 'use only this pack (repeatable)', collect)
    .option('--budget <tokens>', 'maximum tokens of the context (default: 4000)', wholeNumber)
    .option(
      '--grounding <policy>',
      'whether answers must cite the pack: none, recommended or required (default: what the pack says)',
    )
    .option('--cite', 'read sources as well, to cite or check')
    .addHelpText('after', examples('living-wiki packs resolve "load rating of the R-40" --pack acme-product-brief'))
    .action((words: string[], options: ResolveOptions) => execute(resolvePacks(context, words, options)));
  common(command.command('open'))
    .description('Print the place in a pack that an answer cites')
    .argument('<link>', 'the citation: pack:name/path#Section')
    .action((link: string, options: CommonOptions) => execute(openCitation(context, link, options)));
  common(command.command('confirm'))
    .description('Confirm a disputed pack as it is now, so that it may be used')
    .argument('<name>', 'the name of the pack')
    .option('--withdraw', 'withdraw the confirmation')
    .action((name: string, options: Parameters<typeof confirmPack>[2]) => execute(confirmPack(context, name, options)));
  common(command.command('log'))
    .description('Show which packs were used, newest first')
    .option('--limit <count>', 'maximum number of entries', wholeNumber, 20)
    .action((options: Parameters<typeof packLog>[1]) => execute(packLog(context, options)));
  declareExport(command, { context, execute });
  common(command.command('doctor'))
    .description('Show where packs are looked for, and why some are not loaded')
    .action((options: CommonOptions) => execute(packDoctor(context, options)));
}
