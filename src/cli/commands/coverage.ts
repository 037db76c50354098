import { type Command } from 'commander';
import { clip } from '../../base';
import { describePlace, LEFT_REASONS, type LeftUnit, type SourceCoverage, type WikiStatus } from '../../workbench';
import { withWorkbench, type CommandContext, type CommonOptions } from '../context';
import { EXIT, type ExitStatus } from '../exit';
import { common, examples, type CommandHost } from '../options';
import { printJson } from '../print';
import { painter, printable, type Terminal } from '../terminal';

/** `443 of 461 used, 12 navigational, 6 boilerplate` */
export function describeCoverage({ used, units, reasons }: WikiStatus['coverage'][number]): string {
  const left = Object.entries(reasons).map(([reason, count]) => `${count} ${reason.replace('-', ' ')}`);
  return [`${used} of ${units} used`, ...left].join(', ');
}

/** `living-wiki coverage SOURCE` */
function coverage(context: CommandContext, source: string, options: CommonOptions): Promise<ExitStatus> {
  const { terminal } = context;
  return withWorkbench(context, options, async (workbench, run) => {
    const found = await workbench.coverage(source, run);
    run.hideProgress();
    if (options.json === true) printJson(terminal, found);
    else if (found === null) terminal.out(NOT_RECORDED);
    else printCoverage(terminal, found);
    return EXIT.done;
  });
}

const NOT_RECORDED =
  'It is not known which passages of this source are unused: no model read it on this device.\n' +
  'Only an ingest with a language model records that. To set one up: living-wiki config set provider NAME\n';

function printCoverage(terminal: Terminal, found: SourceCoverage): void {
  const paint = painter(terminal);
  const { path, left, proposal } = found;
  terminal.out(`${paint.bold(printable(path))}  ${describeCoverage(found)}\n`);
  if (proposal !== null) terminal.out(`${paint.dim(`if you apply proposal ${proposal}`)}\n`);
  let heading = '';
  for (const unit of [...left].sort((a, b) => order(a) - order(b) || a.number - b.number)) {
    const next = `${unit.reason.replace('-', ' ')}${unit.note === '' ? '' : `: ${unit.note}`}`;
    if (next !== heading) terminal.out(`\n${paint.bold(printable(next))}\n`);
    heading = next;
    printUnit(terminal, unit);
  }
  const [first] = left;
  if (first === undefined || proposal !== null) return;
  terminal.out(`\nUse one:  ${paint.bold(`living-wiki ingest ${printable(path)} --passages ${first.number}`)}\n`);
  // What was left with a reason is taken up only by name.
  if (left.some((unit) => order(unit) <= LEFT_REASONS.indexOf('unplaced')))
    terminal.out(`Continue: ${paint.bold(`living-wiki ingest ${printable(path)} --continue`)}\n`);
}

function printUnit(terminal: Terminal, { number, unit }: LeftUnit): void {
  const paint = painter(terminal);
  const place = unit === null ? '' : describePlace(unit.anchor, 'text');
  const text = unit === null ? 'no longer in the source' : clip(unit.text.replace(/\s+/g, ' '), 200);
  terminal.out(`${String(number).padStart(5)}  ${printable(text)}${place === '' ? '' : paint.dim(`  ${place}`)}\n`);
}

const order = ({ reason }: LeftUnit): number => LEFT_REASONS.indexOf(reason);

/** `coverage` */
export function declareCoverage(program: Command, { context, execute }: CommandHost): void {
  common(program.command('coverage'))
    .description('List passages of a source that no page uses, and why (sources read by a model)')
    .argument('<source>', 'path or id of the source')
    .addHelpText('after', examples('living-wiki coverage sources/report.pdf'))
    .action((source: string, options: CommonOptions) => execute(coverage(context, source, options)));
}
