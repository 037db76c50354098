import { type MarkupEvents, type MarkupReader } from '../types';
import { type ReaderInput } from './passage-builder';
import { MAX_DEPTH } from './limits';
import { sourceBroken, sourceUnsupported } from './source-errors';

/**
 * Runs HTML or XML through the host's reader. Elements inside each other beyond {@link MAX_DEPTH} are
 * `living-wiki:source_broken`; without a reader the source is `living-wiki:source_unsupported`.
 */
export async function parseMarkup(
  text: string,
  events: MarkupEvents,
  kind: Parameters<MarkupReader['read']>[1],
  { path, markup, run }: Pick<ReaderInput, 'path' | 'markup' | 'run'>,
): Promise<void> {
  if (markup === undefined) {
    const remedy = 'This host has no reader for HTML and XML; add the text of the document instead.';
    throw sourceUnsupported(path, 'a document made of HTML or XML', remedy);
  }
  let depth = 0;
  const depthLimited: MarkupEvents = {
    open: (name, attributes) => {
      depth += 1;
      if (depth > MAX_DEPTH) {
        throw sourceBroken(path, `its elements stand more than ${MAX_DEPTH} deep inside each other.`);
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
