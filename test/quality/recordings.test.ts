import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startAnswerEndpoint } from '../../quality/answer-endpoint';
import { pagesIn, withHashedQuotes, withoutTimes } from '../../quality/pages';
import { askedBy, RecordedAnswers } from '../../quality/recorded-answers';
import { ingestSet } from '../../quality/run-set';
import { loadSet } from '../../quality/sets';
import { COMPOSED } from '../../quality/wiki-run';
import { shippedCli } from '../cli/support';

/** Conversations with strong models can be repeated, although the words of the prompts change. */

const quality = path.join(__dirname, '..', '..', 'quality');
const recordings = path.join(quality, 'recordings');
const scratch = realpathSync(mkdtempSync(path.join(tmpdir(), 'living-wiki-recordings-')));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const MAX_ESTIMATE_FACTOR = 1.5;

for (const name of existsSync(recordings) ? readdirSync(recordings) : []) {
  it(`the recording of "${name}" makes the pages that are committed`, async () => {
    const set = loadSet(path.join(quality, 'sets'), name);
    const folder = path.join(recordings, name);
    const answers = new RecordedAnswers(path.join(folder, 'answers.jsonl'));
    const server = await startAnswerEndpoint(answers, 'recorded');
    const { hasOverview: overview, hasRewriting: rewrite } = answers;
    const endpoint = { url: server.url, model: 'recorded', key: null, record: null, overview, rewrite };
    const { steps } = await ingestSet(set, {
      scratch: path.join(scratch, name),
      cli: shippedCli(),
      endpoint,
      order: set.sources,
      say: () => undefined,
    });
    await server.close();
    expect(server.missing).toEqual([]);
    expect(answers.unused()).toEqual([]);
    const made = pagesIn(path.join(scratch, name, 'wiki'));
    const kept = pagesIn(path.join(folder, 'wiki'));
    expect(Object.keys(made)).toEqual(Object.keys(kept));
    const asKept = set.hasForeignTexts ? withHashedQuotes : (text: string) => text;
    for (const [file, text] of Object.entries(made))
      expect([file, withoutTimes(asKept(text))]).toEqual([file, withoutTimes(kept[file] ?? '')]);
    // A summary is of one source, whatever else a statement rests on that it keeps for a page.
    for (const [file, text] of Object.entries(made).filter(([, each]) => !/^kind: summary$/m.test(each))) {
      const cited = [...text.matchAll(/^\[\^[^\]]+\]: \[([^\]]+)\]/gm)].map(([, id]) => id ?? '');
      expect([file, cited.filter((id) => !text.includes(`\n  - sources/${id}.`))]).toEqual([file, []]);
    }
    // What a run will cost is known before: the estimate is within a factor of 1.5 of what the model wrote.
    // Pages written anew when all sources are in are no part of it: the estimate of a run is made from its sources.
    const read = steps.filter((step) => step.file !== COMPOSED);
    const expected = read.reduce((sum, step) => sum + step.expected.output, 0);
    const used = read.reduce((sum, step) => sum + step.output, 0);
    expect(used).toBeGreaterThan(1000);
    expect(expected / used).toBeGreaterThan(1 / MAX_ESTIMATE_FACTOR);
    expect(expected / used).toBeLessThan(MAX_ESTIMATE_FACTOR);
  }, 180_000);
}

const SOURCE = 'sources/2001-lens.md';

/** A request as the program sends it. @param wording differs between versions of the program */
function requestFor(step: string, wording: string, pages: readonly string[] = []): unknown {
  const targets = pages.map((slug) => `Page ${slug} (concept), create: A page. ${wording}\nIts units: 1.1`).join('\n');
  const content = `${wording}\n<untrusted-abcdefghijkl source ${SOURCE}>\n{1.1} A unit.\n</untrusted-abcdefghijkl>\n${targets}`;
  return {
    messages: [
      { role: 'system', content: wording },
      { role: 'user', content },
    ],
    response_format: { json_schema: { name: step } },
  };
}

describe('a recording', () => {
  const file = path.join(scratch, 'answers.jsonl');

  it('is read by what was asked for, whatever the words were', () => {
    const written = new RecordedAnswers(file);
    written.add(askedBy(requestFor('plan', 'Plan it.')), '{"pages":[]}');
    const pages = [
      { slug: 'lens', markdown: 'A lens.{1.1}' },
      { slug: 'lamp', markdown: 'A lamp.{1.1}' },
    ];
    written.add(askedBy(requestFor('pages', 'Write them.', ['lens', 'lamp', 'tower'])), JSON.stringify({ pages }));
    written.add(
      askedBy(requestFor('pages', 'Correct it.', ['lens'])),
      '{"pages":[{"slug":"lens","markdown":"Again.{1.1}"}]}',
    );
    written.add(askedBy(requestFor('plan', 'Once more.')), 'no JSON');

    const read = new RecordedAnswers(file);
    const take = (step: string, slugs: readonly string[] = []): unknown =>
      read.take(askedBy(requestFor(step, 'New words.', slugs)));
    expect(take('plan')).toEqual({ text: '{"pages":[]}' });
    expect(take('pages', ['lamp', 'tower'])).toEqual({ text: JSON.stringify({ pages: pages.slice(1) }) });
    expect(read.unused()).toEqual([
      `plan of ${SOURCE}, time 2`,
      `pages of ${SOURCE}: lens`,
      `pages of ${SOURCE}: lens, time 2`,
    ]);
    expect(take('plan')).toEqual({ text: 'no JSON' });
    expect(take('plan')).toEqual({ missing: `plan of ${SOURCE}, time 3` });
    expect(take('pages', ['lens', 'lamp'])).toEqual({ missing: `pages of ${SOURCE}: lamp, time 2` });
    expect(take('pages', ['lens'])).toEqual({ text: JSON.stringify({ pages: pages.slice(0, 1) }) });
  });

  it('names what it lacks, and asks for it where there is somebody to ask', async () => {
    const post = async (url: string, body: unknown): Promise<string> => {
      const response = await fetch(`${url}/chat/completions`, { method: 'POST', body: JSON.stringify(body) });
      return `${response.status} ${await response.text()}`;
    };
    const other = path.join(scratch, 'other.jsonl');
    const alone = await startAnswerEndpoint(new RecordedAnswers(other), 'recorded');
    const missing = await post(alone.url, requestFor('pages', 'Write.', ['lens']));
    expect(missing).toBe(`422 {"error":{"message":"The recording has no answer for pages of ${SOURCE}: lens."}}`);
    expect(alone.missing).toEqual([`pages of ${SOURCE}: lens`]);

    const upstream = await startAnswerEndpoint(new RecordedAnswers(file), 'recorded');
    const recording = await startAnswerEndpoint(new RecordedAnswers(other), 'recorded', {
      url: upstream.url,
      key: null,
    });
    expect(await post(recording.url, requestFor('pages', 'Write.', ['lens']))).toContain('A lens.{1.1}');
    await Promise.all([alone, upstream, recording].map((server) => server.close()));
    expect(new RecordedAnswers(other).take(askedBy(requestFor('pages', 'Other words.', ['lens'])))).toEqual({
      text: '{"pages":[{"slug":"lens","markdown":"A lens.{1.1}"}]}',
    });
  });
});
