import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { says } from '../model/server/behaviours';
import { ModelServer, type Behaviour, type Heard } from '../model/server/server';
import { LENS_SOURCE, queueTimer, TOWER_SOURCE } from '../support/wiki';
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
export function taskOf(heard: Heard): 'plan' | 'write' | 'verify' | 'picture' {
  const question = questionOf(heard);
  if (question.includes('Task: plan how')) return 'plan';
  if (question.includes('Task: write the pages')) return 'write';
  return question.includes('Task: check the new text') ? 'verify' : 'picture';
}

interface Reader {
  /** Adds a sentence to each page that no unit states. */
  readonly invents?: boolean;
  /** Tokens that it says it has read; 100 when absent. */
  readonly tokens?: number;
}

/** A model that does its work: it plans a page for each subject that it knows, and writes what the units say. */
export function reads({ invents = false, tokens = 100 }: Reader = {}): Behaviour {
  const usage = { prompt_tokens: tokens, completion_tokens: 20, total_tokens: tokens + 20 };
  return (heard, response) => says(JSON.stringify(answerTo(heard, invents)), { usage })(heard, response);
}

function answerTo(heard: Heard, invents: boolean): unknown {
  const question = questionOf(heard);
  if (taskOf(heard) === 'picture')
    return { words: '', description: 'A photograph: the Fresnel lens in the picture is lit.' };
  if (taskOf(heard) === 'verify') return { findings: [] };
  const units = [...question.matchAll(/^\{(\d+\.\d+)\}(?: \([\w ]+\))? (.*)$/gm)].map(([, mark = '', text = '']) => ({
    mark,
    text,
  }));
  const about = ({ text }: { text: string }): string | undefined => STATED.find(([quote]) => text.includes(quote))?.[1];
  if (taskOf(heard) === 'plan') {
    const subjects = new Set(units.flatMap((unit) => about(unit) ?? []));
    const left = units.filter((unit) => about(unit) === undefined).map(({ mark }) => mark);
    return {
      source: { what: 'The source tells of a light.', date: null, points: [] },
      pages: [...subjects].map((title) => ({
        slug: title.toLowerCase().replaceAll(' ', '-'),
        title,
        kind: 'entity',
        op: 'create',
        units: units.filter((unit) => about(unit) === title).map(({ mark }) => mark),
        from: [],
        aliases: [],
        why: '',
      })),
      left: left.length === 0 ? [] : [{ units: left, reason: 'off-scope', note: '' }],
      replaces: [],
      answers: [],
    };
  }
  const targets = [...question.matchAll(/^Page (\S+) \(/gm)].map(([, slug = '']) => slug);
  return {
    pages: targets.map((slug) => {
      const own = units.filter((unit) => about(unit)?.toLowerCase().replaceAll(' ', '-') === slug);
      const sentences = own.map(({ mark, text }) => `${text}{${mark}}`);
      return { slug, title: '', markdown: [...sentences, ...(invents ? ['It sank with all hands.'] : [])].join(' ') };
    }),
  };
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
    // The queue's signs of life do not come, and its pauses pass as the clock is looked at.
    bench.jobTimer = queueTimer();
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
