import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { says } from '../model/server/behaviours';
import { ModelServer, type Behaviour, type Heard } from '../model/server/server';
import { LENS_SOURCE, TOWER_SOURCE } from '../support/wiki';
import { Bench } from './support';

/** A key that must be found nowhere but in the header of a request. */
export const SECRET = 'sk-test-0123456789abcdefghij';

/** What the two sources say, to the letter. */
const STATED: readonly (readonly [quote: string, about: string])[] = [
  ['A Fresnel lens is a lens built from concentric rings of prisms.', 'Fresnel lens'],
  ['The Cordouan Lighthouse was the first to have one.', 'Cordouan Lighthouse'],
  ['The Cordouan Lighthouse is a lighthouse in the mouth of the Gironde.', 'Cordouan Lighthouse'],
  ['the Fresnel lens in the picture is lit', 'Fresnel lens'],
  ['We lit the lamp at dusk.', 'lamp'],
];

/** All text of a request's last message. */
export function questionOf({ body }: Heard): string {
  const last = (body.messages as { content: unknown }[]).at(-1)?.content;
  return typeof last === 'string' ? last : JSON.stringify(last);
}

/** Which answer is asked for: told by the words, since a server that takes no schema is told of it in words as well. */
export function taskOf(heard: Heard): 'survey' | 'texts' | 'edits' | 'picture' {
  const question = questionOf(heard);
  if (question.includes('Task: survey')) return 'survey';
  if (question.includes('Task: write the summary')) return 'texts';
  return question.includes('Task: bring the page') ? 'edits' : 'picture';
}

interface Reader {
  /** A quote that stands in no source goes with the others. */
  readonly invents?: boolean;
  /** Tokens that it says it has read; 100 when absent. */
  readonly tokens?: number;
}

/** A model that does its work: it quotes what it finds, and writes short texts on it. */
export function reads({ invents = false, tokens = 100 }: Reader = {}): Behaviour {
  const usage = { prompt_tokens: tokens, completion_tokens: 20, total_tokens: tokens + 20 };
  return (heard, response) => says(JSON.stringify(answerTo(heard, invents)), { usage })(heard, response);
}

function answerTo(heard: Heard, invents: boolean): unknown {
  const question = questionOf(heard);
  const flat = question.replace(/\\n|\s+/g, ' ');
  if (taskOf(heard) === 'picture')
    return { words: '', description: 'A photograph: the Fresnel lens in the picture is lit.' };
  if (taskOf(heard) === 'edits') return { edits: [], conflicts: [] };
  if (taskOf(heard) === 'texts') {
    const names = [...question.matchAll(/^- (.+) \([a-z-]+\)$/gm)].map(([, name = '']) => name);
    const ids = [...question.matchAll(/^(c\d+): /gm)].map(([, id = '']) => id);
    const pages = names.map((name) => ({
      name,
      aliases: [],
      confidence: null,
      sections: [{ heading: '', text: `The source tells of ${name}.`, claims: ids }],
    }));
    return { summary: [{ text: 'The source tells of a light.', claims: ids.slice(0, 1) }], pages };
  }
  const found = STATED.filter(([quote]) => flat.includes(quote));
  const claims = found.map(([quote, about]) => ({ text: quote, quote, about: [about], pages: [], key: true }));
  const invented = {
    text: 'It sank.',
    quote: 'The lighthouse sank in 1900 with all hands.',
    about: ['Cordouan Lighthouse'],
    pages: [],
    key: true,
  };
  return { claims: invents ? [...claims, invented] : claims, names: [] };
}

/** A wiki on disk with two sources, a server, and the program set up for it. */
export class ModelBench extends Bench {
  private constructor(readonly server: ModelServer) {
    super();
  }

  static async start(): Promise<ModelBench> {
    const bench = new ModelBench(await ModelServer.start());
    bench.server.models = { data: [{ id: 'small' }, { id: 'large' }] };
    // Pauses pass at once; the limits of silence never do.
    bench.timer = {
      sleep: (ms, signal) =>
        ms < 200_000
          ? Promise.resolve()
          : new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
    };
    bench.configured({
      LIVING_WIKI_BASE_URL: bench.server.url,
      LIVING_WIKI_MODEL: 'small',
      LIVING_WIKI_API_KEY: SECRET,
    });
    await bench.run(bench.folder, 'init', 'wiki');
    bench.addSource('lens.md', LENS_SOURCE);
    bench.addSource('tower.md', TOWER_SOURCE);
    return bench;
  }

  get wiki(): string {
    return this.at('wiki');
  }

  addSource(name: string, content: string | Uint8Array): void {
    writeFileSync(this.at('wiki', 'sources', name), content);
  }

  in(...argv: string[]): ReturnType<Bench['run']> {
    return this.run(this.wiki, ...argv);
  }

  /** The bytes of every file in the folder, one string, for searching. */
  everything(): string {
    return readdirSync(this.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(path.join(entry.parentPath, entry.name)).toString('latin1'))
      .join('\n');
  }

  async end(): Promise<void> {
    await this.server.close();
    this.remove();
  }
}
