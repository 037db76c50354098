import { Command, CommanderError, Option } from 'commander';
import { asWikiError, isAskFailure, TEMPLATE_NAMES } from '../workbench';
import { describeInit, init } from './commands/init';
import { ingest } from './commands/ingest';
import { lint } from './commands/lint';
import { search } from './commands/search';
import { status } from './commands/status';
import { undo } from './commands/undo';
import { usage } from './commands/usage';
import { verify } from './commands/verify';
import { type CommandContext } from './context';
import { askCommands, questionCommands } from './declare/asking';
import { configCommands, modelCommands } from './declare/models';
import { common, examples, wholeNumber, type Set } from './declare/options';
import { lensCommands, proposalCommands } from './declare/reviewing';
import { EXIT, type ExitStatus } from './exit';
import { printError, printJson } from './print';
import { version } from './version';

/**
 * Runs one command line.
 * @param argv the words after the program's name
 * @returns the exit status; everything a person reads was written to the context's terminal
 */
export async function runCli(context: CommandContext, argv: readonly string[]): Promise<ExitStatus> {
  let exit: ExitStatus = EXIT.done;
  const set = async (work: Promise<ExitStatus>): Promise<void> => {
    exit = await work;
  };
  const program = buildProgram(context, set);
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return exit;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    const failure = asWikiError(error, 'living-wiki:unexpected', {
      remedy: 'This is a defect of Living Wiki. Nothing half-done was left; please report it with what you did.',
    });
    if (argv.includes('--json')) {
      const { code, message, path, line, remedy } = failure;
      const cost = isAskFailure(failure) ? { cost: failure.cost } : {};
      printJson(context.terminal, { error: { code, message, path, line, remedy, ...cost } });
    } else printError(context.terminal, failure);
    return isRuntimeFailure(failure.code) ? EXIT.findings : EXIT.usage;
  }
}

/** Failures of the work itself; every other error says that the call or the wiki's configuration is off. */
const RUNTIME_CODES: ReadonlySet<string> = new Set([
  'living-wiki:cancelled',
  'living-wiki:disk_full',
  'living-wiki:edited_meanwhile',
  'living-wiki:file_system',
  'living-wiki:locked',
  'living-wiki:nothing_to_undo',
  'living-wiki:read_only',
  'living-wiki:unexpected',
]);

/** Models fail at run time, but for what a person chose. */
function isRuntimeFailure(code: string): boolean {
  return RUNTIME_CODES.has(code) || (code.startsWith('living-wiki:model_') && !CONFIGURATION_CODES.has(code));
}

const CONFIGURATION_CODES: ReadonlySet<string> = new Set([
  'living-wiki:model_address_invalid',
  'living-wiki:model_not_configured',
  'living-wiki:model_prices_invalid',
]);

function buildProgram(context: CommandContext, set: Set): Command {
  const { terminal } = context;
  const program = new Command('living-wiki')
    .description('Keep a wiki from the sources you drop in: every change is proposed, quoted and undoable.')
    .version(version())
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text),
      writeErr: (text) => terminal.err(text),
      getOutHasColors: () => terminal.colour,
      getErrHasColors: () => terminal.colour,
      getOutHelpWidth: () => terminal.width,
      getErrHelpWidth: () => terminal.width,
    })
    .showHelpAfterError('(see --help)')
    .addHelpText(
      'after',
      examples('living-wiki init my-wiki', 'living-wiki ingest --apply', 'living-wiki search "knowledge graph"'),
    );

  describeInit(program.command('init'))
    .addOption(
      new Option('--template <name>', 'what the wiki begins as').choices([...TEMPLATE_NAMES]).default('research'),
    )
    .addOption(new Option('--page-schema <form>', 'the form of new pages').choices(['knowledge', 'entry']))
    .addHelpText(
      'after',
      examples('living-wiki init my-wiki', 'living-wiki init --adopt', 'living-wiki init my-wiki --template team'),
    )
    .action((dir: string | undefined, options: Parameters<typeof init>[2]) => set(init(context, dir, options)));

  common(program.command('status'))
    .description('Show what the wiki holds, what is new and what waits for review')
    .action((options: Parameters<typeof status>[1]) => set(status(context, options)));

  common(program.command('ingest'))
    .description('Turn sources into proposals; without --apply no page is written')
    .argument('[source...]', 'paths or ids of sources; everything new when left out')
    .option('--apply', 'apply what is proposed, and what already waits for these sources')
    .addOption(
      new Option('--curator <name>', 'who reads the sources; the model when one is set up').choices([
        'model',
        'extractive',
      ]),
    )
    .addHelpText(
      'after',
      examples('living-wiki ingest', 'living-wiki ingest sources/paper.pdf', 'living-wiki ingest --apply --json'),
    )
    .action((sources: string[], options: Parameters<typeof ingest>[2]) => set(ingest(context, sources, options)));

  proposalCommands(program.command('proposals'), context, set);

  common(program.command('undo'))
    .description('Take back an applied change, keeping what was edited since')
    .argument('[transaction]', 'which one; the newest that still stands when left out')
    .option('--list', 'show what can be undone')
    .addHelpText('after', examples('living-wiki undo', 'living-wiki undo --list'))
    .action((id: string | undefined, options: Parameters<typeof undo>[2]) => set(undo(context, id, options)));

  common(program.command('lint'))
    .description('Find what is wrong or going stale')
    .option('--lens <name>', 'judge through this view')
    .option('--fix', 'propose the safe fixes')
    .option('--apply', 'with --fix: apply them at once')
    .option('--log', 'append the pass to _log.md')
    .addHelpText(
      'after',
      examples('living-wiki lint', 'living-wiki lint --fix', 'living-wiki lint --lens research-analyst-view --json'),
    )
    .action((options: Parameters<typeof lint>[1]) => set(lint(context, options)));

  lensCommands(program.command('lens'), context, set);

  common(program.command('search'))
    .description('Search the pages')
    .argument('<query...>', 'the words to look for')
    .option('--lens <name>', 'search within this view')
    .option('--dry-run', 'send nothing, and say what would be sent to rank by meaning')
    .option('--limit <n>', 'at most this many results', wholeNumber, 20)
    .addHelpText('after', examples('living-wiki search retrieval', 'living-wiki search "knowledge graph" --limit 5'))
    .action((words: string[], options: Parameters<typeof search>[2]) => set(search(context, words, options)));

  askCommands(program, context, set);

  questionCommands(program.command('questions'), context, set);

  common(program.command('verify'))
    .description('Check that index, log, provenance and quotes are what the files say')
    .action((options: Parameters<typeof verify>[1]) => set(verify(context, options)));

  configCommands(program.command('config'), context, set);
  modelCommands(program.command('models'), context, set);

  common(program.command('usage'))
    .description('Show what language models have used and cost')
    .option('--days <n>', 'of the last so many days', wholeNumber, 30)
    .addHelpText('after', examples('living-wiki usage', 'living-wiki usage --days 7 --json'))
    .action((options: Parameters<typeof usage>[1]) => set(usage(context, options)));

  return program;
}
