import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startVerbatimModel, VERBATIM } from '../test/quality/verbatim-model';
import { startAnswerEndpoint, type Upstream } from './answer-endpoint';
import { pagesIn, withHashedQuotes, withoutTimes } from './pages';
import { RecordedAnswers } from './recorded-answers';
import { compareOrders, renderDetails, renderSample, renderTable } from './report';
import { runSet, type SetReport } from './run-set';
import { loadSet, setNames, shuffled } from './sets';
import { type Endpoint } from './wiki-run';

const USAGE = `npm run quality -- [--set NAME]… [--endpoint URL --model NAME | --verbatim | --replay FILE] [--shuffle] [--json]

  --set NAME       one of the sets in quality/sets (default: all)
  --endpoint URL   a server that speaks the OpenAI protocol; without it the built-in curator reads the sources.
                   Its key is taken from LIVING_WIKI_API_KEY.
  --model NAME     the model to ask there
  --verbatim       ask a scripted model that writes every unit of a source as it is
  --record FILE    keep each answer in this file. An answer that the file has already is not asked for again, so that a run that
                   stopped goes on where it was.
  --replay FILE    answer from such a file and ask nobody. What it lacks is an error.
  --keep DIR       copy the pages of the wiki there; needs one --set
  --shuffle        bring the sources in a second time, in another order, and compare
  --out DIR        for the wikis, the details and the sampled citations (default: .bench/quality)
  --json           print all figures as JSON`;

interface Options {
  readonly sets: readonly string[];
  readonly endpoint: Endpoint | null;
  readonly shuffle: boolean;
  readonly json: boolean;
  readonly out: string;
  /** Where the pages go that are to be committed; `null` for nowhere. */
  readonly keep: string | null;
}

const root = process.cwd();
const setsFolder = path.join(root, 'quality', 'sets');
const cli = path.join(root, 'dist', 'cli.mjs');

const say = (line: string): void => void process.stderr.write(`${line}\n`);

async function run({ sets, endpoint, shuffle, json, out, keep }: Options): Promise<void> {
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
      if (keep !== null) keepPages(path.join(folder, 'wiki'), keep, set.hasForeignTexts);
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

/**
 * A page that differs in the time of the run only stays as it is.
 * @param hashed without the words of its quotes, since the sources are not kept here either
 */
function keepPages(wiki: string, folder: string, hashed: boolean): void {
  const before = existsSync(folder) ? pagesIn(folder) : {};
  rmSync(folder, { recursive: true, force: true });
  for (const [file, page] of Object.entries(pagesIn(wiki))) {
    const text = hashed ? withHashedQuotes(page) : page;
    const old = before[file] ?? '';
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), withoutTimes(old) === withoutTimes(text) ? old : text);
  }
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
  if (ways > 1 || (model !== undefined) !== (url !== undefined) || (record !== undefined && ways === 0)) return null;
  if (replay !== undefined) return openRecorded(path.resolve(replay), 'recorded', null);
  const key = process.env.LIVING_WIKI_API_KEY ?? null;
  if (verbatim) {
    const server = await startVerbatimModel();
    if (record === undefined)
      return {
        endpoint: { url: server.url, model: VERBATIM, key, record: null, overview: false, rewrite: false },
        close: () => server.close(),
      };
    const opened = await openRecorded(path.resolve(record), VERBATIM, { url: server.url, key });
    return { ...opened, close: () => opened.close().finally(() => server.close()) };
  }
  if (url === undefined || model === undefined) return { endpoint: null, close: () => Promise.resolve() };
  if (record !== undefined) return openRecorded(path.resolve(record), model, { url, key });
  return { endpoint: { url, model, key, record: null }, close: () => Promise.resolve() };
}

/** Answers from a recording, and asks `upstream` for what it lacks. */
async function openRecorded(file: string, model: string, upstream: Upstream | null): Promise<Opened> {
  if (upstream === null && !existsSync(file)) throw new Error(`There is no recording ${file}.`);
  const answers = new RecordedAnswers(file);
  const server = await startAnswerEndpoint(answers, model, upstream);
  const close = async (): Promise<void> => {
    await server.close();
    for (const name of server.missing) say(`Not in the recording: ${name}`);
    for (const name of answers.unused()) say(`Recorded but not asked for: ${name}`);
    if (server.missing.length > 0) process.exitCode = 1;
  };
  const overview = (upstream !== null && model !== VERBATIM) || answers.hasOverview;
  const record = process.env.LIVING_WIKI_RECORD ?? null;
  const rewrite = (upstream !== null && model !== VERBATIM) || answers.hasRewriting;
  return { endpoint: { url: server.url, model, key: null, record, overview, rewrite }, close };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      set: { type: 'string', multiple: true },
      endpoint: { type: 'string' },
      model: { type: 'string' },
      verbatim: { type: 'boolean', default: false },
      record: { type: 'string' },
      keep: { type: 'string' },
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
  const { shuffle, json, out, keep } = values;
  const sets = values.set ?? setNames(setsFolder);
  await run({
    sets,
    keep: keep === undefined || sets.length > 1 ? null : path.resolve(keep),
    endpoint: opened.endpoint,
    shuffle,
    json,
    out: path.resolve(out),
  }).finally(opened.close);
}

await main();
