import { type MarkupEvents, type MarkupReader } from '../types';
import { type ReaderInput } from './passage-builder';
import { MAX_DEPTH } from './limits';
import { sourceBroken, sourceUnsupported } from './source-errors';

/**
 * Reads HTML or XML with the host's reader. Nesting beyond {@link MAX_DEPTH} is `living-wiki:source_broken`; without a
 * reader the source is `living-wiki:source_unsupported`.
 */
export async function parseMarkup(
  text: string,
  events: MarkupEvents,
  kind: Parameters<MarkupReader['read']>[1],
  { path, markup, run }: Pick<ReaderInput, 'path' | 'markup' | 'run'>,
): Promise<void> {
  if (markup === undefined) {
    const remedy = 'No reader for HTML and XML is available here. Add the text of the document instead.';
    throw sourceUnsupported(path, 'an HTML or XML document', remedy);
  }
  let depth = 0;
  const depthLimited: MarkupEvents = {
    open: (name, attributes) => {
      depth += 1;
      if (depth > MAX_DEPTH) {
        throw sourceBroken(path, `its elements are nested more than ${MAX_DEPTH} deep.`);
      }
      events.open(name, attributes);
    },
    text: (characters, offset) => events.text(characters, offset),
    close: (name) => {
      depth -= 1;
      events.close(name);
    },
  };
  await markup.read(text, kind, depthLimited, run);
}
