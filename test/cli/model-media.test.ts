import { readdirSync, readFileSync } from 'node:fs';
import type { IngestResult, Proposal } from '../../src/workbench';
import { fails, sends } from '../model/server/behaviours';
import type { Behaviour } from '../model/server/server';
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
    expect(proposals[0]?.notes.join('\n')).toContain('and not in photo.png itself.');
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
      remedy: 'Choose a model that takes pictures.',
    });
    expect(await bytesBelow(bench.wiki)).toEqual(before);
  });

  it('is not sent when it is no picture', async () => {
    bench.addSource('photo.png', Buffer.from('%PDF-1.4 but broken'));
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

  it('fails with what is needed where the server transcribes nothing', async () => {
    bench.addSource('talk.mp3', RECORDING);
    bench.server.script(hears((_, response) => void response.writeHead(404).end('not here')));
    const { failed } = await ingest('sources/talk.mp3');
    expect(failed[0]?.code).toBe('living-wiki:model_no_transcription');
    expect(failed[0]?.remedy).toContain('add a transcript');
  });
});
