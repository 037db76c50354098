import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startReplayServer } from '../test/model/server/replay-server';
import { startVerbatimModel, VERBATIM } from '../test/quality/verbatim-model';
import { compareOrders, renderDetails, renderSample, renderTable } from './report';
import { runSet, type SetReport } from './run-set';
import { loadSet, setNames, shuffled } from './sets';
import { type Endpoint } from './wiki-run';

const USAGE = `npm run quality -- [--set NAME]… [--endpoint URL --model NAME | --verbatim] [--shuffle] [--json]

  --set NAME       one of the sets in quality/sets (default: all)
  --endpoint URL   a server that speaks the OpenAI protocol; without it the built-in curator reads the sources.
                   Its key is taken from LIVING_WIKI_API_KEY.
  --model NAME     the model to ask there
  --verbatim       ask a scripted model that writes every unit of a source as it is
  --record FILE    record the conversation with the endpoint
  --replay FILE    answer from such a recording; needs --model, --set and the order of the recording
  --shuffle        bring the sources in a second time, in another order, and compare
  --out DIR        for the wikis, the details and the sampled citations (default: .bench/quality)
  --json           print all figures as JSON`;

interface Options {
  readonly sets: readonly string[];
  readonly endpoint: Endpoint | null;
  readonly shuffle: boolean;
  readonly json: boolean;
  readonly out: string;
}

const root = process.cwd();
const setsFolder = path.join(root, 'quality', 'sets');
const cli = path.join(root, 'dist', 'cli.mjs');

const say = (line: string): void => void process.stderr.write(`${line}\n`);

async function run({ sets, endpoint, shuffle, json, out }: Options): Promise<void> {
  const reports: (readonly [string, SetReport])[] = [];
  const orders: Record<string, ReturnType<typeof compareOrders>> = {};
  for (const name of sets) {
    const set = loadSet(setsFolder, name);
    const inOrder = async (title: string, order: typeof set.sources): Promise<SetReport> => {
      const folder = path.join(out, title);
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      // Outside the repository: a wiki is looked for upward from its folder, and so is a vault.
      const scratch = realpathSync(mkdtempSync(path.join(tmpdir(), 'living-wiki-quality-')));
      const report = await runSet(set, { scratch, cli, endpoint, order, say });
      cpSync(path.join(scratch, 'wiki'), path.join(folder, 'wiki'), { recursive: true });
      rmSync(scratch, { recursive: true });
      writeFileSync(path.join(folder, 'details.md'), `# ${set.title}\n${renderDetails(report)}\n`);
      writeFileSync(path.join(folder, 'citations.md'), renderSample(report.citations.all));
      writeFileSync(path.join(folder, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
      reports.push([title, report]);
      return report;
    };
    const dated = await inOrder(name, set.sources);
    if (!shuffle) continue;
    orders[name] = compareOrders(dated, await inOrder(`${name}, other order`, shuffled(set.sources)));
  }
  if (json) {
    process.stdout.write(`${JSON.stringify({ reports: Object.fromEntries(reports), orders }, null, 2)}\n`);
    return;
  }
  process.stdout.write(`${renderTable(reports)}\n`);
  for (const [name, { facts, support }] of Object.entries(orders))
    process.stdout.write(`\n${name} in another order: the same facts ${facts}, the same quotes cited ${support}\n`);
  process.stdout.write(`\nThe wikis, the details and the sampled citations are in ${out}.\n`);
}

interface Asked {
  readonly endpoint?: string | undefined;
  readonly model?: string | undefined;
  readonly record?: string | undefined;
  readonly replay?: string | undefined;
  readonly verbatim: boolean;
}

interface Opened {
  /** `null` for the built-in curator. */
  readonly endpoint: Endpoint | null;
  readonly close: () => Promise<void>;
}

/** @returns `null` if the options contradict each other */
async function openEndpoint({ endpoint: url, model, record, replay, verbatim }: Asked): Promise<Opened | null> {
  const ways = [url !== undefined, replay !== undefined, verbatim].filter(Boolean).length;
  if (ways > 1 || (model !== undefined) !== (url !== undefined || replay !== undefined)) return null;
  const more = {
    key: process.env.LIVING_WIKI_API_KEY ?? null,
    record: record === undefined ? null : path.resolve(record),
  };
  if (verbatim) {
    const server = await startVerbatimModel();
    return { endpoint: { url: server.url, model: VERBATIM, ...more }, close: () => server.close() };
  }
  if (replay !== undefined && model !== undefined) {
    const server = await startReplayServer(readFileSync(replay, 'utf8'));
    const close = async (): Promise<void> => {
      await server.close();
      say(
        `${server.remaining()} exchanges of the recording were not used, ${server.unknown.length} requests were not in it.`,
      );
    };
    return { endpoint: { url: server.url, model, ...more }, close };
  }
  const endpoint = url === undefined || model === undefined ? null : { url, model, ...more };
  return { endpoint, close: () => Promise.resolve() };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      set: { type: 'string', multiple: true },
      endpoint: { type: 'string' },
      model: { type: 'string' },
      verbatim: { type: 'boolean', default: false },
      record: { type: 'string' },
      replay: { type: 'string' },
      shuffle: { type: 'boolean', default: false },
      out: { type: 'string', default: path.join(root, '.bench', 'quality') },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const opened = values.help ? null : await openEndpoint(values);
  if (opened === null) {
    say(USAGE);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const { shuffle, json, out } = values;
  await run({
    sets: values.set ?? setNames(setsFolder),
    endpoint: opened.endpoint,
    shuffle,
    json,
    out: path.resolve(out),
  }).finally(opened.close);
}

await main();
