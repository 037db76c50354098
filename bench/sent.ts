import { createModelCurator, type CurateRequest } from '../src/ingest';
import { createModel, estimateTokens, type ModelDeps } from '../src/model';
import { says } from '../test/model/server/behaviours';
import { ModelServer, type Behaviour, type Heard } from '../test/model/server/server';

/** What the model is asked for, and all text that it is sent. */
function readOf({ body }: Heard): { readonly task: string; readonly text: string } {
  const messages = body.messages as readonly { readonly content: string }[];
  const text = messages.map(({ content }) => content).join('\n');
  return { task: text.includes('Task: plan how') ? 'plan' : 'pages', text };
}

/** Pages of the wiki that the scripted model adds to. */
const EDITED_PAGES = 12;

/** A model that adds the units of the generated source, each as it is, to the first pages that it is shown. */
export const works: Behaviour = (heard, response) => answer(heard, response, firstPages);

/** A model that makes a page of the source's own, by the first name with a number that it reads. */
export const worksApart: Behaviour = (heard, response) => answer(heard, response, ownPage);

function answer(heard: Heard, response: Parameters<Behaviour>[1], pagesOf: PagesOf): ReturnType<Behaviour> {
  const { task, text } = readOf(heard);
  const units = new Map([...text.matchAll(/^\{(1\.\d+)\} (.*)$/gm)].map(([, mark = '', words = '']) => [mark, words]));
  const said = task === 'plan' ? planFor(pagesOf(text, units), [...units.keys()]) : { pages: pagesFor(text, units) };
  return says(JSON.stringify(said))(heard, response);
}

interface PlannedPages {
  readonly op: 'create' | 'edit';
  readonly slugs: readonly string[];
}

type PagesOf = (prompt: string, units: ReadonlyMap<string, string>) => PlannedPages;

function firstPages(prompt: string): PlannedPages {
  const slugs = [...prompt.matchAll(/^- ([a-z0-9-]+)/gm)].map(([, slug = '']) => slug).slice(0, EDITED_PAGES);
  return slugs.length === 0 ? { op: 'create', slugs: ['all-of-it'] } : { op: 'edit', slugs };
}

function ownPage(_prompt: string, units: ReadonlyMap<string, string>): PlannedPages {
  const [, name, number] = /(\w+) (\d+)/.exec([...units.values()].join(' ')) ?? [];
  return { op: 'create', slugs: [`${name ?? 'page'}-${number ?? ''}`] };
}

function planFor({ op, slugs: targets }: PlannedPages, marks: readonly string[]): unknown {
  const share = Math.ceil(marks.length / targets.length);
  return {
    source: { what: 'It tells of many.', date: null, points: [] },
    pages: targets.map((slug, at) => ({
      slug,
      title: slug,
      op,
      units: marks.slice(at * share, (at + 1) * share).join(', '),
    })),
  };
}

function pagesFor(prompt: string, units: ReadonlyMap<string, string>): readonly unknown[] {
  const targets = prompt.matchAll(/^Page (\S+) \([^\n]*\), (create|edit): [^\n]*\nIts units: ([^\n]*)$/gm);
  return [...targets].map(([, slug, op, ranges = '']) => {
    const markdown = marksIn(ranges)
      .map((mark) => `${units.get(mark) ?? ''}{${mark}}`)
      .join('\n\n');
    return op === 'create' ? { slug, markdown } : { slug, edits: [{ block: '', starts: '', do: 'append', markdown }] };
  });
}

/** The marks of ranges such as `3-8, 11`. */
function marksIn(ranges: string): readonly string[] {
  return [...ranges.matchAll(/(?:1\.)?(\d+)(?:-(?:1\.)?(\d+))?/g)].flatMap(([, from = '', to = from]) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => `1.${Number(from) + at}`),
  );
}

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
