import { serverAddress, asWikiError, modelNotConfigured, missingSetting, type ModelHost } from '../workbench';
import { reportConfigProblems } from './commands/config';
import { type CommandContext } from './context';
import { nodeRandom, isConfigured, loadModelConfig, createNodeModelHost } from '../node';
import { painter, printable } from './terminal';

/**
 * The model that a command uses; `undefined` for none. An incomplete configuration is reported on standard error.
 * @param wanted `model`: required; `none`: use no model; absent: the one that is set up, if any
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
 * Ranks search results by meaning; `undefined` if no embedding model is set up. Unusable settings are only reported on
 * standard error, because search works without them.
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
