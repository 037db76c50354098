import { Parser } from 'htmlparser2';
import { throwIfCancelled } from '../base';
import { type MarkupReader } from '../workbench';

const CHUNK = 64 * 1024;

/** Reads HTML and XML with a streaming parser that builds no tree, and yields between chunks. */
export const markupReader: MarkupReader = {
  async read(text, kind, events, run) {
    const isXhtml = kind === 'xhtml';
    const parser: Parser = new Parser(
      {
        onopentag: (name, attributes) => events.open(name, attributes),
        ontext: (characters) => events.text(characters, parser.startIndex),
        onclosetag: (name) => events.close(name),
      },
      { decodeEntities: true, xmlMode: kind === 'xml', recognizeSelfClosing: isXhtml, recognizeCDATA: isXhtml },
    );
    for (let at = 0; at < text.length; at += CHUNK) {
      throwIfCancelled(run);
      parser.write(text.slice(at, at + CHUNK));
      await run.yieldToHost();
    }
    parser.end();
  },
};
