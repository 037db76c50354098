import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Command } from 'commander';
import { isoTime, plural, WikiError } from '../../base';
import { printJwks, type PublicUnitKey } from '../../deliberation';
import { attemptFile, readJwks, UnitKeyFile } from '../../node';
import { type CommandContext } from '../context';
import { EXIT, type ExitStatus } from '../exit';
import { dateOption, examples, json, type CommandHost } from '../options';
import { printJson } from '../print';
import { painter, printable, printablePath } from '../terminal';

interface KeyOptions {
  readonly json?: boolean;
}

/** What of a key may be shown: never the secret part. */
const shown = ({ kid, from, retired, revoked }: PublicUnitKey): object => ({
  kid,
  ...(from !== undefined && { from }),
  ...(retired !== undefined && { retired }),
  ...(revoked !== undefined && { revoked }),
});

/** `living-wiki units keys list` */
function listKeys(context: CommandContext, options: KeyOptions): ExitStatus {
  const { terminal } = context;
  const file = new UnitKeyFile(context);
  const [own, trusted] = [file.own(), file.trusted()];
  if (options.json === true) {
    printJson(terminal, { path: file.path, own: own.map(shown), trusted: trusted.map(shown) });
    return EXIT.done;
  }
  const paint = painter(terminal);
  const line = ({ kid, from = '', retired, revoked }: PublicUnitKey): string => {
    const ends = [
      ...(retired === undefined ? [] : [`replaced ${retired}`]),
      ...(revoked === undefined ? [] : [`revoked ${revoked}`]),
    ];
    return `${paint.cyan(printable(kid))}  ${paint.dim([from, ...ends].join(', '))}\n`;
  };
  terminal.out(
    own.length === 0 ? 'This device has no key. Make one: living-wiki units keys new\n' : 'Keys of this device:\n',
  );
  for (const key of own) terminal.out(`  ${line(key)}`);
  if (trusted.length > 0) terminal.out('Signers that you trust:\n');
  for (const key of trusted) terminal.out(`  ${line(key)}`);
  return EXIT.done;
}

/** `living-wiki units keys new`: also replaces the key that signs. */
function newKey(context: CommandContext, options: KeyOptions): ExitStatus {
  const { terminal, clock } = context;
  const file = new UnitKeyFile(context);
  const before = file.current();
  const kid = file.make(isoTime(clock.now()));
  if (options.json === true) printJson(terminal, { kid, path: file.path, replaced: before?.kid ?? null });
  else {
    terminal.out(`Key ${kid} signs Knowledge Units from now on. It is kept in ${printablePath(file.path)}\n`);
    if (before !== null) terminal.out(`${before.kid} no longer signs. What it signed stays valid.\n`);
  }
  return EXIT.done;
}

/** `living-wiki units keys revoke KID` */
function revokeKey(context: CommandContext, kid: string, options: KeyOptions & { readonly at?: number }): ExitStatus {
  const { terminal, clock } = context;
  const file = new UnitKeyFile(context);
  const at = isoTime(options.at ?? clock.now());
  if (!file.revoke(kid, at)) throw keyMissing(kid);
  if (options.json === true) printJson(terminal, { revoked: kid, at });
  else terminal.out(`${printable(kid)} is revoked from ${at}. Publish that: living-wiki units keys export FILE\n`);
  return EXIT.done;
}

/** `living-wiki units keys trust FILE` */
function trustKeys(
  context: CommandContext,
  name: string,
  options: KeyOptions & { readonly kid?: string; readonly yes?: boolean },
): ExitStatus {
  const { terminal, cwd } = context;
  const keys = readJwks(path.resolve(cwd, name)).filter(({ kid }) => options.kid === undefined || kid === options.kid);
  if (keys.length === 0) throw keyMissing(options.kid ?? name);
  if (options.yes !== true) {
    const list = keys.map(({ kid }) => kid).join(', ');
    throw new WikiError(
      'living-wiki:unit_key_unconfirmed',
      `To trust ${plural(keys.length, 'key')} (${list.slice(0, 400)}), add --yes.`,
      {
        remedy:
          'First ask the owner of the key for the key’s name, over another channel than the one the file came by, and compare.',
      },
    );
  }
  new UnitKeyFile(context).trust(keys);
  if (options.json === true) printJson(terminal, { trusted: keys.map(shown) });
  else for (const { kid } of keys) terminal.out(`${painter(terminal).green('✓')} ${printable(kid)} is trusted.\n`);
  return EXIT.done;
}

/** `living-wiki units keys distrust KID` */
function distrustKey(context: CommandContext, kid: string, options: KeyOptions): ExitStatus {
  if (!new UnitKeyFile(context).distrust(kid)) throw keyMissing(kid);
  if (options.json === true) printJson(context.terminal, { distrusted: kid });
  else context.terminal.out(`${printable(kid)} is no longer trusted.\n`);
  return EXIT.done;
}

/** `living-wiki units keys export FILE` */
function exportKeys(context: CommandContext, name: string | undefined, options: KeyOptions): ExitStatus {
  const { terminal, cwd } = context;
  const text = printJwks(new UnitKeyFile(context).own());
  if (name === undefined) {
    terminal.out(text);
    return EXIT.done;
  }
  const file = path.resolve(cwd, name);
  attemptFile(file, () => writeFileSync(file, text));
  if (options.json === true) printJson(terminal, { path: file });
  else terminal.out(`Public keys: ${printablePath(file)}\n`);
  return EXIT.done;
}

function keyMissing(name: string): WikiError {
  return new WikiError('living-wiki:unit_key_missing', `There is no key "${name.slice(0, 200)}".`, {
    remedy: 'See: living-wiki units keys list.',
  });
}

/** `units keys` */
export function declareUnitKeys(units: Command, { context, execute }: CommandHost): void {
  const command = units.command('keys');
  command.description('The keys that sign units on this device, and whose signatures you trust');
  json(command.command('list', { isDefault: true }))
    .description('List the keys of this device and the signers that you trust')
    .action((options: KeyOptions) => execute(listKeys(context, options)));
  json(command.command('new'))
    .description('Create a key; it replaces the current one')
    .action((options: KeyOptions) => execute(newKey(context, options)));
  json(command.command('revoke'))
    .description('Declare that a key of this device can no longer be trusted')
    .argument('<kid>', 'the name of the key')
    .option('--at <date>', 'from when (default: now)', dateOption)
    .action((kid: string, options: KeyOptions & { at?: number }) => execute(revokeKey(context, kid, options)));
  json(command.command('trust'))
    .description('Trust the keys of someone else')
    .argument('<file>', 'their public keys (JWKS)')
    .option('--kid <name>', 'only this key of the file')
    .option('--yes', 'confirm that you compared the name of the key with its owner')
    .addHelpText('after', examples('living-wiki units keys trust jwks.json --kid lw:issuer:FAe4sisG95oZ --yes'))
    .action((file: string, options: KeyOptions & { kid?: string; yes?: boolean }) =>
      execute(trustKeys(context, file, options)),
    );
  json(command.command('distrust'))
    .description('Stop trusting a key')
    .argument('<kid>', 'the name of the key')
    .action((kid: string, options: KeyOptions) => execute(distrustKey(context, kid, options)));
  json(command.command('export'))
    .description('Print the public keys of this device, or write them to a file')
    .argument('[file]', 'the file to write')
    .action((file: string | undefined, options: KeyOptions) => execute(exportKeys(context, file, options)));
}
