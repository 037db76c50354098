import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type IngestResult } from '../../src/workbench';
import { says } from '../model/server/behaviours';
import { type Behaviour } from '../model/server/server';
import { ModelBench, questionOf } from './model-support';

/** Pages that connect a wiki: at the end of a run that read several sources, and on demand. */

let bench: ModelBench;
beforeEach(async () => {
  bench = await ModelBench.start();
  for (const name of ['Ardal', 'Brek', 'Corran']) {
    const text = `# ${name}\n\n${name} Light was built in 1801 by Alan ${name}son. Alan ${name}son died in 1850 in the town of ${name}.\n`;
    bench.addSource(`${name.toLowerCase()}.md`, text);
  }
});
afterEach(() => bench.end());

const SOURCES = ['sources/ardal.md', 'sources/brek.md', 'sources/corran.md'];
const hubQuestions = (): number => bench.server.asked.filter((heard) => questionOf(heard).includes('hub pages')).length;

/** Plans two pages for each source, and writes what the units say. */
const builds: Behaviour = (heard, response) => {
  const question = questionOf(heard);
  const unit = (said: string): string => new RegExp(`\\{([\\d.]+)\\}[^\\n]*${said}`).exec(question)?.[1] ?? '0.0';
  const name = /source sources\/(\w+)\.md/.exec(question)?.[1] ?? '';
  if (question.includes('Task: plan how')) {
    const plan = [
      `page: ${name}-light | create | ${unit('was built')}`,
      `page: alan-${name}son | create | ${unit('died in')}`,
    ];
    return says(plan.join('\n'))(heard, response);
  }
  if (question.includes('Task: write the hub pages')) {
    const [, mark = ''] = /Ardal Light was built[^\n]*\{([\d.]+)\}/.exec(question) ?? [];
    return says(`=== page overview\n# The lights\nArdal Light was built in 1801.{${mark}}`)(heard, response);
  }
  const targets = [...question.matchAll(/^Page (\S+) \(/gm)].map(([, slug = '']) => slug);
  const texts = targets.map((slug) => {
    const said = slug.endsWith('-light') ? 'was built' : 'died in';
    const [, mark = '', text = ''] = new RegExp(`\\{([\\d.]+)\\}([^\\n{]*${said}[^\\n{]*)`).exec(question) ?? [];
    return `=== page ${slug}\n${text.trim()}{${mark}}`;
  });
  return says(texts.join('\n'))(heard, response);
};

it('a run that reads several sources ends with an overview, which the index names first', async () => {
  bench.server.script(builds);
  const ran = await bench.in('ingest', ...SOURCES, '--apply', '--json');
  const { proposals, skipped, failed } = ran.json<IngestResult>();
  expect([failed, skipped]).toEqual([[], []]);
  expect(proposals.map(({ source, applied }) => [source, applied])).toEqual([
    ...SOURCES.map((source) => [source, true]),
    ['overview pages', true],
  ]);
  expect(hubQuestions()).toBe(1);
  expect(readFileSync(bench.at('wiki', 'concepts', 'overview.md'), 'utf8')).toContain('built in 1801.[^ardal-');
  expect(readFileSync(bench.at('wiki', '_index.md'), 'utf8')).toContain('\n\nStart with [[overview]].\n');
  expect((await bench.in('verify')).exit).toBe(0);
}, 60_000);

it('without --apply it waits for review with the sources, and compose replaces it', async () => {
  bench.server.script(builds);
  const first = (await bench.in('ingest', ...SOURCES, '--json')).json<IngestResult>();
  expect(first.proposals.map(({ source, applied }) => [source, applied]).at(-1)).toEqual(['overview pages', false]);
  const { out, exit } = await bench.in('compose');
  expect(exit).toBe(0);
  expect(out).toMatch(/^overview pages {2}proposal /m);
  const waiting = (await bench.in('proposals', '--json')).out;
  expect(waiting.match(/Compose overview pages/g)).toHaveLength(1);
  expect((await bench.in('jobs')).out).toMatch(
    /waiting for review.*Overview pages|Overview pages.*waiting for review/s,
  );
}, 60_000);

it('one source after the other leads to it as well, and what the owner rejected is not proposed again', async () => {
  bench.server.script(builds);
  const sourcesOf = async (source: string): Promise<readonly string[]> =>
    (await bench.in('ingest', source, '--json')).json<IngestResult>().proposals.map((each) => each.source);
  expect(await sourcesOf('sources/ardal.md')).toEqual(['sources/ardal.md']);
  expect(await sourcesOf('sources/brek.md')).toEqual(['sources/brek.md']);
  const { proposals, estimate } = (await bench.in('ingest', 'sources/corran.md', '--json')).json<IngestResult>();
  expect(proposals.map((each) => each.source)).toEqual(['sources/corran.md', 'overview pages']);
  expect(estimate?.tokens.output).toBeGreaterThan(1700);
  await bench.in('proposals', 'reject', proposals[1]?.id ?? '', '--reason', 'No overview.');
  bench.addSource('dunmore.md', '# Dunmore\n\nDunmore Light was built in 1804 by Alan Dunmoreson. He died in 1854.\n');
  expect(await sourcesOf('sources/dunmore.md')).toEqual(['sources/dunmore.md']);
  expect(hubQuestions()).toBe(1);
}, 60_000);

it('brings the pages up to date after a run whose plans gave them none of several events', async () => {
  bench.server.script(builds);
  await bench.in('ingest', ...SOURCES, '--apply');
  const added = ['Dunmore', 'Eilean', 'Fara', 'Gigha'].map((name) => {
    const file = `${name.toLowerCase()}.md`;
    bench.addSource(
      file,
      `# ${name}\n\n${name} Light was built in 1804 by Alan ${name}son. Alan ${name}son died in 1854 in ${name}.\n`,
    );
    return `sources/${file}`;
  });
  const { proposals } = (await bench.in('ingest', ...added.slice(0, 1), '--json')).json<IngestResult>();
  expect(proposals.map(({ source }) => source)).toEqual(added.slice(0, 1));
  const more = (await bench.in('ingest', ...added.slice(1), '--json')).json<IngestResult>();
  expect(more.proposals.map(({ source }) => source)).toEqual([...added.slice(1), 'overview pages']);
  expect(hubQuestions()).toBeGreaterThan(1);
}, 60_000);

it('shows the next time what did not fit, and last what the model was shown already', async () => {
  bench.server.script(builds);
  await bench.in('ingest', ...SOURCES, '--apply');
  const rows = Array.from({ length: 160 }, (_, at) => ({ row: `| ${1700 + at} | Keeper ${at} came.[^k-${at}] |`, at }));
  const notes = rows.map(({ at }) => `[^k-${at}]: [ardal], line 3: “Keeper ${at} came in ${1700 + at}.”`);
  const table = `| Year | Event |\n| --- | --- |\n${rows.map(({ row }) => row).join('\n')}`;
  const head = 'schema: knowledge/v1\nslug: keepers\nkind: entity\ntitle: Keepers\nsources:\n  - sources/ardal.md\n';
  mkdirSync(bench.at('wiki', 'entities'), { recursive: true });
  writeFileSync(
    bench.at('wiki', 'entities', 'keepers.md'),
    `---\n${head}updated_at: "2026-01-01T00:00:00Z"\n---\n\n# Keepers\n\n${table}\n\n${notes.join('\n')}\n`,
  );
  const prompts: string[] = [];
  bench.server.script((heard, response) => {
    const prompt = questionOf(heard);
    prompts.push(prompt);
    const [, mark = ''] = /built in 1801 by Alan Brekson[^\n]*?\{([\d.]+)\}/.exec(prompt) ?? [];
    const text = `Brek Light was built in 1801 by Alan Brekson.{${mark}}`;
    return says(`=== page overview\n=== b1 insert_after: Ardal\n${text}`)(heard, response);
  });
  expect((await bench.in('compose', '--apply')).exit).toBe(0);
  await bench.in('compose');
  const shown = [prompts[0] ?? '', prompts.at(-1) ?? ''].map((prompt) =>
    rows.filter(({ at }) => prompt.includes(`Keeper ${at} came.`)).map(({ at }) => at),
  );
  expect(shown[0]).toHaveLength(100);
  expect(shown[1]).toEqual(expect.arrayContaining(Array.from({ length: 60 }, (_, at) => at + 100)));
}, 60_000);

it('says what a run without a result took, and that nothing is new, without a call', async () => {
  bench.server.script(builds);
  await bench.in('ingest', ...SOURCES, '--apply');
  for (const name of ['x', 'y', 'z', 'u', 'v', 'w']) {
    const quote = `The lamp ${name} was lit in 1802.`;
    const head = `schema: knowledge/v1\nslug: lamp-${name}\nkind: entity\ntitle: Lamp ${name}\nsources:\n  - sources/ardal.md\n`;
    mkdirSync(bench.at('wiki', 'entities'), { recursive: true });
    writeFileSync(
      bench.at('wiki', 'entities', `lamp-${name}.md`),
      `---\n${head}updated_at: "2026-01-01T00:00:00Z"\n---\n\n# Lamp ${name}\n\n${quote}[^k]\n\n[^k]: [ardal], line 3: “${quote}”\n`,
    );
  }
  bench.server.script(says('=== page none'));
  const before = bench.server.asked.length;
  const first = await bench.in('compose');
  expect(first.out).toMatch(/added nothing to the overview pages\.\n\n.*tokens/s);
  expect((await bench.in('compose')).out).toBe(
    'Nothing new: no page says anything that the model has not seen for the overview pages.\n',
  );
  expect(bench.server.asked.length - before).toBe(1);
}, 60_000);

it('is left out where the owner turned it off', async () => {
  bench.server.script(builds);
  await bench.in('config', 'set', 'overview', 'off');
  const { proposals } = (await bench.in('ingest', ...SOURCES, '--json')).json<IngestResult>();
  expect(proposals.map(({ source }) => source)).toEqual(SOURCES);
  expect(hubQuestions()).toBe(0);
}, 60_000);
