import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { says } from '../model/server/behaviours';
import { ModelServer } from '../model/server/server';
import { reads } from '../librarian/support';
import { approveRules, Bench, bytesBelow, shippedCli } from './support';

/** The shipped program as a server of the Model Context Protocol, asked by the official client over real pipes. */

let server: ModelServer;
let bench: Bench;
let client: Client;
beforeAll(async () => {
  server = await ModelServer.start();
  bench = new Bench().configured();
  bench.copyExample();
  await approveRules(bench, bench.at('vault', 'lighthouse'));
  client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [shippedCli(), 'mcp', '--wiki', bench.at('vault', 'lighthouse')],
      env: { HOME: bench.at('home'), LIVING_WIKI_BASE_URL: server.url, LIVING_WIKI_MODEL: 'small' },
    }),
  );
}, 60_000);
afterAll(async () => {
  await client.close();
  await server.close();
  bench.remove();
});

const call = async (name: string, args: Record<string, unknown> = {}): Promise<{ text: string; isError: boolean }> => {
  const result = await client.callTool({ name, arguments: args });
  const [content] = result.content as { text: string }[];
  return { text: content?.text ?? '', isError: result.isError === true };
};

it('lists its tools, of which only one makes something: a proposal', async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'search',
    'search_sources',
    'read_page',
    'ask',
    'lint',
    'status',
    'propose_ingest',
    'list_packs',
    'activate_pack',
    'resolve_context',
    'list_units',
    'read_unit',
  ]);
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name)).toEqual([
    'propose_ingest',
  ]);
  expect(tools.find(({ name }) => name === 'read_page')?.inputSchema.required).toEqual(['page']);
});

it('answers as if the wiki were a pack: catalog, guide, and fenced context within a budget', async () => {
  expect((await call('list_packs', {})).text).toContain('<name>skerry-point</name>');
  expect((await call('activate_pack', { name: 'skerry-point' })).text).toMatch(
    /^<knowledge_pack_guide name="skerry-point" [^]*<\/knowledge_pack_guide>$/,
  );
  const { text } = await call('resolve_context', {
    task: 'What is a focal plane?',
    packs: ['skerry-point'],
    budget: 700,
  });
  const found = JSON.parse(text) as { context: string; tokens: number; files: readonly { cite: string }[] };
  expect(found.context).toMatch(/^<knowledge_pack name="skerry-point" [^]*focal plane[^]*<\/knowledge_pack>$/i);
  expect(found.tokens).toBeLessThanOrEqual(700);
  expect(found.files[0]?.cite).toMatch(/^\[\[pack:skerry-point\//);
});

it('searches, and reads a page and a section', async () => {
  const found = JSON.parse((await call('search', { query: 'focal plane' })).text) as { page: string }[];
  expect(found[0]?.page).toBe('focal-plane');
  expect((await call('read_page', { page: 'focal-plane' })).text).toMatch(
    /^Page \[\[focal-plane\]\] Focal plane \(concept/,
  );
  expect(await call('read_page', { page: '../../etc/passwd' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('living-wiki:page_missing') as string,
  });
  expect((await call('read_page', { page: 5 })).isError).toBe(true);
});

it('offers the pages as resources', async () => {
  const { resources } = await client.listResources();
  expect(resources.length).toBeGreaterThan(10);
  const lens = resources.find(({ name }) => name === 'fresnel-lens');
  const { contents } = await client.readResource({ uri: lens?.uri ?? '' });
  expect(contents).toMatchObject([{ mimeType: 'text/markdown', text: expect.stringMatching(/^---\n/) as string }]);
  for (const uri of ['living-wiki://page/..%2F..%2Fetc%2Fpasswd', 'living-wiki://page/.wiki/cache/models.json']) {
    await expect(client.readResource({ uri })).rejects.toThrow(/no page/);
  }
});

it('offers the digest of the memory while it exists', async () => {
  const uri = 'living-wiki://memory/digest';
  const uris = async (): Promise<readonly string[]> => (await client.listResources()).resources.map((one) => one.uri);
  expect(await uris()).not.toContain(uri);
  await expect(client.readResource({ uri })).rejects.toThrow(/switched off/);
  mkdirSync(bench.at('vault', 'knowledge'));
  writeFileSync(bench.at('vault', 'knowledge', 'ledger.json'), '{"entries": {}}');
  writeFileSync(bench.at('vault', 'knowledge', 'digest.md'), '# Knowledge digest\n');
  expect(await uris()).toContain(uri);
  const { contents } = await client.readResource({ uri });
  expect(contents).toMatchObject([{ uri, mimeType: 'text/markdown', text: '# Knowledge digest\n' }]);
  rmSync(bench.at('vault', 'knowledge', 'digest.md'));
  expect(await uris()).not.toContain(uri);
});

it('goes on after a request for a page that no path can name', async () => {
  for (const name of ['/x', '%00', '%5Cx', '..//KNOWLEDGE.md', '%E0%A4', 'a%2F..%2F..%2Fx']) {
    await expect(client.readResource({ uri: `living-wiki://page/${name}` })).rejects.toThrow(/no page/);
    expect((await call('read_page', { page: 'focal-plane' })).isError).toBe(false);
  }
});

it('answers a line that is too long with an error, and goes on', async () => {
  const args = [shippedCli(), 'mcp', '--wiki', bench.at('vault', 'lighthouse')];
  const child = spawn(process.execPath, args, { env: { HOME: bench.at('home') } });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => JSON.parse(String((await lines.next()).value));
  child.stdin.write(`{"jsonrpc":"2.0","id":1,"method":"${'x'.repeat(12_000_000)}"}\n`);
  expect(await next()).toMatchObject({
    id: null,
    error: { code: -32600, message: expect.stringContaining('longer') as unknown },
  });
  child.stdin.write('{"jsonrpc":"2.0","id":2,"method":"ping"}\n');
  expect(await next()).toMatchObject({ id: 2, result: {} });
  child.stdin.end();
  const [status] = (await once(child, 'exit')) as [number];
  expect(status).toBe(0);
});

it('asks the librarian', async () => {
  server.script(reads('fresnel-lens'), says('It has rings [[fresnel-lens]]. And more [[nowhere]].'));
  const answer = JSON.parse((await call('ask', { question: 'What is a Fresnel lens?' })).text) as Record<
    string,
    unknown
  >;
  expect(answer).toMatchObject({ citations: [{ slug: 'fresnel-lens' }], removed: [{ reason: 'no-page' }] });
});

it('reports the cost of a failed question', async () => {
  server.script(says("I'm sorry, but I can't help with that."));
  expect(await call('ask', { question: 'Bad?' })).toEqual({
    isError: true,
    text: expect.stringMatching(/\(living-wiki:model_refused\) Used so far: small: 100 tokens in/) as string,
  });
});

it('reports the status of the wiki, and proposes without writing a page', async () => {
  expect(JSON.parse((await call('status')).text)).toMatchObject({ wiki: { name: 'skerry-point' } });
  expect(JSON.parse((await call('lint')).text)).toHaveProperty('counts');
  const before = await bytesBelow(bench.at('vault', 'lighthouse'));
  const result = JSON.parse((await call('propose_ingest', { sources: ['sources/nowhere.md'] })).text) as object;
  expect(result).toMatchObject({ proposals: [], failed: [{ code: 'source_not_found' }] });
  await call('propose_ingest');
  expect(await bytesBelow(bench.at('vault', 'lighthouse'))).toEqual(before);
});

it('reports an invalid lens', async () => {
  expect(await call('search', { query: 'x', lens: 'nobody' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('living-wiki:lens_missing') as string,
  });
});
