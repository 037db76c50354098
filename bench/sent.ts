import { createModelCurator, type CurateRequest } from '../src/ingest';
import { createModel, estimateTokens, type ModelDeps } from '../src/model';
import { says } from '../test/model/server/behaviours';
import { ModelServer, type Behaviour, type Heard } from '../test/model/server/server';

interface Format {
  readonly json_schema?: { readonly name?: string };
}

/** What the model is asked for, and all text that it is sent. */
function readOf({ body }: Heard): { readonly task: string; readonly text: string } {
  const messages = body.messages as readonly { readonly content: string }[];
  const task = (body.response_format as Format | undefined)?.json_schema?.name ?? '';
  return { task, text: messages.map(({ content }) => content).join('\n') };
}

/** A model that makes a claim of the middle sentence of each paragraph of the generated source, and adds one to each page. */
const works: Behaviour = (heard, response) => {
  const { task, text } = readOf(heard);
  let answer: unknown;
  if (task === 'survey') {
    const found = text.matchAll(/[.] ((\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+ \d+) is a [^.]+\.)/gu);
    const claims = [...found].map(([, quote, name]) => ({ text: quote, quote, about: [name], pages: [], key: false }));
    answer = { claims, names: [] };
  } else {
    const ids = [...text.matchAll(/^(c\d+): /gm)].map(([, id]) => id);
    const add = { op: 'append_to_section', anchor: 'Background', text: 'More is known.', claims: ids, declares: [] };
    answer =
      task === 'page_edits'
        ? { edits: [add], conflicts: [] }
        : { summary: [{ text: 'It tells of many.', claims: ids }], pages: [] };
  }
  return says(JSON.stringify(answer))(heard, response);
};

/**
 * Has a scripted model over HTTP on loopback curate one source, and counts what arrived there.
 * @returns characters of the requests' bodies, the tokens that these are by the product's own count, and calls
 */
export async function measureSent(
  request: CurateRequest,
  { random, clock }: Pick<ModelDeps, 'random' | 'clock'>,
): Promise<Record<'sentCalls' | 'sentCharacters' | 'sentTokens', number>> {
  const server = await ModelServer.start();
  try {
    server.script(works);
    const timer = { sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref()) };
    const memory = { get: () => Promise.resolve(undefined), set: () => Promise.resolve() };
    const deps: ModelDeps = { fetch: (input, init) => fetch(input, init), timer, clock, random, capabilities: memory };
    const model = createModel({ baseUrl: server.url, model: 'tiny' }, deps);
    const { files } = await createModelCurator({ model, random }).curate(request);
    // The summary and at least one page: otherwise the figure would be that of a curation that came to nothing.
    if (files.length < 2) throw new Error('The scripted model brought no page up to date.');
    const bodies = server.asked.map(({ text }) => text);
    return {
      sentCalls: bodies.length,
      sentCharacters: bodies.reduce((sum, body) => sum + body.length, 0),
      sentTokens: bodies.reduce((sum, body) => sum + estimateTokens(body), 0),
    };
  } finally {
    await server.close();
  }
}
