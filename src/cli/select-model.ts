import { serverAddress, asWikiError, modelNotConfigured, missingSetting, type ModelHost } from '../workbench';
import { reportConfigProblems } from './commands/config';
import { nodeRandom, type CommandContext } from './context';
import { isConfigured, loadModelConfig, createNodeModelHost } from './model-config';
import { painter, printable } from './terminal';

/**
 * The model that a command asks; `undefined` where none is asked. Says on standard error where one is set up by half.
 * @param wanted `model`: there has to be one; `none`: none is asked; absent: the one that is set up, if one is
 * @throws WikiError `living-wiki:model_not_configured`
 */
export function selectModel(context: CommandContext, wanted?: 'model' | 'none'): ModelHost | undefined {
  if (wanted === 'none') return undefined;
  const config = loadModelConfig(context, nodeRandom);
  reportConfigProblems(context, config);
  const { settings } = config;
  if (wanted === 'model' || isConfigured(settings)) {
    if (!isConfigured(settings)) throw modelNotConfigured(settings);
    return createNodeModelHost(context, settings);
  }
  if (settings.model !== undefined || settings.provider !== undefined || settings.baseUrl !== undefined) {
    const why = `No language model is used: ${missingSetting(settings) ?? ''}.`;
    context.terminal.err(`${painter(context.terminal).yellow('!')} ${why}\n`);
  }
  return undefined;
}

/**
 * Who ranks what a search finds by its meaning; `undefined` where no embedding model is set up. Settings that cannot be
 * used are said on standard error: a search needs none.
 */
export function selectEmbedder(context: CommandContext): ModelHost | undefined {
  try {
    const config = loadModelConfig(context, nodeRandom);
    reportConfigProblems(context, config);
    const { settings } = config;
    const isSetUp = settings.embeddingModel !== undefined && serverAddress(settings) !== null;
    return isSetUp ? createNodeModelHost(context, settings) : undefined;
  } catch (error) {
    const { message, code } = asWikiError(error, 'living-wiki:unexpected');
    const why = `Ranked by words alone. ${printable(message)} (${code})`;
    context.terminal.err(`${painter(context.terminal).yellow('!')} ${why}\n`);
    return undefined;
  }
}
