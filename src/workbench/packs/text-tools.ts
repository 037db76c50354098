import { estimateTokens, stripInvisible } from '../../model';
import { type TextTools } from '../../packs';

/** What the room of packs needs of the room of models. */
export const PACK_TEXT_TOOLS: TextTools = {
  countTokens: estimateTokens,
  clean: (text) => stripInvisible(text).text,
};
