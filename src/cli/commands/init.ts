import { Option, type Command } from 'commander';
import { examples, type CommandHost } from '../options';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { plural } from '../../base';
import { fileErrors, type Vault } from '../../vault';
import { describeLayout, findLayout, setUpWiki, TEMPLATE_NAMES, type Run, type TemplateName } from '../../workbench';
import { nameOfClone } from '../clone-name';
import { type CommandContext } from '../context';
import { nodeRandom, asVaultError, errnoOf, createDeviceMemory, createNodeLock, createNodeVault } from '../../node';
import { ingestPack, printIngested, readPack } from './init-from-pack';
import { EXIT, type ExitStatus } from '../exit';
import { printJson } from '../print';
import { painter, printable, terminalRun } from '../terminal';

interface InitOptions {
  readonly adopt?: boolean;
  readonly fromPack?: string;
  readonly pageSchema?: 'knowledge' | 'entry';
  readonly template?: TemplateName;
  readonly json?: boolean;
  readonly sources?: string;
  readonly yes?: boolean;
  readonly purpose?: string;
}

/** `living-wiki init [DIR]` */
async function init(context: CommandContext, dir: string | undefined, options: InitOptions): Promise<ExitStatus> {
  const { terminal, cwd, clock, signal } = context;
  const folder = path.resolve(cwd, dir ?? '.');
  makeFolder(folder);
  // Read first: a pack that cannot be used leaves no half-made wiki.
  const pack = options.fromPack === undefined ? null : await readPack(context, options.fromPack);
  const device = createDeviceMemory(context, folder);
  const run = terminalRun(terminal, signal, options.json === true);
  const vault = createNodeVault(folder);
  const ask = createAsker(context, options);
  const folderOfSources =
    options.sources ?? (options.adopt === true ? await chooseSources(context, vault, ask, options, run) : undefined);
  const purpose = options.purpose ?? (await ask('What is this wiki for? One sentence; Enter to decide later: '));
  const clone = nameOfClone(folder);
  const result = await setUpWiki(
    {
      vault,
      root: '',
      folderName: clone ?? path.basename(folder),
      hasReadmeTitle: clone !== null,
      clock,
      random: nodeRandom,
      lock: createNodeLock(folder),
      ...(device && { device }),
      ...(options.adopt === true && { adopt: true }),
      ...(folderOfSources !== undefined && { sources: folderOfSources }),
      ...(purpose !== null && { purpose }),
      ...(options.template && { template: options.template }),
      ...(options.pageSchema && { pageSchema: SCHEMAS[options.pageSchema] }),
    },
    run,
  ).finally(() => run.hideProgress());
  const ingested = pack === null ? null : await ingestPack(context, folder, folderOfSources, pack, options);
  if (options.json === true) {
    printJson(terminal, { ...result, root: folder, ...(ingested !== null && { fromPack: ingested }) });
    return EXIT.done;
  }
  const paint = painter(terminal);
  terminal.out(`${paint.green('✓')} ${printable(folder)} is now a wiki.\n`);
  for (const file of result.created) terminal.out(`  ${paint.green('+')} ${file}\n`);
  const { pages, sources, files } = result.kept;
  if (pages + sources + files.length > 0) {
    terminal.out(
      `  Left unchanged: ${plural(pages, 'page')}, ${plural(sources, 'source')}${files.map((f) => `, ${f}`).join('')}.\n`,
    );
  }
  for (const note of result.notes) terminal.out(`  ${paint.dim(note)}\n`);
  if (ingested !== null) {
    printIngested(terminal, ingested);
    return EXIT.done;
  }
  terminal.out(
    `\nNext: copy files into ${printable(path.join(folder, folderOfSources ?? 'sources'))} and run ${paint.bold('living-wiki ingest')}.\n`,
  );
  return EXIT.done;
}

/**
 * Says which layout the folder has and asks whether to use it. Where nobody can be asked, it is used: read as pages, the
 * raw files would be worse, and nothing is changed either way.
 *
 * @returns the folder of sources; `undefined` for the usual layout
 */
async function chooseSources(
  { terminal }: CommandContext,
  vault: Vault,
  ask: Asker,
  { json }: InitOptions,
  run: Run,
): Promise<string | undefined> {
  const found = await findLayout(vault, '', run);
  if (found === null) return undefined;
  if (json !== true) terminal.err(`${printable(describeLayout(found))}\n`);
  const answer = await ask(`Keep this layout? Sources are then read from ${printable(found.sources)}/. [Y/n] `);
  return answer !== null && /^\s*n/i.test(answer) ? undefined : found.sources;
}

/** Asks a person one question on one line; `null` where nobody can be asked or nobody answers. */
type Asker = (question: string) => Promise<string | null>;

function createAsker({ terminal, inputLines }: CommandContext, { yes, json }: InitOptions): Asker {
  if (yes === true || json === true || !terminal.interactive || inputLines === undefined) {
    return () => Promise.resolve(null);
  }
  // One reader for all questions, which would lose lines that another has read ahead.
  let lines: AsyncIterator<string> | null = null;
  return async (question) => {
    terminal.err(question);
    lines ??= inputLines()[Symbol.asyncIterator]();
    const line = await lines.next();
    return line.done === true ? null : line.value;
  };
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

/** `init` */
export function declareInit(program: Command, { context, execute }: CommandHost): void {
  program
    .command('init')
    .description('Turn a folder into a wiki')
    .argument('[dir]', 'the folder (default: the current folder)')
    .option('--adopt', 'use a folder that contains notes: add missing files, change no note')
    .option('--sources <folder>', 'the folder of sources (default: sources, or the one that --adopt finds)')
    .option('--from-pack <dir>', 'start with the documents of a knowledge pack as sources, and propose pages from them')
    .option('--yes', 'ask nothing: keep the layout that --adopt finds')
    .option('--json', 'print JSON')
    .option('--purpose <text>', 'what the wiki is for, in one sentence; sent to models')
    .addOption(
      new Option('--template <name>', 'content of the new KNOWLEDGE.md')
        .choices([...TEMPLATE_NAMES])
        .default('research'),
    )
    .addOption(new Option('--page-schema <form>', 'frontmatter format of new pages').choices(['knowledge', 'entry']))
    .addHelpText(
      'after',
      examples('living-wiki init my-wiki', 'living-wiki init --adopt', 'living-wiki init my-wiki --template team'),
    )
    .action((dir: string | undefined, options: Parameters<typeof init>[2]) => execute(init(context, dir, options)));
}
