import { readdirSync, readFileSync } from 'node:fs';
import { type IngestResult, type Proposal } from '../../src/workbench';
import { fails, sends } from '../model/server/behaviours';
import { type Behaviour } from '../model/server/server';
import { ModelBench, reads } from './model-support';
import { bytesBelow } from './support';

/** One red dot. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
const RECORDING = Buffer.from('ID3\u0004 not really sound');

let bench: ModelBench;
beforeEach(async () => (bench = await ModelBench.start()));
afterEach(() => bench.end());

const ingest = async (...argv: string[]): Promise<IngestResult> =>
  (await bench.in('ingest', '--json', ...argv)).json<IngestResult>();

/** Speech to one, questions to the other. */
const hears =
  (speech: Behaviour): Behaviour =>
  (heard, response) =>
    (heard.path.endsWith('/audio/transcriptions') ? speech : reads())(heard, response);

describe('a picture', () => {
  it('is read by the model, and its quotes are looked up in what was read', async () => {
    bench.addSource('photo.png', PICTURE);
    bench.server.script(reads());
    const { proposals, failed } = await ingest('--apply', 'sources/photo.png');
    expect(failed).toEqual([]);
    expect(proposals[0]).toMatchObject({ applied: true });
    expect(proposals[0]?.notes.join('\n')).toContain(', not in photo.png itself.');
    expect(JSON.stringify(bench.server.asked[0]?.body)).toContain(
      `data:image/png;base64,${PICTURE.toString('base64')}`,
    );
    const { changeSet } = (await bench.in('proposals', 'show', '1', '--json')).json<Proposal>();
    const evidence = changeSet.files.flatMap((file) => file.hunks.flatMap((hunk) => hunk.evidence));
    expect(evidence.map(({ verdict }) => verdict)).toContain('found');
    expect((await bench.in('verify')).out).toContain('✓');
    expect(readdirSync(bench.at('wiki', 'sources')).sort()).toEqual(['.gitkeep', 'lens.md', 'photo.png', 'tower.md']);
  });

  it('fails with what is needed where the model takes none', async () => {
    bench.addSource('photo.png', PICTURE);
    bench.server.script(fails(400, 'This model does not support image input.'));
    const before = await bytesBelow(bench.wiki);
    const { failed } = await ingest('--apply', 'sources/photo.png');
    expect(failed[0]).toMatchObject({
      code: 'living-wiki:model_no_pictures',
      remedy: 'Choose a model that accepts pictures.',
    });
    expect(await bytesBelow(bench.wiki)).toEqual(before);
  });

  it('is counted in the estimate', async () => {
    bench.addSource('photo.png', PICTURE);
    bench.server.script(reads());
    const { estimate } = await ingest('sources/photo.png');
    const { estimate: again } = await ingest('sources/photo.png');
    expect(estimate?.tokens.input).toBeGreaterThan(255);
    expect(estimate?.recordings).toBeNull();
    expect(again?.tokens.input).toBe(0);
  });

  it('is not sent when it is no picture', async () => {
    bench.addSource('photo.png', Buffer.from('PK\x03\x04 but broken'));
    bench.server.script(reads());
    expect((await ingest('sources/photo.png')).failed[0]?.code).toMatch(/^living-wiki:source_/);
    expect(bench.server.asked).toEqual([]);
  });

  it('is unsupported without a model, as before', async () => {
    bench.addSource('photo.png', PICTURE);
    const { failed } = await ingest('--curator', 'extractive', 'sources/photo.png');
    expect(failed[0]?.code).toBe('living-wiki:source_unsupported');
  });
});

describe('a recording', () => {
  const speech = sends(
    JSON.stringify({
      text: 'We lit the lamp at dusk.',
      duration: 65,
      language: 'en',
      segments: [
        { start: 0, end: 2.5, text: ' Good evening <all> & one --> ' },
        { start: 61, end: 64, text: 'We lit the lamp at dusk.' },
      ],
    }),
  );

  it('is transcribed; the transcript with its times is kept beside the proposals, never among the sources', async () => {
    bench.addSource('talk.mp3', RECORDING);
    bench.server.script(hears(speech));
    const { proposals, failed } = await ingest('sources/talk.mp3');
    expect(failed).toEqual([]);
    const { changeSet } = (await bench.in('proposals', 'show', proposals[0]?.id ?? '', '--json')).json<Proposal>();
    const evidence = changeSet.files.flatMap((file) => file.hunks.flatMap((hunk) => hunk.evidence));
    expect(evidence).toContainEqual(
      expect.objectContaining({ source: 'sources/talk.mp3', verdict: 'found', quote: 'We lit the lamp at dusk.' }),
    );
    expect(evidence.find(({ quote }) => quote.startsWith('We lit'))?.anchor).toMatchObject({ time: '00:01:01' });
    const kept = bench.at('wiki', '.wiki', 'proposals', 'transcripts');
    const [name = ''] = readdirSync(kept);
    expect(name).toMatch(/^[0-9a-f]{64}\.vtt$/);
    const vtt = readFileSync(`${kept}/${name}`, 'utf8');
    expect(vtt).toContain('00:01:01.000 --> 00:01:04.000\nWe lit the lamp at dusk.\n');
    expect(vtt).toContain('00:00:00.000 --> 00:00:02.500\nGood evening &lt;all&gt; &amp; one →\n');
    expect(readdirSync(bench.at('wiki', 'sources')).sort()).toEqual(['.gitkeep', 'lens.md', 'talk.mp3', 'tower.md']);
    await bench.in('proposals', 'reject', proposals[0]?.id ?? '', '--reason', 'once more');
    await ingest('sources/talk.mp3');
    expect(bench.server.asked.filter(({ path }) => path.endsWith('transcriptions'))).toHaveLength(1);
  });

  it('is estimated before, charged by the minute, and shown in the proposal, the log and the usage', async () => {
    bench.addSource('talk.mp3', RECORDING);
    await bench.in('config', 'set', 'price.whisper-1', '0.6/min');
    await bench.in('config', 'set', 'price.small', '1 1');
    expect((await bench.in('config', 'get', 'price.whisper-1')).out).toBe('0.6/min\n');
    bench.server.script(hears(speech));
    const told = await bench.in('ingest', 'sources/talk.mp3');
    expect(told.err).toMatch(
      /Asking small and whisper-1 about 1 source: about [\d,]+ tokens in, [\d,]+ out, 0\.1 minutes of recording, 0\.\d+ USD/,
    );
    expect(told.out).toContain('whisper-1: 1.1 minutes of recording, 0.6500 USD');
    await bench.in('ingest', '--apply', 'sources/talk.mp3');
    expect(readFileSync(bench.at('wiki', '_log.md'), 'utf8')).toContain(
      '- model whisper-1, 1.1 minutes of recording, 0.6500 USD',
    );
    expect((await bench.in('usage')).out).toContain(
      'sources/talk.mp3  whisper-1  1 call, 1.1 minutes of recording, 0.6500 USD',
    );
  });

  it('is not heard when that would go over a limit', async () => {
    bench.addSource('talk.mp3', RECORDING);
    await bench.in('config', 'set', 'price.whisper-1', '0.6/min');
    await bench.in('config', 'set', 'price.small', '1 1');
    await bench.in('config', 'set', 'job-money', '0.001');
    bench.server.script(hears(speech));
    const { stopped, estimate } = await ingest('sources/talk.mp3');
    expect(stopped?.code).toBe('living-wiki:model_budget_exhausted');
    expect(estimate?.recordings).toMatchObject({ model: 'whisper-1', seconds: 1 });
    expect(bench.server.asked).toEqual([]);
  });

  it('fails with what is needed where the server transcribes nothing', async () => {
    bench.addSource('talk.mp3', RECORDING);
    bench.server.script(hears((_, response) => void response.writeHead(404).end('not here')));
    const { failed } = await ingest('sources/talk.mp3');
    expect(failed[0]?.code).toBe('living-wiki:model_no_transcription');
    expect(failed[0]?.remedy).toContain('add a transcript');
  });
});
