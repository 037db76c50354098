import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Command } from 'commander';
import { plural } from '../../base';
import { fileErrors } from '../../vault';
import { setUpWiki, type TemplateName } from '../../workbench';
import { nodeRandom, type CommandContext } from '../context';
import { asVaultError, errnoOf } from '../node-errors';
import { createNodeLock } from '../node-lock';
import { createNodeVault } from '../node-vault';
import { EXIT, type ExitStatus } from '../exit';
import { printJson } from '../print';
import { painter, printable, terminalRun } from '../terminal';

interface InitOptions {
  readonly adopt?: boolean;
  readonly pageSchema?: 'knowledge' | 'entry';
  readonly template?: TemplateName;
  readonly json?: boolean;
}

/** `living-wiki init [DIR]` */
export async function init(
  context: CommandContext,
  dir: string | undefined,
  options: InitOptions,
): Promise<ExitStatus> {
  const { terminal, cwd, clock, signal } = context;
  const folder = path.resolve(cwd, dir ?? '.');
  makeFolder(folder);
  const run = terminalRun(terminal, signal, options.json === true);
  const result = await setUpWiki(
    {
      vault: createNodeVault(folder),
      root: '',
      folderName: path.basename(folder),
      clock,
      random: nodeRandom,
      lock: createNodeLock(folder),
      ...(options.adopt === true && { adopt: true }),
      ...(options.template && { template: options.template }),
      ...(options.pageSchema && { pageSchema: SCHEMAS[options.pageSchema] }),
    },
    run,
  ).finally(() => run.hideProgress());
  if (options.json === true) {
    printJson(terminal, { ...result, root: folder });
    return EXIT.done;
  }
  const paint = painter(terminal);
  terminal.out(`${paint.green('✓')} ${printable(folder)} is a wiki now.\n`);
  for (const file of result.created) terminal.out(`  ${paint.green('+')} ${file}\n`);
  const { pages, sources, files } = result.kept;
  if (pages + sources + files.length > 0) {
    terminal.out(
      `  Kept as they are: ${plural(pages, 'page')}, ${plural(sources, 'source')}${files.map((f) => `, ${f}`).join('')}.\n`,
    );
  }
  for (const note of result.notes) terminal.out(`  ${paint.dim(note)}\n`);
  terminal.out(
    `\nNext: copy files into ${printable(path.join(folder, 'sources'))} and run ${paint.bold('living-wiki ingest')}.\n`,
  );
  return EXIT.done;
}

/** @throws WikiError `living-wiki:not_a_folder`, `living-wiki:read_only`, `living-wiki:disk_full` */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw errnoOf(error) === 'EEXIST' ? fileErrors.notAFolder(folder) : asVaultError(error, folder);
  }
}

const SCHEMAS = { knowledge: 'knowledge/v1', entry: 'knowledge.entry/v1' } as const;

export function describeInit(command: Command): Command {
  return command
    .description('Make a folder a wiki')
    .argument('[dir]', 'the folder; the current one when left out')
    .option('--adopt', 'take over a folder of notes: add what is missing, change none of them')
    .option('--json', 'print JSON');
}
