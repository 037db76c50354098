import { Command, CommanderError } from 'commander';
import { asWikiError, isAskFailure } from '../workbench';
import { declareAutomate } from './commands/automate';
import { declareAsk } from './commands/ask';
import { declareCompose } from './commands/compose';
import { declareConfig } from './commands/config';
import { declareContradictions } from './commands/contradictions';
import { declareCoverage } from './commands/coverage';
import { declareDeliberate } from './commands/deliberate';
import { declareHarvest } from './commands/harvest';
import { declareIngest } from './commands/ingest';
import { declareInit } from './commands/init';
import { declareJobs } from './commands/jobs';
import { declareLens } from './commands/lens';
import { declareLint } from './commands/lint';
import { declareMaintain } from './commands/maintain';
import { declareMcp } from './commands/mcp';
import { declareMemory } from './commands/memory';
import { declareModels } from './commands/models';
import { declareNames } from './commands/names';
import { declareRetention } from './commands/retention';
import { declareRules } from './commands/rules';
import { declarePacks } from './commands/packs';
import { declareProposals } from './commands/proposals';
import { declareQuestions } from './commands/questions';
import { declareSearch } from './commands/search';
import { declareSign } from './commands/sign';
import { declareServe } from './commands/serve';
import { declareStatus } from './commands/status';
import { declareToken } from './commands/token';
import { declareTrust } from './commands/trust';
import { declareUnits } from './commands/units';
import { declareUndo } from './commands/undo';
import { declareUsage } from './commands/usage';
import { declareCompact } from './commands/compact';
import { declareWatch } from './commands/watch';
import { declareVerify } from './commands/verify';
import { declareWork } from './commands/work';
import { type CommandContext } from './context';
import { EXIT, type ExitStatus } from './exit';
import { examples, type CommandHost } from './options';
import { printError, printJson } from './print';
import { version } from '../node';

/** In the order of the help. */
const COMMANDS = [
  declareInit,
  declareStatus,
  declareIngest,
  declareCompose,
  declareProposals,
  declareWatch,
  declareWork,
  declareMaintain,
  declareAutomate,
  declareJobs,
  declareUndo,
  declareLint,
  declareContradictions,
  declareLens,
  declareTrust,
  declareSign,
  declareSearch,
  declareAsk,
  declareDeliberate,
  declareUnits,
  declarePacks,
  declareMcp,
  declareServe,
  declareToken,
  declareQuestions,
  declareCoverage,
  declareNames,
  declareRules,
  declareVerify,
  declareHarvest,
  declareMemory,
  declareRetention,
  declareCompact,
  declareConfig,
  declareModels,
  declareUsage,
];

/**
 * Runs one command line.
 * @param argv the words after the program's name
 * @returns the exit status; all output was written to the context's terminal
 */
export async function runCli(context: CommandContext, argv: readonly string[]): Promise<ExitStatus> {
  let exit: ExitStatus = EXIT.done;
  const execute: CommandHost['execute'] = async (work) => {
    exit = await work;
  };
  const program = buildProgram(context, execute);
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return exit;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    const failure = asWikiError(error, 'living-wiki:unexpected', {
      remedy: 'This is a bug in Living Wiki. No change is half-written. Please report it, and say what you did.',
    });
    if (argv.includes('--json')) {
      const { code, message, path, line, remedy, others } = failure;
      const cost = isAskFailure(failure) ? { cost: failure.cost } : {};
      const further = others.length > 0 ? { others } : {};
      printJson(context.terminal, { error: { code, message, path, line, remedy, ...further, ...cost } });
    } else printError(context.terminal, failure);
    return exitOf(failure.code);
  }
}

/** Failures at run time; every other error is one of usage or configuration. */
const RUNTIME_CODES: ReadonlySet<string> = new Set([
  'living-wiki:cancelled',
  'living-wiki:deliberation_too_few',
  'living-wiki:deliberation_unsorted',
  'living-wiki:disk_full',
  'living-wiki:edited_meanwhile',
  'living-wiki:file_system',
  'living-wiki:locked',
  'living-wiki:nothing_to_undo',
  'living-wiki:read_only',
  'living-wiki:retention_changed',
  'living-wiki:unexpected',
]);

/** Errors that a person ends by looking at the rules for the model. */
const APPROVAL_CODES: ReadonlySet<string> = new Set([
  'living-wiki:rules_not_approved',
  'living-wiki:skill_unconfirmed',
  'living-wiki:policy_invalid',
  'living-wiki:governance_unresolvable',
]);

function exitOf(code: string): ExitStatus {
  if (APPROVAL_CODES.has(code)) return EXIT.approval;
  return isRuntimeFailure(code) ? EXIT.findings : EXIT.usage;
}

/** Model errors are failures at run time, except those of the configuration. */
function isRuntimeFailure(code: string): boolean {
  return RUNTIME_CODES.has(code) || (code.startsWith('living-wiki:model_') && !CONFIGURATION_CODES.has(code));
}

const CONFIGURATION_CODES: ReadonlySet<string> = new Set([
  'living-wiki:model_address_invalid',
  'living-wiki:model_not_configured',
  'living-wiki:model_not_approved',
  'living-wiki:model_not_encrypted',
  'living-wiki:model_prices_invalid',
]);

function buildProgram(context: CommandContext, execute: CommandHost['execute']): Command {
  const { terminal } = context;
  const program = new Command('living-wiki')
    .description(
      'Keep a wiki up to date from your sources. Every change is proposed, quotes its source and can be undone.',
    )
    .version(version())
    .option('--plain-http', 'allow a model server on another computer without encryption, for this command')
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

  const host: CommandHost = {
    context: {
      ...context,
      get allowsPlainHttp() {
        return program.opts<{ plainHttp?: boolean }>().plainHttp === true;
      },
    },
    execute,
  };
  for (const declare of COMMANDS) declare(program, host);
  nameUnknownCommands(program);
  return program;
}

/** Without this, a misspelt word of a group that has a default, `memory lst`, is taken for an argument of that default. */
function nameUnknownCommands(group: Command): void {
  const names = new Set(group.commands.flatMap((each) => [each.name(), ...each.aliases()]));
  group.hook('preSubcommand', ({ args: [word] }, chosen) => {
    if (word === undefined || word.startsWith('-') || names.has(word) || chosen.registeredArguments.length > 0) return;
    group.error(`error: unknown command '${word}'`, { code: 'commander.unknownCommand' });
  });
  for (const each of group.commands) nameUnknownCommands(each);
}
