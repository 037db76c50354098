import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Command } from 'commander';
import { plural, WikiError } from '../../base';
import { complete, full, headline, summary, unitToMarkdown } from '../../deliberation';
import {
  listUnits as listUnitsOn,
  readUnit,
  verifyBundleText,
  verifyUnits as verifyUnitsOn,
  type UnitVerification,
} from '../../workbench';
import { attemptFile, readJwks, UnitKeyFile } from '../../node';
import { withWorkbench, type CommandContext, type CommonOptions } from '../context';
import { EXIT, type ExitStatus } from '../exit';
import { common, examples, type CommandHost } from '../options';
import { printJson } from '../print';
import { painter, printable, type Terminal } from '../terminal';
import { declareUnitChanges } from './unit-changes';
import { declareUnitKeys } from './unit-keys';

interface VerifyOptions extends CommonOptions {
  readonly all?: boolean;
  readonly jwks?: string;
}

interface ShowOptions extends CommonOptions {
  readonly level?: string;
  readonly markdown?: boolean;
}

/** `living-wiki units list` */
async function listUnits(context: CommandContext, options: CommonOptions): Promise<ExitStatus> {
  const { terminal } = context;
  return withWorkbench(context, options, async (workbench, run) => {
    const { units, broken } = await listUnitsOn(workbench, run);
    run.hideProgress();
    if (options.json === true) {
      printJson(terminal, { units: units.map(({ unit, state }) => ({ ...unit, ...state })), broken });
      return EXIT.done;
    }
    const paint = painter(terminal);
    if (units.length + broken.length === 0) terminal.out('No Knowledge Units. Make one: living-wiki deliberate\n');
    for (const { unit, state } of units) {
      const status = state.status === 'active' ? paint.green(state.status) : paint.yellow(state.status);
      terminal.out(`${paint.cyan(unit.id)}  ${status}  ${printable(headline(unit))}\n`);
    }
    for (const { path: file, message } of broken)
      terminal.out(`${paint.red('✗')} ${printable(`${file}: ${message}`)}\n`);
    return broken.length === 0 ? EXIT.done : EXIT.findings;
  });
}

/** `living-wiki units show ID` */
async function showUnit(context: CommandContext, name: string, options: ShowOptions): Promise<ExitStatus> {
  const { terminal } = context;
  return withWorkbench(context, options, async (workbench, run) => {
    const { unit, state, bundle } = await readUnit(workbench, name, run);
    run.hideProgress();
    const level = options.level ?? '2';
    if (options.json === true) printJson(terminal, level === '3' && bundle !== null ? bundle : { ...unit, ...state });
    else if (options.markdown === true) terminal.out(unitToMarkdown(unit));
    else if (level === '3') {
      if (bundle === null) {
        throw new WikiError(
          'living-wiki:unit_invalid',
          `The deliberation of ${unit.id} is missing or cannot be read.`,
          {
            remedy: `See: living-wiki units verify ${unit.id}.`,
          },
        );
      }
      terminal.out(`${printable(complete(bundle))}\n`);
    } else {
      const text = { '0': headline, '1': summary }[level] ?? full;
      terminal.out(`${printable(text(unit))}\n`);
      if (state.status !== 'active')
        terminal.err(`${painter(terminal).yellow('!')} ${printable(describeState(state))}\n`);
    }
    return EXIT.done;
  });
}

/** Why a unit may no longer hold. */
function describeState({ isExpired, changed, replacedBy }: Awaited<ReturnType<typeof readUnit>>['state']): string {
  if (replacedBy !== null) return `Superseded: ${replacedBy} replaces this unit.`;
  const reasons = [
    ...(isExpired ? ['its time is over'] : []),
    ...(changed.length > 0 ? [`${changed.join(', ')} changed`] : []),
  ];
  return `Stale: ${reasons.join(', and ') || 'its file says so'}.`;
}

/** `living-wiki units verify [FILE]` */
async function verifyUnits(
  context: CommandContext,
  name: string | undefined,
  options: VerifyOptions,
): Promise<ExitStatus> {
  const { terminal, cwd } = context;
  if (name === undefined && options.all !== true) {
    throw new WikiError('living-wiki:unit_missing', 'Name a unit or a file.', {
      remedy: 'Or check every unit of the wiki: --all.',
    });
  }
  const file = name === undefined ? null : path.resolve(cwd, name);
  if (file !== null && existsSync(file)) {
    const own = new UnitKeyFile(context);
    const given = options.jwks === undefined ? [] : readJwks(path.resolve(cwd, options.jwks));
    return report(
      terminal,
      [verifyBundleText(textOf(bundleOf(file)), given, [...own.own(), ...own.trusted()])],
      options,
    );
  }
  return withWorkbench(context, options, async (workbench, run) => {
    const results = await verifyUnitsOn(workbench, name, run);
    run.hideProgress();
    return report(terminal, results, options);
  });
}

/** The deliberation beside a record; another file is one itself. */
function bundleOf(file: string): string {
  const beside = file.replace(/(?:\.bundle)?\.json$/, '.bundle.json');
  return existsSync(beside) ? beside : file;
}

const textOf = (file: string): string => attemptFile(file, () => readFileSync(file, 'utf8'));

function report(terminal: Terminal, results: readonly UnitVerification[], { json }: VerifyOptions): ExitStatus {
  const isBad = results.some(({ failures, signatures, isUnsigned }) => {
    const isUnchecked = !isUnsigned && signatures.some(({ isValid }) => isValid === null);
    return failures.length > 0 || isUnchecked;
  });
  if (json === true) printJson(terminal, { units: results });
  else if (results.length === 0) terminal.out('No Knowledge Units.\n');
  else for (const result of results) printVerification(terminal, result);
  return isBad ? EXIT.findings : EXIT.done;
}

const SIGNERS: Readonly<Record<string, string>> = {
  known: 'signer known',
  unknown: 'valid, signer unknown',
  'valid-when-signed': 'valid when signed, key revoked since',
  'revoked-before': 'key revoked before',
  'retired-before': 'key replaced before',
  'no-key': 'no public key to check it with',
  unsigned: 'unsigned',
};

function printVerification(terminal: Terminal, result: UnitVerification): void {
  const paint = painter(terminal);
  const { id, failures, signatures, sources, quotes, summary: text } = result;
  terminal.out(`${paint.bold(printable(id))}  ${printable(text)}\n`);
  const broken = new Set(failures.map(({ place }) => place));
  for (const { place, isValid, signer } of signatures) {
    const good = isValid === true ? paint.green('✓') : paint.yellow('?');
    const mark = broken.has(place) ? paint.red('✗') : good;
    terminal.out(`  ${mark} ${printable(place)}  ${paint.dim(SIGNERS[signer] ?? signer)}\n`);
  }
  if (quotes.total > 0) terminal.out(`  ${quotes.found} of ${plural(quotes.total, 'quote')} found\n`);
  for (const { uri, state } of sources) {
    const mark = state === 'unchanged' ? paint.green('✓') : paint.yellow('!');
    terminal.out(`  ${mark} ${printable(uri)}  ${paint.dim(state === 'not-here' ? 'not on this device' : state)}\n`);
  }
  for (const { place, message } of failures) terminal.out(`  ${paint.red('✗')} ${printable(`${place}: ${message}`)}\n`);
}

/** `units` */
export function declareUnits(program: Command, host: CommandHost): void {
  const { context, execute } = host;
  const command = program.command('units');
  command.description('List, show and check Knowledge Units: answers of several models, signed');
  common(command.command('list', { isDefault: true }))
    .description('List the units')
    .action((options: CommonOptions) => execute(listUnits(context, options)));
  common(command.command('show'))
    .description('Show a unit')
    .argument('<unit>', 'its id, or the end of it')
    .option('--level <number>', 'level of detail: 0 headline, 1 summary, 2 with positions (default), 3 everything')
    .option('--markdown', 'print YAML and Markdown')
    .action((name: string, options: ShowOptions) => execute(showUnit(context, name, options)));
  common(command.command('verify'))
    .description('Check schema, hashes, chain, signatures, sources and quotes of a unit, offline')
    .argument('[unit]', 'its id, or a file that you were given')
    .option('--all', 'every unit of the wiki')
    .option('--jwks <file>', 'with a file: the public keys of whoever signed it')
    .addHelpText(
      'after',
      examples(
        'living-wiki units verify --all',
        'living-wiki units verify ku-z36vuoreb2k3.bundle.json --jwks jwks.json',
      ),
    )
    .action((name: string | undefined, options: VerifyOptions) => execute(verifyUnits(context, name, options)));
  declareUnitChanges(command, host);
  declareUnitKeys(command, host);
}
