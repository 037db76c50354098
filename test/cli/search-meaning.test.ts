import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { fails } from '../model/server/behaviours';
import { embeds } from '../model/server/embeddings';
import { ModelServer } from '../model/server/server';
import { Bench } from './support';

const page = (title: string, body: string): string =>
  `---\nschema: knowledge/v1\nkind: concept\ntitle: ${title}\nsources: []\n---\n\n${body}\n`;

describe('living-wiki search with an embedding model', () => {
  let bench: Bench;
  let server: ModelServer;
  const search = (...argv: string[]) => bench.run(bench.at('wiki'), 'search', 'harbour', 'beacon', ...argv);
  interface Found {
    results: { slug: string }[];
    notes: string[];
  }

  beforeEach(async () => {
    server = await ModelServer.start();
    server.embeddings = embeds();
    bench = new Bench().configured();
    await bench.run(bench.folder, 'init', 'wiki');
    mkdirSync(bench.at('wiki', 'concepts'), { recursive: true });
    writeFileSync(bench.at('wiki', 'concepts', 'quay.md'), page('Quay', 'A harbour is a harbour of the harbour.'));
    writeFileSync(bench.at('wiki', 'concepts', 'tower.md'), page('Tower', 'The pharos of the harbour.'));
  });
  afterEach(async () => {
    await server.close();
    bench.remove();
  });

  it('sends nothing unless a model is set, then ranks by meaning and asks once', async () => {
    await bench.run(bench.folder, 'config', 'set', 'base-url', server.url);
    await bench.run(bench.folder, 'config', 'set', 'model', 'small');
    const plain = (await search('--json')).json<Found>();
    expect(plain.results.map(({ slug }) => slug)).toEqual(['quay', 'tower']);
    expect(plain.notes).toEqual([]);
    expect(server.heard).toEqual([]);

    const set = await bench.run(bench.folder, 'config', 'set', 'embedding-model', 'meanings');
    expect(set.out).toContain(
      'Searches send the query and the passages that they find to meanings at http://127.0.0.1',
    );
    const meant = (await search('--json')).json<Found>();
    expect(meant.results.map(({ slug }) => slug)).toEqual(['tower', 'quay']);
    expect(server.heard.map(({ path, body }) => [path, body.model])).toEqual([['/v1/embeddings', 'meanings']]);
    expect((await search()).out).toMatch(/^Tower .*\n.*\nQuay /);
    expect(server.heard).toHaveLength(1);

    appendFileSync(bench.at('wiki', 'concepts', 'quay.md'), '\nNo beacon here.\n');
    await search();
    expect(server.embedded[1]).toEqual(['Quay No beacon here.']);
    await bench.run(bench.folder, 'config', 'unset', 'embedding-model');
    await search();
    expect(server.heard).toHaveLength(2);
  });

  it('takes the model from the environment, needs no other, and says what a dry run would send', async () => {
    bench.configured({ LIVING_WIKI_BASE_URL: server.url, LIVING_WIKI_EMBEDDING_MODEL: 'meanings' });
    const dry = await search('--dry-run');
    expect(dry).toMatchObject({ exit: 0, out: expect.stringMatching(/^Quay /) as string });
    expect(dry.err).toMatch(
      /^! Nothing was sent\. A search would send 3 texts to meanings at http:.*price unknown\.\n$/,
    );
    expect(server.heard).toEqual([]);
    expect((await search()).out).toMatch(/^Tower /);
    const { out } = await bench.run(bench.folder, 'config', 'list');
    expect(out).toMatch(/^embedding-model +meanings {2}from LIVING_WIKI_EMBEDDING_MODEL$/m);
  });

  it('finds pages by words if the server fails or the settings are invalid', async () => {
    server.embeddings = fails(429, 'Slow down');
    bench.configured({ LIVING_WIKI_BASE_URL: server.url, LIVING_WIKI_EMBEDDING_MODEL: 'meanings' });
    const busy = await search();
    expect(busy).toMatchObject({ exit: 0, out: expect.stringMatching(/^Quay .*\n.*\nTower /) as string });
    expect(busy.err).toMatch(/^! Ranked by words alone\. The model server accepts no more requests for now\./);
    expect((await search('--json')).json<Found>().notes).toHaveLength(1);
    bench.configured({ LIVING_WIKI_BASE_URL: 'no address', LIVING_WIKI_EMBEDDING_MODEL: 'meanings' });
    const wrong = await search();
    expect(wrong).toMatchObject({ exit: 0, out: expect.stringMatching(/^Quay /) as string });
    expect(wrong.err).toContain('living-wiki:model_address_invalid');
  });
});
