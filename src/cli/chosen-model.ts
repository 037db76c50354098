import { addressOf, asWikiError, notConfigured, whatIsMissing } from '../workbench';
import type { ModelHost } from '../workbench';
import { tellOf } from './commands/config';
import { nodeRandom } from './context';
import type { Context } from './context';
import { isConfigured, modelConfig, nodeModelHost } from './model-config';
import { painter, printable } from './terminal';

/**
 * The model that a command asks; `undefined` where none is asked. Says on standard error where one is set up by half.
 * @param wanted `model`: there has to be one; `none`: none is asked; absent: the one that is set up, if one is
 * @throws WikiError `living-wiki:model_not_configured`
 */
export function chosenModel(context: Context, wanted?: 'model' | 'none'): ModelHost | undefined {
  if (wanted === 'none') return undefined;
  const config = modelConfig(context, nodeRandom);
  tellOf(context, config);
  const { settings } = config;
  if (wanted === 'model' || isConfigured(settings)) {
    if (!isConfigured(settings)) throw notConfigured(settings);
    return nodeModelHost(context, settings);
  }
  if (settings.model !== undefined || settings.provider !== undefined || settings.baseUrl !== undefined) {
    const why = `No language model is used: ${whatIsMissing(settings) ?? ''}.`;
    context.terminal.err(`${painter(context.terminal).yellow('!')} ${why}\n`);
  }
  return undefined;
}

/**
 * Who ranks what a search finds by its meaning; `undefined` where no embedding model is set up. Settings that cannot be
 * used are said on standard error: a search needs none.
 */
export function chosenEmbedder(context: Context): ModelHost | undefined {
  try {
    const config = modelConfig(context, nodeRandom);
    tellOf(context, config);
    const { settings } = config;
    const isSetUp = settings.embeddingModel !== undefined && addressOf(settings) !== null;
    return isSetUp ? nodeModelHost(context, settings) : undefined;
  } catch (error) {
    const { message, code } = asWikiError(error, 'living-wiki:unexpected');
    const why = `Ranked by words alone. ${printable(message)} (${code})`;
    context.terminal.err(`${painter(context.terminal).yellow('!')} ${why}\n`);
    return undefined;
  }
}
