import { writeFileSync } from 'node:fs';
import { says } from '../model/server/behaviours';
import { ModelServer, type Behaviour, type Heard } from '../model/server/server';
import { type SortedClaims } from '../../src/deliberation';
import { queueTimer } from '../support/wiki';
import { ANSWERS, QUESTION, SORTING, SOURCE } from '../deliberation/support';
import { Bench, type Ran } from './support';

export type Round = 1 | 2 | 3;

/** Everything that a request says. */
export const saidIn = ({ body }: Heard): string => JSON.stringify(body.messages);

export function roundOf(heard: Heard): Round {
  const text = saidIn(heard);
  if (text.includes('You answer a question independently')) return 1;
  return text.includes('You sort what others said') ? 3 : 2;
}

/** A model that answers each round from a script; a behaviour stands for an answer that is none. */
export function speaks(
  script: Readonly<Record<1 | 2, string | Behaviour>>,
  sorting: SortedClaims = SORTING,
): Behaviour {
  const usage = { prompt_tokens: 200, completion_tokens: 100, total_tokens: 300 };
  return (heard, response) => {
    const round = roundOf(heard);
    const answer = round === 3 ? JSON.stringify(sorting) : script[round];
    return typeof answer === 'string' ? says(answer, { usage })(heard, response) : answer(heard, response);
  };
}

export const SERVERS = ['aurora', 'borealis', 'cumulus'] as const;
export const keyOf = (server: string): string => `sk-${server}-0123456789`;

/** A wiki with one source, and three servers with a model each, every one with its own key and price. */
export class DeliberationBench extends Bench {
  readonly servers: Readonly<Record<(typeof SERVERS)[number], ModelServer>>;

  private constructor(servers: DeliberationBench['servers']) {
    super();
    this.servers = servers;
  }

  static async start(): Promise<DeliberationBench> {
    const [aurora, borealis, cumulus] = [
      await ModelServer.start(),
      await ModelServer.start(),
      await ModelServer.start(),
    ];
    const bench = new DeliberationBench({ aurora, borealis, cumulus });
    bench.configured();
    bench.jobTimer = queueTimer();
    await bench.run(bench.folder, 'init', 'wiki');
    for (const name of SERVERS) {
      await bench.in('config', 'set', `server.${name}.base-url`, bench.servers[name].url);
      await bench.in('config', 'set', `server.${name}.model`, `${name}/large`);
      await bench.in('config', 'set', `server.${name}.price`, '2 10');
      bench.input = keyOf(name);
      await bench.in('config', 'set', `server.${name}.key`, '-');
    }
    writeFileSync(bench.at('wiki', 'sources', 'survey.md'), SOURCE.text);
    bench.script({ aurora: speaks(ANSWERS.A), borealis: speaks(ANSWERS.B), cumulus: speaks(ANSWERS.C) });
    return bench;
  }

  script(behaviours: Partial<Record<(typeof SERVERS)[number], Behaviour>>): void {
    for (const name of SERVERS) {
      const behaviour = behaviours[name];
      if (behaviour !== undefined) this.servers[name].script(behaviour);
    }
  }

  get wiki(): string {
    return this.at('wiki');
  }

  /** How many requests all servers got. */
  get asked(): number {
    return SERVERS.reduce((sum, name) => sum + this.servers[name].asked.length, 0);
  }

  in(...argv: string[]): Promise<Ran> {
    return this.run(this.wiki, ...argv);
  }

  deliberate(...more: string[]): Promise<Ran> {
    const sources = ['--sources', 'sources/survey.md'];
    return this.in('deliberate', QUESTION, '--models', SERVERS.join(','), ...sources, ...more);
  }

  async end(): Promise<void> {
    for (const name of SERVERS) await this.servers[name].close();
    this.remove();
  }
}
