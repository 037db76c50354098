import path from 'node:path';
import { type Command } from 'commander';
import { plural } from '../../base';
import { type ExportResult, type WithheldItem } from '../../workbench';
import { withWorkbench, type CommandContext, type CommonOptions } from '../context';
import { EXIT, type ExitStatus } from '../exit';
import { common, examples, wholeNumber, type CommandHost } from '../options';
import { printJson } from '../print';
import { painter, printable, printablePath, type Terminal } from '../terminal';

interface ExportOptions extends CommonOptions {
  readonly lens?: string;
  readonly to?: string;
  readonly name?: string;
  readonly withSources?: boolean;
  readonly budget?: number;
  readonly follow?: boolean;
  readonly dryRun?: boolean;
}

/** `living-wiki packs export` */
function exportPack(context: CommandContext, options: ExportOptions): Promise<ExitStatus> {
  const { terminal, cwd } = context;
  const { lens, to, name, withSources, budget, follow, dryRun } = options;
  return withWorkbench(context, options, async (workbench, run) => {
    const request = {
      ...(lens !== undefined && { lens }),
      ...(name !== undefined && { name }),
      ...(withSources !== undefined && { withSources }),
      ...(budget !== undefined && { briefingTokens: budget }),
    };
    if (dryRun === true) {
      const pack = await required(await workbench.publisher()).preview(request, run);
      run.hideProgress();
      if (options.json === true) printJson(terminal, packJson(pack));
      else printPack(terminal, pack);
      return EXIT.done;
    }
    const place = to === undefined ? {} : { to: path.resolve(cwd, to) };
    const wanted = { ...request, ...place, ...(follow !== undefined && { follow }) };
    const result = required(await workbench.publishPack(wanted, run));
    run.hideProgress();
    const { pack, written, follows } = result;
    if (options.json === true) {
      printJson(terminal, { ...packJson(pack), to: result.to, follows, written });
      return EXIT.done;
    }
    printPack(terminal, pack);
    printWritten(terminal, result);
    if (follow === false) terminal.out('It is no longer published again when the wiki changes.\n');
    return EXIT.done;
  });
}

function required<T>(value: T | null): T {
  if (value === null) throw new Error('The command line always has places for packs.');
  return value;
}

const sizeOf = (content: string | Uint8Array): number => Buffer.byteLength(content);

function packJson({ files, ...pack }: ExportResult['pack']) {
  return { ...pack, files: files.map(({ path: file, content }) => ({ path: file, size: sizeOf(content) })) };
}

function printPack(terminal: Terminal, pack: ExportResult['pack']): void {
  const paint = painter(terminal);
  terminal.out(`${paint.bold(pack.name)}\n`);
  terminal.out(`  Status: ${pack.status}. ${printable(pack.statusReasons.join(' '))}\n`);
  terminal.out(`  Trust: ${pack.trust}. ${printable(pack.trustReason)}\n`);
  const { tokens, budget, pages } = pack.briefing;
  terminal.out(
    `  ${plural(pack.pages, 'page')}, ${plural(pack.quotes, 'quote')}, ${plural(pack.files.length, 'file')}; briefing: ${tokens} of ${budget} tokens, ${plural(pages, 'page')}\n`,
  );
  for (const note of pack.withheld) terminal.err(`${paint.yellow('!')} ${printablePath(describeWithheld(note))}\n`);
}

const WITHHELD: Readonly<Record<WithheldItem['kind'], string>> = {
  secret: 'left out a line that looks like a key',
  path: 'replaced a file path',
  source: 'not copied whole: it contains a key or a file path, or cannot be read. Its quotes are included.',
};

const describeWithheld = ({ kind, file, line }: WithheldItem): string =>
  `${file}${line === 0 ? '' : `, line ${line}`}: ${WITHHELD[kind]}`;

function printWritten(terminal: Terminal, { written, to, follows }: ExportResult): void {
  const paint = painter(terminal);
  const { created, updated, deleted } = written;
  const place = printablePath(path.join(to, written.folder));
  const files = created.length + updated.length + deleted.length;
  if (files === 0) terminal.out(`Nothing has changed in ${place}.\n`);
  else {
    const counts = [
      [created.length, 'new'],
      [updated.length, 'changed'],
      [deleted.length, 'removed'],
    ] as const;
    const said = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
    terminal.out(`${paint.green('✓')} Published to ${place}: ${said.join(', ')} ${files === 1 ? 'file' : 'files'}.\n`);
  }
  if (follows) terminal.out(`It is published again after each applied change and each undo.\n`);
}

/** `packs export` */
export function declareExport(packs: Command, { context, execute }: CommandHost): void {
  common(packs.command('export'))
    .description('Publish the wiki as a knowledge pack')
    .option('--lens <name>', 'publish only the pages of this lens (a view of the wiki)')
    .option('--to <dir>', "the folder that holds packs (default: the vault's .agents/knowledge)")
    .option('--name <name>', 'the name of the pack (default: that of the wiki or the lens)')
    .option('--with-sources', 'copy the sources whole, not only the passages that pages quote')
    .option('--budget <tokens>', 'maximum tokens of the briefing, the short version (default: 2000)', wholeNumber)
    .option('--follow', 'publish it again after each applied change and each undo')
    .option('--no-follow', 'stop publishing it again')
    .option('--dry-run', 'show what would be published and write nothing')
    .addHelpText(
      'after',
      examples(
        'living-wiki packs export --lens historian',
        'living-wiki packs export --to ~/.agents/knowledge --follow',
      ),
    )
    .action((options: ExportOptions) => execute(exportPack(context, options)));
}
