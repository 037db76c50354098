import { Parser } from 'htmlparser2';
import type { Handler, ParserOptions } from 'htmlparser2';
import { throwIfCancelled } from '../../base';
import type { Run } from '../../base';
import { MAX_DEPTH } from './limits';
import { sourceBroken } from './problems';

const CHUNK = 64 * 1024;

/**
 * Runs HTML or XML through a streaming parser that builds no tree, knows no external entity and expands no entity that a
 * document defines; it yields between chunks. Elements inside each other beyond {@link MAX_DEPTH} are
 * `living-wiki:source_broken`.
 *
 * @param path for messages
 */
export async function parseMarkup(
  text: string,
  handler: Partial<Handler>,
  options: ParserOptions,
  path: string,
  run: Run,
): Promise<void> {
  let depth = 0;
  const guarded: Partial<Handler> = {
    ...handler,
    onopentag: (name, attributes, implied) => {
      depth += 1;
      if (depth > MAX_DEPTH) {
        throw sourceBroken(path, `its elements stand more than ${MAX_DEPTH} deep inside each other.`);
      }
      handler.onopentag?.(name, attributes, implied);
    },
    onclosetag: (name, implied) => {
      depth -= 1;
      handler.onclosetag?.(name, implied);
    },
  };
  const parser = new Parser(guarded, { decodeEntities: true, ...options });
  handler.onparserinit?.(parser);
  for (let at = 0; at < text.length; at += CHUNK) {
    throwIfCancelled(run);
    parser.write(text.slice(at, at + CHUNK));
    await run.breathe();
  }
  parser.end();
}
