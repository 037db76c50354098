import { type Command } from 'commander';
import { common, examples, type CommandHost } from '../options';
import { plural } from '../../base';
import { lensDetails, type LensDetails, explainField } from '../../workbench';
import { EXIT, type ExitStatus } from '../exit';
import { withWorkbench, type CommonOptions, type CommandContext } from '../context';
import { printJson, printNotices } from '../print';
import { printProposal } from '../print-proposal';
import { painter, printable, type Painter, type Terminal } from '../terminal';

/** `living-wiki lens list` */
async function listLenses(context: CommandContext, options: CommonOptions): Promise<ExitStatus> {
  const { terminal } = context;
  return withWorkbench(context, options, async (workbench, run) => {
    const lenses = await workbench.lenses(run);
    run.hideProgress();
    if (options.json === true) {
      printJson(terminal, { lenses });
      return EXIT.done;
    }
    const paint = painter(terminal);
    for (const lens of lenses) {
      const mark = lens.refused ? `${paint.red('✗')} ` : '';
      const kind = lens.isRoot ? '  (the whole wiki)' : '';
      const name = paint.bold(printable(lens.name));
      terminal.out(`${mark}${name}  ${printable(lens.title)}  ${paint.dim(`${printable(lens.path)}${kind}`)}\n`);
      if (lens.refused)
        terminal.out(`    ${paint.red(printable(lens.refused.message))} ${paint.dim(lens.refused.code)}\n`);
      else if (lens.problem)
        terminal.out(`    ${paint.yellow(printable(lens.problem.message))} ${paint.dim(lens.problem.code)}\n`);
      else if (lens.warnings > 0)
        terminal.out(
          `    ${paint.yellow(plural(lens.warnings, 'warning'))}: living-wiki lens show ${printable(lens.name)}\n`,
        );
    }
    return EXIT.done;
  });
}

/** `living-wiki lens show NAME` */
async function showLens(context: CommandContext, name: string, options: CommonOptions): Promise<ExitStatus> {
  const { terminal } = context;
  return withWorkbench(context, options, async (workbench, run) => {
    const lens = await lensDetails(workbench, name, run);
    run.hideProgress();
    if (options.json === true) {
      printJson(terminal, lens);
      return EXIT.done;
    }
    const paint = painter(terminal);
    printChain(terminal, lens.chain);
    const rows = Object.entries(lens.provenance);
    const width = Math.min(42, Math.max(0, ...rows.map(([field]) => field.length)));
    for (const [field, origin] of rows) {
      const softened = origin.softened === true ? paint.yellow('  (weaker than in its parent)') : '';
      const [instead] = origin.overrode;
      const differs = instead !== undefined && formatValue(instead.value) !== formatValue(origin.value);
      const old = differs ? paint.dim(`, instead of ${quoteValue(instead.value)}`) : '';
      const from = paint.dim(`from ${describeOrigin(origin, lens.chain)}`);
      terminal.out(`${field.padEnd(width)}  ${formatValue(origin.value)}  ${from}${old}${softened}\n`);
    }
    if (lens.refused)
      terminal.out(`\n${paint.red('✗')} Refused: ${printable(lens.refused.message)} ${paint.dim(lens.refused.code)}\n`);
    printNotices(terminal, '\nWarnings', lens.warnings);
    return EXIT.done;
  });
}

/** `living-wiki lens explain NAME FIELD` */
async function explainLens(
  context: CommandContext,
  name: string,
  field: string,
  options: CommonOptions,
): Promise<ExitStatus> {
  const { terminal } = context;
  return withWorkbench(context, options, async (workbench, run) => {
    const answer = await explainField(workbench, name, field, run);
    run.hideProgress();
    if (options.json === true) {
      printJson(terminal, answer);
      return EXIT.done;
    }
    const paint = painter(terminal);
    const { origin, chain } = answer;
    printChain(terminal, chain);
    terminal.out(`${paint.bold(field)} is ${quoteValue(origin.value)}\n`);
    if (origin.contributors) terminal.out(`  combined from ${describeOrigin(origin, chain)}\n`);
    else terminal.out(`  set by ${manifestName(origin.from, chain)} ${paint.dim(printable(origin.from))}\n`);
    for (const old of origin.overrode)
      terminal.out(`  instead of ${quoteValue(old.value)}, set by ${manifestName(old.from, chain)}\n`);
    if (origin.softened === true) terminal.out(`  ${paint.yellow('weaker than in its parent')}\n`);
    return EXIT.done;
  });
}

/** `living-wiki lens base NAME` */
function proposeLensBase(
  context: CommandContext,
  name: string | undefined,
  options: CommonOptions,
): Promise<ExitStatus> {
  const { terminal } = context;
  return withWorkbench(context, options, async (workbench, run) => {
    const proposal = await workbench.proposeBase(name, run);
    run.hideProgress();
    if (options.json === true) printJson(terminal, { proposal: proposal?.id ?? null });
    else if (proposal === null) terminal.out('Nothing to change: the file shows this lens already.\n');
    else printProposal(terminal, proposal, null);
    return EXIT.done;
  });
}

type Chain = readonly { readonly path: string; readonly name: string; readonly version: string }[];

/** Prints the chain, the lens itself first: `historian 0.3.0 extends skerry-point 1.2.0`. */
function printChain(terminal: Terminal, chain: Chain): void {
  const paint: Painter = painter(terminal);
  const links = chain.map(({ name, version }, position) => {
    const text = `${printable(name)} ${version}`;
    return position === chain.length - 1 ? paint.bold(text) : text;
  });
  terminal.out(`${links.reverse().join(paint.dim(' extends '))}\n\n`);
}

/** The manifest that a value comes from, or those that a union combines. */
function describeOrigin(origin: LensDetails['provenance'][string], chain: Chain): string {
  return (origin.contributors ?? [origin.from]).map((at) => manifestName(at, chain)).join(' + ');
}

function manifestName(path: string, chain: Chain): string {
  return printable(chain.find((link) => link.path === path)?.name ?? path);
}

/** For a value inside a sentence, where a text needs marks around it. */
function quoteValue(value: unknown): string {
  return typeof value === 'string' ? `“${printable(value)}”` : formatValue(value);
}

function formatValue(value: unknown): string {
  return printable(typeof value === 'string' ? value : JSON.stringify(value));
}

/** `lens` */
export function declareLens(program: Command, { context, execute }: CommandHost): void {
  const command = program.command('lens');
  command.description('Show the lenses (views of the wiki) and where their values come from');
  common(command.command('list', { isDefault: true }))
    .description('List the lenses, including those that cannot be used')
    .action((options: Parameters<typeof listLenses>[1]) => execute(listLenses(context, options)));
  common(command.command('show'))
    .description('Show the effective values of a lens')
    .argument('<name>', 'the name of the lens')
    .addHelpText('after', examples('living-wiki lens show research-analyst-view'))
    .action((name: string, options: Parameters<typeof showLens>[2]) => execute(showLens(context, name, options)));
  common(command.command('explain'))
    .description('Explain why a field of a lens has its value')
    .argument('<name>', 'the name of the lens')
    .argument('<field>', 'the field, such as curation.tone')
    .addHelpText('after', examples('living-wiki lens explain research-analyst-view curation.tone'))
    .action((name: string, field: string, options: Parameters<typeof explainLens>[3]) =>
      execute(explainLens(context, name, field, options)),
    );
  common(command.command('base'))
    .description('Propose a .base file that shows the pages of a lens as a table in Obsidian')
    .argument('[name]', 'the name of the lens; default: the lens of the wiki itself')
    .addHelpText('after', examples('living-wiki lens base research-analyst-view'))
    .action((name: string | undefined, options: CommonOptions) => execute(proposeLensBase(context, name, options)));
}
