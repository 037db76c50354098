import { type Command } from 'commander';
import { examples, json, type CommandHost } from '../options';
import {
  isServerAllowed,
  serverAddress,
  scrubUrl,
  missingSetting,
  WikiError,
  type ModelSettings,
} from '../../workbench';
import { type ConfigSetting } from '../config-setting';
import { allSettings, changeSetting, describeSettings, findSetting } from '../config-settings';
import { writeConfig, nodeRandom, loadModelConfig, ENVIRONMENT_OVERRIDES, type ModelConfig } from '../../node';
import { type CommandContext } from '../context';
import { EXIT, type ExitStatus } from '../exit';
import { printJson } from '../print';
import { painter, printable } from '../terminal';

interface ConfigOptions {
  readonly json?: boolean;
}

/** The value of a setting as it is printed. */
function shown(key: ConfigSetting, { settings }: ModelConfig): string | null {
  const value = key.format(settings);
  // An address may hold a key among its parameters.
  return key.name === 'base-url' && value !== null ? scrubUrl(value) : value;
}

function overriddenBy(key: ConfigSetting, { env = {} }: CommandContext): string | null {
  const name = (ENVIRONMENT_OVERRIDES as Readonly<Record<string, string>>)[key.name];
  return name !== undefined && (env[name]?.trim() ?? '') !== '' ? name : null;
}

/** Reads the settings and reports problems with them. */
function loadConfig(context: CommandContext): ModelConfig {
  const config = loadModelConfig(context, nodeRandom);
  reportConfigProblems(context, config);
  return config;
}

/** Reports problems with the settings on standard error. */
export function reportConfigProblems(
  { terminal }: CommandContext,
  { stored, keyWarning: keyLeftOut }: ModelConfig,
): void {
  const paint = painter(terminal);
  if (stored.setAside !== null) {
    const message = `Could not read the settings. The file was renamed to ${stored.setAside}, and nothing is configured.`;
    terminal.err(`${paint.yellow('!')} ${printable(message)} ${paint.dim('living-wiki:config_set_aside')}\n`);
  }
  if (keyLeftOut !== null) terminal.err(`${paint.yellow('!')} ${printable(keyLeftOut)}\n`);
}

/** `living-wiki config list` */
function listConfig(context: CommandContext, options: ConfigOptions): ExitStatus {
  const { terminal } = context;
  const config = loadConfig(context);
  const keys = allSettings(config.settings);
  if (options.json === true) {
    const settings = keys.map((key) => ({
      key: key.name,
      value: shown(key, config),
      from: overriddenBy(key, context) ?? 'file',
    }));
    printJson(terminal, { path: config.stored.path, settings, missing: missingSetting(config.settings) });
    return EXIT.done;
  }
  const paint = painter(terminal);
  const width = Math.max(...keys.map(({ name }) => name.length));
  for (const key of keys) {
    const value = shown(key, config);
    const from = overriddenBy(key, context);
    const text = value === null ? paint.dim('not set') : printable(value);
    terminal.out(`${key.name.padEnd(width)}  ${text}${from === null ? '' : paint.dim(`  from ${from}`)}\n`);
  }
  terminal.out(`\n${describeUse(config.settings)}\nWhat each setting takes: living-wiki config --help\n`);
  return EXIT.done;
}

function describeUse(settings: ModelSettings): string {
  if (!isServerAllowed(settings)) {
    return `The server at ${scrubUrl(serverAddress(settings) ?? '')} is on another computer, and the connection is not encrypted.\nIt is not used until you allow that: living-wiki config set plain-http yes`;
  }
  const { embeddingModel } = settings;
  const server = serverAddress(settings);
  const model = describeModelUse(settings);
  if (embeddingModel === undefined || server === null) return model;
  const where = printable(`${embeddingModel} at ${scrubUrl(server)}`);
  return `${model}\nSearches send the query and the passages that they find to ${where}, to rank by meaning.`;
}

function describeModelUse(settings: ModelSettings): string {
  const missing = missingSetting(settings);
  const address = serverAddress(settings);
  if (missing === null && address !== null) {
    const model = printable(`${settings.model ?? ''} at ${scrubUrl(address)}`);
    return `Ingest, questions and skills use ${model}. Test it: living-wiki models test`;
  }
  return `Ingest, questions and skills use no language model: ${missing ?? 'nothing is chosen'}.`;
}

/** `living-wiki config get KEY` */
function getConfig(context: CommandContext, name: string, options: ConfigOptions): ExitStatus {
  const key = findSetting(name);
  const value = shown(key, loadConfig(context));
  if (options.json === true) printJson(context.terminal, { key: name, value });
  else context.terminal.out(`${value === null ? 'not set' : printable(value)}\n`);
  return EXIT.done;
}

/** `living-wiki config set KEY VALUE` */
async function setConfig(
  context: CommandContext,
  name: string,
  value: string,
  options: ConfigOptions,
): Promise<ExitStatus> {
  const key = findSetting(name);
  return change(context, key, isKeySetting(name) ? await readSecret(context, value) : value.trim(), options);
}

/** `living-wiki config unset KEY` */
function unsetConfig(context: CommandContext, name: string, options: ConfigOptions): ExitStatus {
  return change(context, findSetting(name), null, options);
}

function change(
  context: CommandContext,
  key: ConfigSetting,
  value: string | null,
  { json }: ConfigOptions,
): ExitStatus {
  const { terminal } = context;
  const { stored } = loadConfig(context);
  const changed = changeSetting(stored.settings, key, value);
  writeConfig(stored.path, changed.settings, nodeRandom);
  if (json === true) {
    const now = key.format(changed.settings);
    const shownNow = key.name === 'base-url' && now !== null ? scrubUrl(now) : now;
    printJson(terminal, {
      key: key.name,
      value: shownNow,
      note: changed.note,
      missing: missingSetting(changed.settings),
    });
    return EXIT.done;
  }
  const paint = painter(terminal);
  terminal.out(`${paint.green('✓')} ${printable(key.name)} is ${value === null ? 'no longer set' : 'set'}.\n`);
  if (changed.note !== null) terminal.out(`${paint.yellow('!')} ${changed.note}\n`);
  const by = overriddenBy(key, context);
  if (by !== null) terminal.out(`${paint.yellow('!')} ${by} is set and overrides it.\n`);
  terminal.out(`${describeUse(changed.settings)}\n`);
  return EXIT.done;
}

/** Whether a value is a secret, which is read from standard input. */
const isKeySetting = (name: string): boolean => name === 'key' || /^server\..*\.key$/.test(name);

/** @throws WikiError `living-wiki:config_invalid` */
async function readSecret({ readStdin: stdin }: CommandContext, value: string): Promise<string> {
  const refused = (message: string): WikiError =>
    new WikiError('living-wiki:config_invalid', message, {
      remedy: 'Run "living-wiki config set key -" and pass the key on standard input.',
    });
  if (value !== '-')
    throw refused('The key was not stored, because a key on the command line ends up in the shell history.');
  const secret = ((await stdin?.()) ?? '').trim();
  if (secret === '') throw refused('Standard input contains no key.');
  if (/\s/.test(secret)) throw refused('The key contains spaces or line breaks.');
  return secret;
}

/** `living-wiki config path` */
function showConfigPath(context: CommandContext, options: ConfigOptions): ExitStatus {
  const { path } = loadModelConfig(context, nodeRandom).stored;
  if (options.json === true) printJson(context.terminal, { path });
  else context.terminal.out(`${path}\n`);
  return EXIT.done;
}

/** Every setting with what it takes, in the columns of the help. */
function settingsHelp({ command }: { readonly command: Command }): string {
  const help = command.createHelp();
  help.prepareContext({ helpWidth: command.configureOutput().getOutHelpWidth?.() ?? 80 });
  const settings = describeSettings();
  const width = Math.max(...settings.map(({ name }) => name.length));
  const items = settings.map(({ name, expects }) => help.formatItem(name, width, expects, help));
  return ['', ...help.formatItemList('Settings:', items, help)].join('\n');
}

/** `config` */
export function declareConfig(program: Command, { context, execute }: CommandHost): void {
  const command = program.command('config');
  command.description('Change settings, such as the language model; they are kept outside the wiki');
  command.addHelpText('after', settingsHelp);
  json(command.command('list', { isDefault: true }))
    .description('List all settings; the API key is never printed')
    .action((options: Parameters<typeof listConfig>[1]) => execute(listConfig(context, options)));
  json(command.command('get'))
    .description('Print one setting')
    .argument('<key>', 'the name of the setting')
    .action((key: string, options: Parameters<typeof getConfig>[2]) => execute(getConfig(context, key, options)));
  json(command.command('set'))
    .description('Change a setting; the API key is read from standard input')
    .argument('<key>', 'the name of the setting')
    .argument('<value>', 'the new value; "-" reads the API key from standard input')
    .addHelpText(
      'after',
      examples(
        'living-wiki config set provider openrouter',
        'living-wiki config set key - < key.txt',
        'living-wiki config set price.gpt-4o-mini "0.15 0.6 0.075"',
      ),
    )
    .action((key: string, value: string, options: Parameters<typeof setConfig>[3]) =>
      execute(setConfig(context, key, value, options)),
    );
  json(command.command('unset'))
    .description('Remove a setting')
    .argument('<key>', 'the name of the setting')
    .action((key: string, options: Parameters<typeof unsetConfig>[2]) => execute(unsetConfig(context, key, options)));
  json(command.command('path'))
    .description('Print the path of the settings file')
    .action((options: Parameters<typeof showConfigPath>[1]) => execute(showConfigPath(context, options)));
}
