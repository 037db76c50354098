import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type IngestResult, type Proposal, type UsageReport } from '../../src/workbench';
import { breaksOff, failsInTheMiddle, fails, forgetsTheEnd, says, sends } from '../model/server/behaviours';
import { type Behaviour } from '../model/server/server';
import { ModelBench, reads, SECRET, taskOf } from './model-support';
import { TOWER_SOURCE } from '../support/wiki';
import { bytesBelow } from './support';

let bench: ModelBench;
beforeEach(async () => (bench = await ModelBench.start()));
afterEach(() => bench.end());

const ingest = async (...argv: string[]): Promise<IngestResult & { exit: number }> => {
  const ran = await bench.in('ingest', '--json', ...argv);
  return { ...ran.json<IngestResult>(), exit: ran.exit };
};

describe('ingest by a language model', () => {
  it('proposes changes with quotes found in the source, at a known cost', async () => {
    await bench.in('config', 'set', 'price.small', '2 10');
    bench.server.script(reads());
    const before = await bytesBelow(bench.wiki);
    const { exit, proposals, failed, skipped, cost, estimate } = await ingest();
    expect([exit, failed, skipped]).toEqual([0, [], []]);
    expect(proposals.map(({ source }) => source)).toEqual(['sources/lens.md', 'sources/tower.md']);
    expect(await bytesBelow(bench.wiki)).toEqual(before);
    const asked = bench.server.asked.length;
    expect(cost).toMatchObject({
      usage: { input: 100 * asked, output: 20 * asked, estimated: false },
      money: { amount: expect.closeTo((asked * (100 * 2 + 20 * 10)) / 1e6, 9) as number, currency: 'USD' },
    });
    expect(estimate).toMatchObject({ model: 'small', sources: 2 });
    expect(estimate?.tokens.input).toBeGreaterThan(100);
    const proposal = (await bench.in('proposals', 'show', proposals[0]?.id ?? '', '--json')).json<Proposal>();
    const evidence = proposal.changeSet.files.flatMap((file) => file.hunks.flatMap((hunk) => hunk.evidence));
    expect(evidence.length).toBeGreaterThan(0);
    expect(new Set(evidence.map(({ verdict }) => verdict))).toEqual(new Set(['found']));
    expect(proposal.changeSet.facts).toMatchObject({ curator: 'model', cost: { models: [{ model: 'small' }] } });
  });

  it('prints the cost before and after, and logs it', async () => {
    bench.server.script(reads());
    const { exit, out, err } = await bench.in('ingest', '--apply');
    expect(exit).toBe(0);
    expect(err).toMatch(/^Asking small about 2 sources: about [\d,]+ tokens in, [\d,]+ out, price unknown\.\n$/);
    expect(out).toMatch(/^small: [\d,]+ tokens in, [\d,]+ out, price unknown\. 1 answer reused/m);
    const log = readFileSync(bench.at('wiki', '_log.md'), 'utf8');
    expect(log.match(/^- model small, \d+ tokens in, \d+ out, price unknown$/gm)).toHaveLength(2);
    expect((await bench.in('verify')).exit).toBe(0);
  });

  it('reports the usage by day, model and source', async () => {
    await bench.in('config', 'set', 'price.small', '2 10');
    bench.server.script(reads());
    await bench.in('ingest');
    const { rows, total } = (await bench.in('usage', '--json')).json<UsageReport>();
    expect(rows.map(({ day, model, source }) => [day, model, source])).toEqual([
      ['2026-11-01', 'small', 'sources/lens.md'],
      ['2026-11-01', 'small', 'sources/tower.md'],
    ]);
    expect(total).toMatchObject({ calls: bench.server.asked.length, unpriced: 0, money: [{ currency: 'USD' }] });
    const { out } = await bench.in('usage', '--days', '3');
    expect(out).toContain('2026-11-01');
    expect(out).toMatch(/Total for the last 3 days: \d+ calls, [\d,]+ tokens in, [\d,]+ out, 0\.\d+ USD/);
  });

  it('writes nothing that no unit states, and says what it left out', async () => {
    bench.server.script(reads({ invents: true }));
    const { proposals, exit } = await ingest('--apply', 'sources/lens.md');
    expect(exit).toBe(0);
    expect(proposals[0]).toMatchObject({ applied: true });
    expect(proposals[0]?.notes.join('\n')).toContain('is left out: "It sank with all hands."');
    const pages = Object.entries(await bytesBelow(bench.wiki)).filter(([name]) => !name.startsWith('sources/'));
    const text = pages.map(([, bytes]) => Buffer.from(bytes, 'base64').toString()).join('\n');
    expect(text).toContain('A Fresnel lens is a lens built from concentric rings of prisms.[^lens-');
    expect(text.replace(/"[^"\n]*"/g, '')).not.toContain('with all hands');
    expect((await bench.in('verify')).exit).toBe(0);
  });

  it('says what no page uses of a source, and why', async () => {
    bench.server.script(reads());
    await ingest('--apply', 'sources/lens.md');
    const { out, exit } = await bench.in('coverage', 'sources/lens.md');
    expect(exit).toBe(0);
    expect(out).toMatch(/^sources\/lens\.md {2}\d+ of \d+ used, \d+ off scope\n/);
    expect(out).toMatch(/ +\d+ {2}It throws a beam as strong as a solid lens many times its weight\. {2}line 4\n/);
    expect(out).toMatch(/Use one: {2}living-wiki ingest sources\/lens\.md --passages \d+\n/);
    // Everything was left with a reason, so that there is nothing to go on with.
    expect(out).not.toContain('--continue');
    // The old name of the option is still read.
    for (const option of ['--passages', '--units']) {
      const { exit, err } = await bench.in('ingest', 'sources/lens.md', option, '3,x');
      expect([exit, err]).toEqual([2, expect.stringContaining('Enter numbers and ranges such as 3,5-8.')]);
    }
    const [count] = out.split('\n');
    expect((await bench.in('status')).out).toContain(
      `Sources that pages use only in part; details: living-wiki coverage SOURCE (1)\n  ${count ?? ''}`,
    );
    expect((await bench.in('coverage', 'sources/tower.md')).out).toContain('no model read it on this device');
  });

  it('asks no model with the built-in curator, or when none is set up', async () => {
    bench.server.script(reads());
    const { proposals, cost } = await ingest('--curator', 'extractive');
    expect([proposals.length, cost]).toEqual([2, null]);
    bench.configured();
    const again = await ingest('sources/lens.md');
    expect(again).toMatchObject({ estimate: null, cost: null });
    const refused = await bench.in('ingest', '--curator', 'model');
    expect(refused.exit).toBe(2);
    expect(refused.err).toContain('living-wiki:model_not_configured');
    expect(bench.server.heard).toEqual([]);
  });

  it('leaks the key nowhere: not into the wiki, output, request bodies or a recording', async () => {
    bench.env!.LIVING_WIKI_RECORD = bench.at('talk.jsonl');
    bench.server.script(reads());
    const said = [await bench.in('ingest'), await bench.in('ingest', '--apply', '--json'), await bench.in('usage')];
    bench.server.script(fails(401, `Incorrect API key provided: ${SECRET}`));
    bench.addSource('third.md', 'A third source, to be refused. It tells of nothing.\n');
    said.push(await bench.in('ingest'), await bench.in('config', 'list'));
    expect(said.map(({ out, err }) => out + err).join('')).not.toContain(SECRET);
    expect(bench.server.heard.length).toBeGreaterThan(0);
    expect(bench.server.heard.map(({ text, path }) => text + path).join('')).not.toContain(SECRET);
    expect(bench.server.heard.every(({ headers }) => headers.authorization === `Bearer ${SECRET}`)).toBe(true);
    expect(readFileSync(bench.at('talk.jsonl'), 'utf8').split('\n').length).toBeGreaterThan(4);
    expect(bench.everything()).not.toContain(SECRET);
  });
});

const REFUSAL = "I'm sorry, but I can't assist with that request.";

describe('a server that misbehaves', () => {
  it.each<[string, Behaviour, string]>([
    ['a wrong key', fails(401, 'Incorrect API key provided'), 'model_authentication'],
    ['too many requests for good', fails(429, 'slow down'), 'model_rate_limited'],
    ['faults for good', fails(500, 'oops'), 'model_server'],
    ['a stream cut in the middle', breaksOff('{"pages": ['), 'model_cut_off'],
    ['a stream without its end', forgetsTheEnd('{"pages": ['), 'model_cut_off'],
    ['a fault in the middle', failsInTheMiddle('{"pages": [', 'provider down'), 'model_server'],
    ['an answer at its longest', says('{"pages": [', { finish: 'length' }), 'model_cut_off'],
    ['wrong types', says('{"pages": "many", "left": 3}'), 'model_invalid_answer'],
    ['prose', says('Here is what I think of lighthouses: they are tall and bright things.'), 'model_invalid_answer'],
    ['an empty answer', says(''), 'model_empty_answer'],
    ['an answer without content', says('{"pages": [], "left": []}'), 'model_empty_answer'],
    ['a refusal', says(REFUSAL), 'model_refused'],
    ['a web page', sends('<html>Hello</html>', 'text/html'), 'model_incompatible_server'],
  ])('ends in a plain sentence and an untouched wiki: %s', async (_, behaviour, code) => {
    const before = await bytesBelow(bench.wiki);
    bench.server.script(behaviour);
    const { exit, out, err } = await bench.in('ingest', '--apply', 'sources/lens.md');
    expect(exit).toBe(1);
    expect(err).toMatch(/✗ sources\/lens\.md {2}[A-Z].+[.!"] .*living-wiki:/);
    expect(err).toContain(`living-wiki:${code}`);
    expect(out).not.toContain('applied');
    expect(await bytesBelow(bench.wiki)).toEqual(before);
    const status = (await bench.in('status', '--json')).json<{ sources: { pending: string[] } }>();
    expect(status.sources.pending).toContain('sources/lens.md');
    bench.server.script(reads());
    expect((await ingest('--apply', 'sources/lens.md')).proposals[0]).toMatchObject({ applied: true });
  });

  it('waits as long as the server asks, says so, and goes on', async () => {
    bench.server.script(fails(429, 'slow down', { headers: { 'retry-after': '7' } }), fails(500, 'x'), reads());
    const { exit, err } = await bench.in('ingest', 'sources/lens.md');
    expect(exit).toBe(0);
    expect(err).toMatch(
      /^Waiting for the model server\. The model server asked to wait\. Next try in [78] seconds\.$/m,
    );
  });

  it('waits for a server that is slower than its own retries, and then reads every source', async () => {
    const slow = fails(429, 'slow down');
    bench.server.script(slow, slow, slow, slow, slow, slow, slow, slow, reads());
    const { exit, failed, proposals, skipped } = await ingest();
    expect([exit, failed, skipped]).toEqual([0, [], []]);
    expect(proposals.map(({ source }) => source)).toEqual(['sources/lens.md', 'sources/tower.md']);
  });

  it('leaves the other sources queued when a server slows down for good', async () => {
    bench.server.script(fails(429, 'slow down'));
    const { exit, failed, skipped } = await ingest();
    expect([exit, failed.map(({ code }) => code)]).toEqual([1, ['living-wiki:model_rate_limited']]);
    expect(skipped).toEqual([{ path: 'sources/tower.md', reason: 'It is queued, and the queue is paused.' }]);
    const { counts } = (await bench.in('jobs', '--json')).json<{ counts: object }>();
    expect(counts).toMatchObject({ queued: 2, failed: 0 });
  });

  it('tries the other sources after a failure of one, unless it affects all', async () => {
    bench.server.script(says(REFUSAL), reads());
    const one = await ingest();
    expect(one.failed.map(({ path }) => path)).toEqual(['sources/lens.md']);
    expect(one.proposals.map(({ source }) => source)).toEqual(['sources/tower.md']);
    expect(one.stopped).toBeNull();
    bench.addSource('z.md', 'One more source. It says little.\n');
    bench.server.script(fails(401, 'Incorrect API key provided'));
    const two = await ingest();
    expect(two.failed.map(({ path }) => path)).toEqual(['sources/lens.md']);
    expect(two.skipped.find(({ path }) => path === 'sources/z.md')?.reason).toMatch(/^Not tried\. /);
    expect(two).toMatchObject({ exit: 1, stopped: { code: 'living-wiki:model_authentication' } });
    expect(bench.server.asked).toHaveLength(1);
  });

  it('asks the fallback model once, and names both', async () => {
    bench.env!.LIVING_WIKI_FALLBACK_MODEL = 'large';
    bench.server.script((heard, response) =>
      heard.body.model === 'small' ? says(REFUSAL)(heard, response) : reads()(heard, response),
    );
    const { proposals, failed } = await ingest('sources/lens.md');
    expect(failed).toEqual([]);
    expect(proposals[0]?.cost?.models.map(({ model }) => model)).toEqual(['small', 'large']);
    expect(proposals[0]?.notes.join('\n')).toMatch(/^The model refused: .+ large answered instead of small\.$/m);
  });
});

describe('limits and money', () => {
  it('stops cleanly at a limit: what is finished stays, the rest is named with the reason', async () => {
    // The first source's two calls are within the limit until the server says what they took.
    await bench.in('config', 'set', 'job-tokens', '60000');
    bench.server.script(reads({ tokens: 50_000 }));
    const { proposals, skipped, failed, stopped, exit } = await ingest();
    expect(proposals.map(({ source }) => source)).toEqual(['sources/lens.md']);
    expect(failed).toEqual([]);
    expect(skipped.map(({ path }) => path)).toEqual(['sources/tower.md']);
    expect(skipped[0]?.reason).toMatch(/^The call could exceed the limit of \d+ tokens for this job\./);
    expect(stopped?.code).toBe('living-wiki:model_budget_exhausted');
    expect(exit).toBe(1);
  });

  it('records why each change was left out when a proposal is applied', async () => {
    bench.server.script(reads());
    const { proposals } = await ingest();
    const shownOf = async (id: string): Promise<Proposal> =>
      (await bench.in('proposals', 'show', id, '--json')).json<Proposal>();
    const [lens = '', tower = ''] = proposals.map(({ id }) => id);
    expect((await bench.in('proposals', 'apply', lens)).exit).toBe(0);
    const hunks = (await shownOf(tower)).changeSet.files.flatMap((file) => file.hunks);
    const date = hunks.find(({ title }) => title === 'New section "About this source"');
    const name = date?.id.slice(0, 8) ?? '';
    expect((await bench.in('proposals', 'show', tower)).out).toContain(`(${date?.id ?? ''})`);
    const wrong = await bench.in('proposals', 'apply', tower, '--leave-out', 'zz=no');
    expect(wrong.err).toContain('living-wiki:proposal_hunk_missing');
    const applied = await bench.in('proposals', 'apply', tower, '--leave-out', `${name}=too long = not wanted`);
    expect(applied.exit).toBe(0);
    expect(applied.out).toMatch(/^ {2}\d changes? not applied$/m);
    expect((await shownOf(tower)).decision).toMatchObject({
      rejectedHunks: expect.arrayContaining([date?.id]) as string[],
      reasons: { [date?.id ?? '']: 'too long = not wanted' },
    });
    expect(readFileSync(bench.at('wiki', 'summaries', 'tower-summary.md'), 'utf8')).not.toContain('About this source');
  });

  it('counts the usage of a day over all wikis, in a log that names none of them', async () => {
    bench.server.script(reads());
    const { cost } = await ingest('sources/lens.md');
    const used = (cost?.usage.input ?? 0) + (cost?.usage.output ?? 0);
    await bench.in('config', 'set', 'day-tokens', String(used + 10));
    await bench.run(bench.folder, 'init', 'other');
    writeFileSync(bench.at('other', 'sources', 'tower.md'), TOWER_SOURCE);
    const other = (): Promise<IngestResult> =>
      bench.run(bench.at('other'), 'ingest', '--json').then((ran) => ran.json<IngestResult>());
    expect((await other()).skipped[0]?.reason).toContain(`for today. Used so far: ${used}.`);
    const book = bench.at('home', '.config', 'living-wiki', 'usage');
    const [file = ''] = readdirSync(book);
    const text = readFileSync(path.join(book, file), 'utf8');
    expect(text.trim().split('\n')).toHaveLength(cost?.models[0]?.calls ?? 0);
    expect(text).not.toMatch(/lens|tower|wiki/);
    // A line that was cut off is no reason to stop, nor to count what it says.
    writeFileSync(path.join(book, file), '{"at":"x","model":"small","cost":{"usage":{"inp');
    expect((await other()).failed).toEqual([]);
  });

  it('counts the day over several runs', async () => {
    bench.server.script(reads());
    const { cost } = await ingest('sources/lens.md');
    await bench.in('config', 'set', 'day-tokens', String((cost?.usage.input ?? 0) + (cost?.usage.output ?? 0) + 10));
    const { skipped, proposals } = await ingest('sources/tower.md');
    expect(proposals).toEqual([]);
    expect(skipped[0]?.reason).toContain('for today');
  });

  it('asks nothing when money is limited and the price is unknown', async () => {
    await bench.in('config', 'set', 'day-money', '1');
    bench.server.script(reads());
    const { stopped, skipped } = await ingest();
    expect(stopped?.code).toBe('living-wiki:model_price_unknown');
    expect(skipped).toHaveLength(2);
    expect(bench.server.asked).toEqual([]);
  });

  it('takes up what a limit left out, and asks only about that', async () => {
    bench.server.script(reads());
    expect((await bench.in('config', 'set', 'max-pages', '1')).exit).toBe(0);
    const first = await ingest('--apply', 'sources/lens.md');
    expect(first.proposals[0]?.notes.join('\n')).toContain('1 for pages that the limit left out');
    const summary = (): string => readFileSync(bench.at('wiki', 'summaries', 'lens-summary.md'), 'utf8');
    expect(summary()).not.toContain('[[cordouan-lighthouse');
    expect((await ingest('sources/lens.md')).skipped[0]?.reason).toBe('Already ingested, and unchanged since.');

    bench.server.script(reads());
    const { proposals, failed } = await ingest('--apply', '--continue', 'sources/lens.md');
    expect(failed).toEqual([]);
    expect(proposals[0]?.files.map(({ path: file }) => file).sort()).toEqual([
      'entities/cordouan-lighthouse.md',
      'summaries/lens-summary.md',
    ]);
    const [plan] = bench.server.asked;
    expect(plan?.text).toContain('The Cordouan Lighthouse was the first to have one.');
    expect(plan?.text).not.toContain('} A Fresnel lens is a lens built from concentric rings');
    expect(summary()).toContain('[[cordouan-lighthouse|Cordouan Lighthouse]]');
    expect((await bench.in('verify')).exit).toBe(0);

    bench.server.script(reads());
    const again = await ingest('--apply', '--continue', 'sources/lens.md');
    expect(again.proposals[0]?.notes).toContain('Every unit of this source is on a page or was left with a reason.');
    expect(bench.server.asked).toEqual([]);
  });

  it('continues after an interruption without paying twice', async () => {
    bench.server.script((heard, response) =>
      taskOf(heard) === 'write' ? fails(401, 'no')(heard, response) : reads()(heard, response),
    );
    expect((await ingest('sources/lens.md')).failed).toHaveLength(1);
    const plans = bench.server.asked.filter((heard) => taskOf(heard) === 'plan').length;
    expect(plans).toBe(1);
    bench.server.script(reads());
    const { proposals } = await ingest('sources/lens.md');
    expect(bench.server.asked.filter((heard) => taskOf(heard) === 'plan')).toEqual([]);
    expect(proposals[0]?.cost).toMatchObject({ reused: 1, usage: { input: 100 * bench.server.asked.length } });
  });

  it('passes on earlier rejections, and shows that', async () => {
    bench.server.script(reads());
    const { proposals } = await ingest('sources/lens.md');
    await bench.in('proposals', 'reject', proposals[0]?.id ?? '', '--reason', 'too much praise of prisms');
    const again = await ingest('sources/lens.md');
    expect(again.proposals[0]?.notes.join('\n')).toContain('too much praise of prisms');
    expect(bench.server.asked.at(-1)?.text).toContain('too much praise of prisms');
  });
});
