import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readWiki } from '../../quality/reading';
import { WikiRun, type Endpoint, type Ingested } from '../../quality/wiki-run';
import { reads } from '../cli/model-support';
import { shippedCli } from '../cli/support';
import { startReplayServer } from '../model/server/replay-server';
import { ModelServer } from '../model/server/server';
import { LENS_SOURCE, TOWER_SOURCE } from '../support/wiki';

/** A conversation of the command line with an endpoint, over several of its processes, can be repeated. */

const scratch = realpathSync(mkdtempSync(path.join(tmpdir(), 'living-wiki-replay-')));
const record = path.join(scratch, 'recording.jsonl');
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

interface Told {
  readonly steps: readonly Ingested[];
  readonly pages: Readonly<Record<string, string>>;
}

async function tell(name: string, endpoint: Endpoint): Promise<Told> {
  const folder = path.join(scratch, name);
  mkdirSync(folder);
  const run = new WikiRun(folder, shippedCli(), endpoint);
  await run.init('To know lights.');
  const steps: Ingested[] = [];
  for (const [file, text] of Object.entries({ '2020-01-01-lens.md': LENS_SOURCE, '2021-01-01-tower.md': TOWER_SOURCE }))
    steps.push(await run.ingest({ file, bytes: new TextEncoder().encode(text) }));
  const { pages } = await readWiki(run.folder);
  const texts = pages.map(({ page, text }) => [page.path, text.replace(/^(?:created|updated)_at: .*$/gm, '')] as const);
  return { steps, pages: Object.fromEntries(texts) };
}

it('a recorded conversation gives the same pages again, for the same cost', async () => {
  const server = await ModelServer.start();
  server.models = { data: [{ id: 'small' }] };
  server.script(reads());
  const live = await tell('live', { url: server.url, model: 'small', key: null, record });
  await server.close();
  expect(live.steps.map(({ applied, problems }) => [applied, problems])).toEqual([
    [true, []],
    [true, []],
  ]);
  expect(live.steps.every(({ calls, input, output }) => calls > 0 && input > 0 && output > 0)).toBe(true);

  const replay = await startReplayServer(readFileSync(record, 'utf8'));
  const again = await tell('again', { url: replay.url, model: 'small', key: null, record: null });
  await replay.close();
  expect(replay.unknown).toEqual([]);
  expect(replay.remaining()).toBe(0);
  expect(again.pages).toEqual(live.pages);
  const costOf = ({ calls, input, output }: Ingested): readonly number[] => [calls, input, output];
  expect(again.steps.map(costOf)).toEqual(live.steps.map(costOf));
}, 60_000);

it('a request that was never made is answered with an error', async () => {
  const replay = await startReplayServer(readFileSync(record, 'utf8'));
  const response = await fetch(`${replay.url}/chat/completions`, { method: 'POST', body: '{"model":"small"}' });
  expect(response.status).toBe(404);
  expect(replay.unknown).toEqual(['POST /v1/chat/completions {"model":"small"}']);
  await replay.close();
});
