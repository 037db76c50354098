import { randomBytes, scrypt as scryptOf } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { type Command } from 'commander';
import { WikiError } from '../../base';
import {
  createKeyPair,
  needsPassword,
  openSecretKey,
  parsePublicKey,
  parseSignature,
  printPublicKey,
  publicKeyLine,
  sign,
  SIGNATURE_ENDING,
  verify,
  type Scrypt,
  type SecretKey,
} from '../../signing';
import { attemptFile, configPath, writePrivate, nodeRandom } from '../../node';
import { type CommandContext } from '../context';
import { EXIT, type ExitStatus } from '../exit';
import { examples, json, type CommandHost } from '../options';
import { printJson } from '../print';
import { painter, printable, printablePath } from '../terminal';

interface KeyOptions {
  readonly json?: boolean;
  readonly key?: string;
  readonly passwordStdin?: boolean;
}

interface SignOptions extends KeyOptions {
  readonly comment?: string;
}

interface CheckOptions {
  readonly json?: boolean;
  readonly publicKey: string;
}

const scrypt: Scrypt = (password, salt, { N, r, p }, length) =>
  new Promise((resolve, reject) => {
    // Node counts a little more than the 128 bytes of a block.
    const maxmem = 256 * N * r;
    scryptOf(password, salt, length, { N, r, p, maxmem }, (error, key) => {
      if (error === null) resolve(new Uint8Array(key));
      else reject(error);
    });
  });

/** `living-wiki sign key`: makes a key pair. */
async function makeKey(context: CommandContext, options: KeyOptions): Promise<ExitStatus> {
  const { terminal } = context;
  const file = keyFile(context, options);
  const publicFile = `${file.replace(/\.key$/, '')}.pub`;
  for (const each of [file, publicFile]) {
    if (!existsSync(each)) continue;
    throw new WikiError('living-wiki:config_unusable', `There is already a key in ${each}. It was not replaced.`, {
      remedy: 'Name another file with --key.',
    });
  }
  const password = options.passwordStdin === true ? await readPassword(context) : '';
  const random = (length: number): Uint8Array => new Uint8Array(randomBytes(length));
  const { publicKey, secretFile } = await createKeyPair(random, password, scrypt);
  writePrivate(file, secretFile, nodeRandom);
  attemptFile(publicFile, () => writeFileSync(publicFile, printPublicKey(publicKey), { flag: 'wx' }));
  const line = publicKeyLine(publicKey);
  if (options.json === true) printJson(terminal, { secret: file, public: publicFile, key: line });
  else {
    terminal.out(`Secret key: ${printablePath(file)}${password === '' ? '  (without a password)' : ''}\n`);
    terminal.out(`Public key: ${printablePath(publicFile)}\n`);
    terminal.out(`Name it in the policy of the wiki:\n  signers: [${line}]\n`);
  }
  return EXIT.done;
}

/** `living-wiki sign FILE…` */
async function signFiles(context: CommandContext, files: readonly string[], options: SignOptions): Promise<ExitStatus> {
  const { terminal, cwd, clock } = context;
  const key = await readKey(context, options);
  const signed: string[] = [];
  for (const file of files) {
    const place = path.resolve(cwd, file);
    const bytes = attemptFile(place, () => new Uint8Array(readFileSync(place)));
    const comment = options.comment ?? `timestamp:${Math.floor(clock.now() / 1000)}\tfile:${path.basename(place)}`;
    attemptFile(place, () => writeFileSync(`${place}${SIGNATURE_ENDING}`, sign(bytes, key, comment)));
    signed.push(`${file}${SIGNATURE_ENDING}`);
  }
  if (options.json === true) printJson(terminal, { signed });
  else for (const file of signed) terminal.out(`${painter(terminal).green('✓')} ${printablePath(file)}\n`);
  return EXIT.done;
}

/** `living-wiki sign check FILE…` */
function checkFiles(context: CommandContext, files: readonly string[], options: CheckOptions): ExitStatus {
  const { terminal, cwd } = context;
  const keyPlace = path.resolve(cwd, options.publicKey);
  const key = parsePublicKey(existsSync(keyPlace) ? readFileSync(keyPlace, 'utf8') : options.publicKey);
  const results = files.map((file) => {
    const place = path.resolve(cwd, file);
    try {
      const bytes = attemptFile(place, () => new Uint8Array(readFileSync(place)));
      const signature = parseSignature(attemptFile(place, () => readFileSync(`${place}${SIGNATURE_ENDING}`, 'utf8')));
      verify(bytes, signature, [key]);
      return { file, ok: true, message: signature.trustedComment };
    } catch (error) {
      if (!(error instanceof WikiError)) throw error;
      return { file, ok: false, message: error.message };
    }
  });
  if (options.json === true) printJson(terminal, { files: results });
  else {
    const paint = painter(terminal);
    for (const { file, ok, message } of results) {
      terminal.out(`${ok ? paint.green('✓') : paint.red('✗')} ${printablePath(file)}  ${printable(message)}\n`);
    }
  }
  return results.every(({ ok }) => ok) ? EXIT.done : EXIT.findings;
}

async function readKey(context: CommandContext, options: KeyOptions): Promise<SecretKey> {
  const file = keyFile(context, options);
  if (!existsSync(file)) {
    throw new WikiError('living-wiki:config_invalid', `There is no secret key in ${file}.`, {
      remedy: 'Make one: living-wiki sign key. Or name the key of minisign with --key.',
    });
  }
  const text = attemptFile(file, () => readFileSync(file, 'utf8'));
  const password = needsPassword(text) && options.passwordStdin === true ? await readPassword(context) : '';
  return openSecretKey(text, password, scrypt);
}

async function readPassword({ readStdin }: CommandContext): Promise<string> {
  const password = ((await readStdin?.()) ?? '').replace(/\r?\n$/, '');
  if (password !== '') return password;
  throw new WikiError('living-wiki:signing_password', 'Standard input contains no password.', {
    remedy: 'Pass it on standard input, or leave --password-stdin out.',
  });
}

/** The secret key, beside the settings of this device unless another file is named. */
function keyFile({ env, cwd }: CommandContext, { key }: KeyOptions): string {
  if (key !== undefined) return path.resolve(cwd, key);
  const config = configPath(env ?? {}, env?.HOME ?? homedir());
  return path.join(path.dirname(config), 'signing.key');
}

const KEY_OPTION = [
  '--key <file>',
  'the secret key, in the form of minisign (default: one beside the settings)',
] as const;
const PASSWORD_OPTION = ['--password-stdin', 'read the password of the key from standard input'] as const;

/** `sign` */
export function declareSign(program: Command, { context, execute }: CommandHost): void {
  const group = program.command('sign').description('Sign sources, in the format of minisign');
  json(group.command('files', { isDefault: true }))
    .description('Write a detached signature FILE.sig beside each file')
    .argument('<file...>', 'files to sign')
    .option(...KEY_OPTION)
    .option(...PASSWORD_OPTION)
    .option('--comment <text>', 'a comment that is signed with the file')
    .addHelpText('after', examples('living-wiki sign sources/report.pdf'))
    .action((files: string[], options: SignOptions) => execute(signFiles(context, files, options)));
  json(group.command('key'))
    .description('Create a key pair, and print the line to add to the policy of a wiki')
    .option(...KEY_OPTION)
    .option(...PASSWORD_OPTION)
    .addHelpText('after', examples('living-wiki sign key'))
    .action((options: KeyOptions) => execute(makeKey(context, options)));
  json(group.command('check'))
    .description('Check the signatures of files')
    .argument('<file...>', 'files with a signature FILE.sig beside them')
    .requiredOption('--public-key <key>', 'the line of a public key, or its file')
    .addHelpText('after', examples('living-wiki sign check sources/report.pdf --public-key anna.pub'))
    .action((files: string[], options: CheckOptions) => execute(checkFiles(context, files, options)));
}
