import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { asWikiError, isAskFailure, templateNames } from '../workbench';
import { ask, chat } from './commands/ask';
import { getConfig, listConfig, setConfig, showConfigPath, unsetConfig } from './commands/config';
import { describeInit, init } from './commands/init';
import { ingest } from './commands/ingest';
import { explainLens, listLenses, showLens } from './commands/lens';
import { lint } from './commands/lint';
import { mcp } from './commands/mcp';
import { listOffered, testModel } from './commands/models';
import { applyProposal, listProposals, rejectProposal, showProposal } from './commands/proposals';
import { addQuestion, dropQuestion, listQuestions } from './commands/questions';
import { search } from './commands/search';
import { status } from './commands/status';
import { undo } from './commands/undo';
import { usage } from './commands/usage';
import { verify } from './commands/verify';
import type { Context } from './context';
import { EXIT } from './exit';
import type { ExitStatus } from './exit';
import { printError, printJson } from './print';
import { version } from './version';

/**
 * Runs one command line.
 * @param argv the words after the program's name
 * @returns the exit status; everything a person reads was written to the context's terminal
 */
export async function runCli(context: Context, argv: readonly string[]): Promise<ExitStatus> {
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
    return isOfTheWork(failure.code) ? EXIT.findings : EXIT.usage;
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
function isOfTheWork(code: string): boolean {
  return RUNTIME_CODES.has(code) || (code.startsWith('living-wiki:model_') && !CHOICES.has(code));
}

const CHOICES: ReadonlySet<string> = new Set([
  'living-wiki:model_address_invalid',
  'living-wiki:model_not_configured',
  'living-wiki:model_prices_invalid',
]);

type Set = (work: Promise<ExitStatus>) => Promise<void>;

function buildProgram(context: Context, set: Set): Command {
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
      new Option('--template <name>', 'what the wiki begins as').choices([...templateNames]).default('research'),
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

function askCommands(program: Command, context: Context, set: Set): void {
  common(program.command('ask'))
    .description('Answer a question from the pages, with citations of what was read')
    .argument('<question...>', 'what you want to know')
    .option('--lens <name>', 'look through this view')
    .option('--passages', 'ask no model: the passages that fit best')
    .addOption(new Option('--draft <kind>', 'write a text instead').choices(['email', 'summary', 'outline']))
    .option('--page <slug...>', 'with --draft: read these pages first')
    .option('--keep-gaps', 'ask what the wiki does not hold of the next ingest')
    .option('--save', 'propose the answer as a page')
    .option('--kind <kind>', 'with --save: the kind of page; comparison when left out')
    .option('--title <text>', 'with --save: its title; the question when left out')
    .addHelpText(
      'after',
      examples(
        'living-wiki ask "How tall is the tower?"',
        'living-wiki ask "Which lamp is better?" --save --kind comparison',
        'living-wiki ask "Invite the mayor" --draft email --page cordouan',
      ),
    )
    .action((words: string[], options: Parameters<typeof ask>[2]) => set(ask(context, words, options)));
  common(program.command('chat'))
    .description('Ask question after question; each knows what was read before')
    .option('--lens <name>', 'look through this view')
    .option('--passages', 'ask no model: the passages that fit best')
    .action((options: Parameters<typeof chat>[1]) => set(chat(context, options)));
  common(program.command('mcp'))
    .description('Serve the wiki to other agents (Model Context Protocol, over standard input and output)')
    .addHelpText('after', examples('living-wiki mcp --wiki my-wiki'))
    .action((options: Parameters<typeof mcp>[1]) => set(mcp(context, options)));
}

function questionCommands(command: Command, context: Context, set: Set): void {
  command.description('See what the wiki could not answer; the next ingest looks for answers');
  common(command.command('list', { isDefault: true }))
    .description('List the open questions')
    .action((options: Parameters<typeof listQuestions>[1]) => set(listQuestions(context, options)));
  common(command.command('add'))
    .description('Ask something of the next ingest')
    .argument('<question...>', 'what is missing')
    .addHelpText('after', examples('living-wiki questions add "Who paid for the tower?"'))
    .action((words: string[], options: Parameters<typeof addQuestion>[2]) => set(addQuestion(context, words, options)));
  common(command.command('drop'))
    .description('Ask it no longer')
    .argument('<id>', 'the question, or the beginning of its name')
    .addHelpText('after', examples('living-wiki questions drop k3f9a1'))
    .action((id: string, options: Parameters<typeof dropQuestion>[2]) => set(dropQuestion(context, id, options)));
}

function proposalCommands(command: Command, context: Context, set: Set): void {
  command.description('Review what was proposed');
  common(command.command('list', { isDefault: true }))
    .description('List the proposals that wait')
    .action((options: Parameters<typeof listProposals>[1]) => set(listProposals(context, options)));
  common(command.command('show'))
    .description('Show every change of a proposal with its evidence')
    .argument('<id>', 'the proposal, or the beginning of its name')
    .option('--patch', 'print a unified diff that git can apply')
    .addHelpText(
      'after',
      examples('living-wiki proposals show 1', 'living-wiki proposals show 1 --patch | git apply --check'),
    )
    .action((id: string, options: Parameters<typeof showProposal>[2]) => set(showProposal(context, id, options)));
  common(command.command('apply'))
    .description('Write a proposal, or the part of it that is named')
    .argument('<id>', 'the proposal, or the beginning of its name')
    .option('--only <path...>', 'only the changes of these files, without their links to what is left out')
    .option('--unfounded', 'also what rests on a quote that is not in the source')
    .option(
      '--leave-out <change=reason>',
      'leave out one change, by the name that show gives it; may be given again',
      (text: string, before: readonly string[] | undefined) => [...(before ?? []), text],
    )
    .option('--reason <text>', 'why the rest is left out; it steers what is proposed next')
    .addHelpText(
      'after',
      examples(
        'living-wiki proposals apply 1',
        'living-wiki proposals apply 1 --only concepts/retrieval.md',
        'living-wiki proposals apply 1 --leave-out 3f9a="said already"',
      ),
    )
    .action((id: string, options: Parameters<typeof applyProposal>[2]) => set(applyProposal(context, id, options)));
  common(command.command('reject'))
    .description('Decide against a proposal; its reason is kept')
    .argument('<id>', 'the proposal, or the beginning of its name')
    .requiredOption('--reason <text>', 'why')
    .addHelpText('after', examples('living-wiki proposals reject 1 --reason "not a topic of this wiki"'))
    .action((id: string, options: Parameters<typeof rejectProposal>[2]) => set(rejectProposal(context, id, options)));
}

function lensCommands(command: Command, context: Context, set: Set): void {
  command.description('See the views on the wiki and where their values come from');
  common(command.command('list', { isDefault: true }))
    .description('List the views, refused ones included')
    .action((options: Parameters<typeof listLenses>[1]) => set(listLenses(context, options)));
  common(command.command('show'))
    .description('Show the effective values of a view')
    .argument('<name>', 'the view')
    .addHelpText('after', examples('living-wiki lens show research-analyst-view'))
    .action((name: string, options: Parameters<typeof showLens>[2]) => set(showLens(context, name, options)));
  common(command.command('explain'))
    .description('Say why a field of a view has its value')
    .argument('<name>', 'the view')
    .argument('<field>', 'the field, dotted')
    .addHelpText('after', examples('living-wiki lens explain research-analyst-view curation.tone'))
    .action((name: string, field: string, options: Parameters<typeof explainLens>[3]) =>
      set(explainLens(context, name, field, options)),
    );
}

function configCommands(command: Command, context: Context, set: Set): void {
  command.description('Choose a language model; what is set is kept outside the wiki');
  const now = (work: () => ExitStatus): Promise<void> => set(Promise.resolve().then(work));
  json(command.command('list', { isDefault: true }))
    .description('Show everything that can be set; keys are never shown')
    .action((options: Parameters<typeof listConfig>[1]) => now(() => listConfig(context, options)));
  json(command.command('get'))
    .description('Show one setting')
    .argument('<key>', 'its name')
    .action((key: string, options: Parameters<typeof getConfig>[2]) => now(() => getConfig(context, key, options)));
  json(command.command('set'))
    .description('Set one thing; a key is read from standard input')
    .argument('<key>', 'its name')
    .argument('<value>', 'its value; "-" for the key')
    .addHelpText(
      'after',
      examples(
        'living-wiki config set provider openrouter',
        'living-wiki config set key - < key.txt',
        'living-wiki config set price.gpt-4o-mini "0.15 0.6 0.075"',
      ),
    )
    .action((key: string, value: string, options: Parameters<typeof setConfig>[3]) =>
      set(setConfig(context, key, value, options)),
    );
  json(command.command('unset'))
    .description('Forget one setting')
    .argument('<key>', 'its name')
    .action((key: string, options: Parameters<typeof unsetConfig>[2]) => now(() => unsetConfig(context, key, options)));
  json(command.command('path'))
    .description('Show where the settings are kept')
    .action((options: Parameters<typeof showConfigPath>[1]) => now(() => showConfigPath(context, options)));
}

function modelCommands(command: Command, context: Context, set: Set): void {
  command.description('See the models of the server that is set up, and try the chosen one');
  json(command.command('list', { isDefault: true }))
    .description('List the models that the server offers')
    .action((options: Parameters<typeof listOffered>[1]) => set(listOffered(context, options)));
  json(command.command('test'))
    .description('Ask the chosen model one short question, and say what is wrong')
    .action((options: Parameters<typeof testModel>[1]) => set(testModel(context, options)));
}

function json(command: Command): Command {
  return command.option('--json', 'print JSON');
}

function common(command: Command): Command {
  return command
    .option('--wiki <dir>', 'the wiki; the nearest folder upward when left out')
    .option('--vault <dir>', 'the vault that holds the wiki and its views')
    .option('--json', 'print JSON');
}

function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}\n`;
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError('Expected a whole number above 0.');
}
