import { silentRun } from '../../src/base';
import {
  searchPages,
  NO_MODEL_SETTINGS,
  Workbench,
  type ModelHost,
  type ModelSettings,
  type WorkbenchHost,
} from '../../src/workbench';
import { KEY, searches, toolResults } from '../librarian/support';
import { fails, says, sends } from '../model/server/behaviours';
import { embeds } from '../model/server/embeddings';
import { ModelServer, type Behaviour } from '../model/server/server';
import { testWiki, treeOf, type TestWiki } from '../support/wiki';

const page = (slug: string, kind: string, body: string): string =>
  `---\nschema: knowledge/v1\nslug: ${slug}\nkind: ${kind}\ntitle: The ${slug}\nsources: [sources/notes.md]\nupdated_at: "2026-04-21T15:00:00Z"\n---\n\n${body}\n`;

/** Of the pages that say "harbour" only one tells of a beacon, and that in another word. */
const FILES = {
  'sources/notes.md': '# Notes\n\nA harbour.\n',
  'concepts/quay.md': page('quay', 'concept', 'The harbour is a harbour for the fish of the harbour.'),
  'concepts/toll.md': page('toll', 'concept', 'Ships in the harbour pay the harbour toll.'),
  'concepts/pharos.md': page(
    'tower',
    'concept',
    'It stands on the mole.\n\n## Sight\n\nA pharos shows ships where the harbour lies.\n\n## Keepers\n\nThe keepers live in the harbour.',
  ),
  'people/clerk.md': page('clerk', 'person', 'The clerk of the harbour writes.'),
  'concepts/hill.md': page('hill', 'concept', 'A hill without water.'),
};

const VIEW = `---
schema: knowledge.workspace/v1
name: people
title: People only
description: Who they are.
version: 2.0.0
extends: ../KNOWLEDGE.md
queryHints:
  scopeTo: [Person, Place]
---
`;

let server: ModelServer;
beforeAll(async () => (server = await ModelServer.start()));
afterAll(() => server.close());
beforeEach(() => {
  server.heard.length = 0;
  server.embeddings = embeds();
});

/** Deadlines pass when `expire` is called, and not before. */
let expire: () => void = () => undefined;
const timer: ModelHost['timer'] = {
  sleep: (_, signal) =>
    new Promise((resolve) => {
      expire = resolve;
      signal.addEventListener('abort', () => resolve(), { once: true });
    }),
};

function host(more: Partial<ModelSettings> = {}): ModelHost {
  const settings = { ...NO_MODEL_SETTINGS, baseUrl: server.url, apiKey: KEY, embeddingModel: 'meanings', ...more };
  return { settings, fetch: (input, init) => fetch(input, init), timer };
}

let time = 0;
const open = (
  wiki: TestWiki,
  embeddings: ModelHost | null | (() => ModelHost) = host(),
  more: Partial<WorkbenchHost> = {},
) =>
  Workbench.open({
    vault: wiki.vault,
    root: '',
    clock: { now: () => wiki.clock.now() + time },
    random: wiki.random,
    device: wiki.device,
    get embeddings() {
      return (typeof embeddings === 'function' ? embeddings() : embeddings) ?? undefined;
    },
    ...more,
  });

/** What a search finds, and what it says of it. */
async function found(
  workbench: Workbench,
  query = 'harbour beacon',
  more: { lens?: string; plain?: boolean; dryRun?: boolean; limit?: number } = {},
): Promise<{ slugs: readonly string[]; notes: readonly string[] }> {
  const notes: string[] = [];
  const { results } = await searchPages(workbench, { query, ...more, onNote: (note) => notes.push(note) });
  return { slugs: results.map(({ slug }) => slug), notes };
}

const BY_WORDS = ['quay', 'toll', 'clerk', 'tower'];
const sent = (): readonly string[] => server.embedded.flat();

describe('a search with an embedding model', () => {
  it('finds a page by meaning that shares no words with the query', async () => {
    const wiki = await testWiki(FILES);
    const off = await open(wiki, null);
    expect((await found(off)).slugs).toEqual(BY_WORDS);
    const workbench = await open(wiki);
    const { slugs, notes } = await found(workbench);
    expect(slugs[0]).toBe('tower');
    expect([...slugs].sort()).toEqual([...BY_WORDS].sort());
    expect(notes).toEqual([]);
    expect((await workbench.searchPassages({ query: 'harbour beacon' })).map(({ slug }) => slug)).toEqual(slugs);
    expect((await found(workbench, 'harbour beacon', { limit: 1 })).slugs).toEqual(['tower']);
  });

  it('sends the query and one passage of each page found, and nothing else', async () => {
    await found(await open(await testWiki(FILES)));
    expect([...sent()].sort()).toEqual([
      'The clerk The clerk of the harbour writes.',
      'The quay The harbour is a harbour for the fish of the harbour.',
      'The toll Ships in the harbour pay the harbour toll.',
      'The tower Sight A pharos shows ships where the harbour lies.',
      'harbour beacon',
    ]);
  });

  it('sends nothing outside the lens', async () => {
    const wiki = await testWiki({
      ...FILES,
      'people/keeper.md': page('keeper', 'person', 'The keeper sees the harbour.'),
      'views/KNOWLEDGE.md': VIEW,
    });
    const { slugs } = await found(await open(wiki), 'harbour beacon', { lens: 'people' });
    expect([...slugs].sort()).toEqual(['clerk', 'keeper']);
    expect(sent().filter((text) => /quay|toll|pharos/.test(text))).toEqual([]);
    expect(sent()).toHaveLength(3);
  });

  it('sends nothing twice, in one run or the next', async () => {
    const wiki = await testWiki(FILES);
    const workbench = await open(wiki);
    const { slugs } = await found(workbench);
    server.heard.length = 0;
    expect((await found(workbench)).slugs).toEqual(slugs);
    await workbench.close();
    const again = await open(wiki);
    expect((await found(again)).slugs).toEqual(slugs);
    expect(server.heard).toEqual([]);
    await found(again, 'harbour  pharos');
    expect(sent()).toEqual(['harbour pharos']);
  });

  it('sends only the changed passage of an edited page', async () => {
    const wiki = await testWiki(FILES);
    const workbench = await open(wiki);
    await found(workbench);
    await found(workbench, 'keepers harbour');
    server.heard.length = 0;
    const path = 'concepts/pharos.md';
    const before = await wiki.vault.readText(path);
    await wiki.vault.write(path, before.replace('keepers live in', 'keepers sleep in'));
    await workbench.refresh([path]);
    await found(workbench);
    expect(sent()).toEqual([]);
    await found(workbench, 'keepers harbour');
    expect(sent()).toEqual(['The tower Keepers The keepers sleep in the harbour.']);
  });

  it('asks again for damaged vectors, and for all when the model changes under its name', async () => {
    const wiki = await testWiki(FILES);
    const { slugs } = await found(await open(wiki));
    const shards = (await wiki.vault.list('.wiki/cache/vectors')).map(({ path }) => path);
    expect(shards.length).toBeGreaterThan(1);
    await wiki.vault.write(shards[0] ?? '', 'x');
    server.heard.length = 0;
    expect((await found(await open(wiki))).slugs).toEqual(slugs);
    expect(sent().length).toBeGreaterThan(0);
    expect(sent().length).toBeLessThan(5);
    server.heard.length = 0;
    server.embeddings = embeds(({ data }) => ({
      data: data.map((each, index) => ({ index, embedding: (each as { embedding: number[] }).embedding.slice(0, 90) })),
    }));
    const workbench = await open(wiki);
    expect((await found(workbench, 'harbour pharos')).notes).toEqual([]);
    expect(server.embedded.map(({ length }) => length)).toEqual([1, 5]);
    server.heard.length = 0;
    await found(workbench, 'harbour pharos');
    expect(server.heard).toEqual([]);
  });

  it('keeps no text of a page or question, and no key', async () => {
    const wiki = await testWiki(FILES);
    const workbench = await open(wiki);
    await found(workbench);
    await workbench.close();
    const tree = Object.entries(await treeOf(wiki.vault, true));
    const kept = tree.filter(([path]) => path.startsWith('.wiki/cache/vectors/') || path.startsWith('.wiki/usage/'));
    expect(kept.length).toBeGreaterThan(2);
    expect(JSON.stringify(kept)).not.toMatch(/harbour|beacon|pharos/);
    expect(JSON.stringify(tree)).not.toContain(KEY);
  });
});

describe('nothing is sent', () => {
  it.each<[string, Partial<ModelSettings> | null]>([
    ['without a host', null],
    ['without an embedding model', { baseUrl: 'http://localhost', model: 'small' }],
    ['without a server', { embeddingModel: 'meanings' }],
  ])('%s', async (_, settings) => {
    const asked: unknown[] = [];
    const refuse: ModelHost['fetch'] = (input) => Promise.reject(new Error(String(asked.push(input))));
    const embeddings =
      settings === null ? null : { settings: { ...NO_MODEL_SETTINGS, ...settings }, fetch: refuse, timer };
    const workbench = await open(await testWiki(FILES), embeddings);
    expect(await found(workbench)).toEqual({ slugs: BY_WORDS, notes: [] });
    await workbench.searchPassages({ query: 'harbour beacon' });
    expect(asked).toEqual([]);
    expect(server.heard).toEqual([]);
  });

  it.each([
    ['where words alone are asked for', 'harbour beacon', { plain: true }],
    ['where nothing is found', 'zzzz', {}],
    ['where one page is found', 'hill water', {}],
  ])('%s', async (_, query, more) => {
    await found(await open(await testWiki(FILES)), query, more);
    expect(server.heard).toEqual([]);
  });

  it('in a dry run, which says what would be sent', async () => {
    const wiki = await testWiki(FILES);
    const prices = { currency: 'EUR', prices: [{ model: 'meanings', input: 1_000, output: 0 }] };
    const workbench = await open(wiki, host({ prices }));
    const { slugs, notes } = await found(workbench, 'harbour beacon', { dryRun: true });
    expect(slugs).toEqual(BY_WORDS);
    expect(notes).toEqual([
      expect.stringMatching(
        /^Nothing was sent\. A search would send 5 texts to meanings at http:.*: about \d+ tokens in, 0 out, 0\.\d+ EUR\.$/,
      ),
    ]);
    expect(server.heard).toEqual([]);
    await found(workbench);
    expect((await found(workbench, 'harbour pharos', { dryRun: true })).notes[0]).toContain(
      'A search would send 1 text to',
    );
  });
});

describe('a server that fails', () => {
  const short: Behaviour = embeds(({ data }) => ({ data: data.slice(1) }));
  it.each<[string, Behaviour | null, RegExp]>([
    ['makes no embeddings', null, /This model server does not make embeddings\./],
    ['accepts no more requests', fails(429, 'Slow down'), /accepts no more requests for now\. It says: "Slow down"/],
    ['is out of order', fails(500, 'Oops'), /The model server failed \(status 500\)/],
    ['wants another key', fails(401, `Bad key ${KEY}`), /does not accept the key/],
    ['sends too few', short, /The embeddings of meanings are not usable: expected one vector per text/],
    ['sends nonsense', sends('<html>'), /are not usable: expected one vector per text/],
    ['never answers', () => expire(), /was silent for 8 seconds|took longer/],
  ])('%s: pages are ranked by words, and it is said once', async (_, behaviour, says_) => {
    server.embeddings = behaviour;
    const wiki = await testWiki(FILES);
    const workbench = await open(wiki);
    const { slugs, notes } = await found(workbench);
    expect(slugs).toEqual(BY_WORDS);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(/^Ranked by words alone\. /);
    expect(notes[0]).toMatch(says_);
    expect(notes[0]).not.toContain(KEY);
    expect(server.heard).toHaveLength(1);
    // It is left alone for a while, and tried again after it.
    server.embeddings = embeds();
    expect(await found(workbench)).toEqual({ slugs: BY_WORDS, notes });
    expect(server.heard).toHaveLength(1);
    time += 60_000;
    expect((await found(workbench)).slugs[0]).toBe('tower');
  });

  it('does not affect another server', async () => {
    let chosen = 'wrong';
    server.embeddings = (heard, response) =>
      (heard.body.model === 'wrong' ? fails(404, 'The model `wrong` does not exist') : embeds())(heard, response);
    const workbench = await open(await testWiki(FILES), () => host({ embeddingModel: chosen }));
    expect((await found(workbench)).notes[0]).toContain('The server has no model "wrong".');
    chosen = 'meanings';
    expect((await found(workbench)).slugs[0]).toBe('tower');
  });

  it('midway keeps the vectors received so far, and continues from there', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`concepts/p${at}.md`, page(`p${at}`, 'concept', `Harbour number ${at}.`)]),
    );
    const wiki = await testWiki({ ...FILES, ...many });
    const workbench = await open(wiki);
    let requests = 0;
    server.embeddings = (heard, response) => {
      requests += 1;
      return (requests === 2 ? fails(503, 'Loading') : embeds())(heard, response);
    };
    const before = await found(workbench, 'harbour beacon', { limit: 50 });
    expect(before.notes).toHaveLength(1);
    const after = await found(workbench, 'harbour beacon', { limit: 50 });
    expect(after.notes).toEqual([]);
    expect(after.slugs.indexOf('tower')).toBeLessThan(before.slugs.indexOf('tower'));
    const passages = server.embedded.map(({ length }) => length);
    expect(passages).toEqual([16, 16, 16, 3]);
    expect(new Set(sent()).size).toBe(35);
  });

  it('does not keep a search from being cancelled', async () => {
    const aborter = new AbortController();
    server.embeddings = () => aborter.abort();
    const workbench = await open(await testWiki(FILES));
    const run = { ...silentRun, signal: aborter.signal };
    await expect(searchPages(workbench, { query: 'harbour beacon' }, run)).rejects.toMatchObject({
      code: 'living-wiki:cancelled',
    });
  });
});

describe('the cost', () => {
  const prices = { currency: 'USD', prices: [{ model: 'meanings', input: 2, output: 0 }] };

  it('is recorded in the usage of the wiki, in one file for all searches', async () => {
    const wiki = await testWiki(FILES);
    const workbench = await open(wiki, host({ prices }));
    await found(workbench);
    await found(workbench, 'harbour pharos');
    const { rows } = await workbench.usage(3);
    expect(rows).toMatchObject([{ model: 'meanings', source: 'search', calls: 2, usage: { estimated: false } }]);
    const files = Object.keys(await treeOf(wiki.vault, true)).filter((path) => path.startsWith('.wiki/usage/'));
    expect(files).toHaveLength(1);
  });

  it.each<[string, Partial<ModelSettings>, RegExp]>([
    ['tokens for a search', { job: { tokens: 20 } }, /limit of 20 tokens for this job/],
    ['tokens for a day', { day: { tokens: 20 } }, /limit of 20 tokens for today/],
    ['money', { day: { money: 0.000001 }, prices }, /limit of .* for today/],
    ['money without a price', { job: { money: 1 } }, /The price of "meanings" is unknown/],
  ])('stays within a limit on %s', async (_, settings, why) => {
    const { slugs, notes } = await found(await open(await testWiki(FILES), host(settings)));
    expect(slugs).toEqual(BY_WORDS);
    expect(notes).toEqual([expect.stringMatching(why)]);
    expect(server.heard).toEqual([]);
  });

  it('a search can be repeated after a limit was reached', async () => {
    const settings = { day: { tokens: 20 } };
    const workbench = await open(await testWiki(FILES), () => host(settings));
    expect((await found(workbench)).notes).toHaveLength(1);
    settings.day.tokens = 20_000;
    expect((await found(workbench)).notes).toEqual([]);
  });

  it('a limit for one search does not add up over searches', async () => {
    const workbench = await open(await testWiki(FILES), host({ job: { tokens: 120 } }));
    for (const query of ['harbour beacon', 'harbour pharos', 'harbour ship', 'harbour fish']) {
      expect((await found(workbench, query)).notes).toEqual([]);
    }
  });
});

describe('the librarian', () => {
  const both = (): ModelHost => host({ model: 'small', job: { tokens: 50_000 } });
  const answered = says('It stands on the mole [[tower]].');

  it('searches by meaning, and the answer costs both', async () => {
    const model = { ...both(), timer };
    const workbench = await open(await testWiki(FILES), model, { model });
    server.script(searches('harbour beacon'), answered, answered);
    server.embeddings = embeds();
    const { steps, notes, cost } = await workbench.ask('Where is a beacon?');
    expect(steps[0]).toMatchObject({ tool: 'search', ok: true });
    expect(steps[0]?.found[0]).toBe('tower');
    expect(cost?.models.map((share) => share.model).sort()).toEqual(['meanings', 'small']);
    expect(notes.join(' ')).not.toContain('Ranked by words');
    const asked = server.asked.filter(({ path }) => path.endsWith('/chat/completions'));
    expect(toolResults(asked[1]!)[0]).toMatch(/>\n- \[\[tower\]\]/);
  });

  it('says only once that it searched by words', async () => {
    const model = both();
    const workbench = await open(await testWiki(FILES), model, { model });
    server.script(searches('harbour beacon'), searches('harbour ships'), answered, answered);
    server.embeddings = fails(429, 'Slow down');
    const { steps, notes } = await workbench.ask('Where is a beacon?');
    expect(steps[0]?.found).toEqual(BY_WORDS);
    expect(notes.filter((note) => note.startsWith('Ranked by words alone.'))).toHaveLength(1);
    expect(server.embedded).toHaveLength(1);
  });

  it('sends nothing when asked for passages', async () => {
    const model = both();
    const workbench = await open(await testWiki(FILES), model, { model });
    await workbench.ask('Where is a beacon in the harbour?', { by: 'passages' });
    expect(server.heard).toEqual([]);
  });
});
