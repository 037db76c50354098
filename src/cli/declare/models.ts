import { type Command } from 'commander';
import { getConfig, listConfig, setConfig, showConfigPath, unsetConfig } from '../commands/config';
import { listModels, testModel } from '../commands/models';
import { type CommandContext } from '../context';
import { type ExitStatus } from '../exit';
import { examples, json, type Set } from './options';

/** `config`. */
export function configCommands(command: Command, context: CommandContext, set: Set): void {
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

/** `models`. */
export function modelCommands(command: Command, context: CommandContext, set: Set): void {
  command.description('See the models of the server that is set up, and try the chosen one');
  json(command.command('list', { isDefault: true }))
    .description('List the models that the server offers')
    .action((options: Parameters<typeof listModels>[1]) => set(listModels(context, options)));
  json(command.command('test'))
    .description('Ask the chosen model one short question, and say what is wrong')
    .action((options: Parameters<typeof testModel>[1]) => set(testModel(context, options)));
}
