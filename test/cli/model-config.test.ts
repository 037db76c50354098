import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fails, says } from '../model/server/behaviours';
import { embeds } from '../model/server/embeddings';
import { ModelServer, type Behaviour } from '../model/server/server';
import { Bench } from './support';

const SECRET = 'sk-test-0123456789abcdefghij';

describe('living-wiki config', () => {
  let bench: Bench;
  beforeEach(() => (bench = new Bench().configured()));
  afterEach(() => bench.remove());
  const config = (...argv: string[]) => bench.run(bench.folder, 'config', ...argv);
  const file = () => bench.at('home', '.config', 'living-wiki', 'config.json');

  it('keeps settings in a file that only its owner may read, and gives them back', async () => {
    for (const [key, value] of Object.entries({
      provider: 'openrouter',
      model: 'maker/small',
      'fallback-model': 'maker/large',
      'job-tokens': '50000',
      'day-money': '2.5',
      'max-pages': '7',
      'price.maker/small': '0.15 0.6 0.075',
    })) {
      expect(await config('set', key, value)).toMatchObject({ exit: 0, err: '' });
      expect((await config('get', key)).out).toBe(`${value}\n`);
    }
    expect((await config('path')).out).toBe(`${file()}\n`);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ version: 1, day: { money: 2.5 }, maxPages: 7 });
    expect((await config('unset', 'max-pages')).exit).toBe(0);
    expect((await config('get', 'max-pages')).out).toBe('not set\n');
    expect(readdirSync(path.dirname(file()))).toEqual(['config.json']);
  });

  it('says in its help what each setting takes', async () => {
    const { out: help } = await config('--help');
    const listed = (await config('list', '--json')).json<{ settings: readonly { key: string }[] }>();
    for (const { key } of listed.settings) expect(help).toMatch(new RegExp(`^  ${key}  +\\S`, 'm'));
    expect(help).toMatch(/^ {2}parallel +how many programs/m);
    expect(help).toMatch(/^ {2}server\.NAME\.max-money +\S/m);
  });

  it('follows XDG_CONFIG_HOME, and ignores one that is not absolute', async () => {
    bench.configured({ XDG_CONFIG_HOME: bench.at('xdg') });
    expect((await config('path')).out).toBe(`${bench.at('xdg', 'living-wiki', 'config.json')}\n`);
    bench.configured({ XDG_CONFIG_HOME: 'xdg' });
    expect((await config('path')).out).toBe(`${file()}\n`);
  });

  it('reads a key only from standard input, and prints it nowhere', async () => {
    const refused = await config('set', 'key', SECRET);
    expect(refused).toMatchObject({ exit: 2 });
    expect(refused.out + refused.err).not.toContain(SECRET);
    expect(existsSync(file())).toBe(false);
    bench.input = `${SECRET}\n`;
    const said = [await config('set', 'key', '-'), await config('get', 'key'), await config('list')];
    said.push(await config('list', '--json'), await config('get', 'key', '--json'));
    said.push(await config('set', 'key', '-', '--json'));
    expect(said.map(({ exit }) => exit)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(said[5]?.json()).toMatchObject({ key: 'key', value: 'set', note: null });
    expect(said.map(({ out, err }) => out + err).join('')).not.toContain(SECRET);
    expect(said[1]?.out).toBe('set\n');
    expect(readFileSync(file(), 'utf8')).toContain(SECRET);
    bench.input = '\n';
    expect(await config('set', 'key', '-')).toMatchObject({ exit: 2 });
  });

  it('forgets a key when another server is chosen, so that it is not sent there', async () => {
    await config('set', 'provider', 'openai');
    bench.input = SECRET;
    await config('set', 'key', '-');
    expect((await config('set', 'base-url', 'https://api.openai.com/v1/')).out).not.toContain('removed');
    expect((await config('set', 'base-url', 'https://elsewhere.example/v1')).out).toContain(
      'The stored key was removed',
    );
    expect(readFileSync(file(), 'utf8')).not.toContain(SECRET);
  });

  it('shows values that the environment overrides', async () => {
    await config('set', 'model', 'from-file');
    bench.configured({ LIVING_WIKI_MODEL: 'from-outside', LIVING_WIKI_API_KEY: SECRET });
    const { out } = await config('list');
    expect(out).toMatch(/^model +from-outside {2}from LIVING_WIKI_MODEL$/m);
    expect(out).toMatch(/^key +set {2}from LIVING_WIKI_API_KEY$/m);
    expect(out).toContain('Ingest, questions and skills use no language model: no provider or address is chosen.');
    expect((await config('set', 'model', 'other')).out).toContain('LIVING_WIKI_MODEL is set and overrides it.');
  });

  it.each([
    ['provider', 'nobody'],
    ['job-tokens', 'many'],
    ['job-tokens', '1.5'],
    ['day-money', '-1'],
    ['max-pages', '0'],
    ['price.x', '1'],
    ['price.x', '1 2 3 4'],
    ['base-url', 'ftp://example.org'],
    ['colour', 'red'],
  ])('refuses %s %s with a sentence, and keeps what was there', async (key, value) => {
    await config('set', 'model', 'small');
    const before = readFileSync(file(), 'utf8');
    const { exit, err } = await config('set', '--', key, value);
    expect(exit).toBe(2);
    expect(err).toMatch(/✗ .+\.\n {2}.+\.\n/);
    expect(readFileSync(file(), 'utf8')).toBe(before);
  });

  it.each(['{', '{"version":2}', '[]', JSON.stringify({ version: 1, apiKey: SECRET, job: 'x' })])(
    'sets a broken file aside with a notice: %s',
    async (text) => {
      mkdirSync(path.dirname(file()), { recursive: true });
      writeFileSync(file(), text);
      const { exit, err } = await config('list');
      expect(exit).toBe(0);
      expect(err).toContain('living-wiki:config_set_aside');
      expect(err).not.toContain(SECRET);
      const [aside = ''] = readdirSync(path.dirname(file()));
      expect(aside).toMatch(/^config\.json\.broken-/);
      expect(readFileSync(path.join(path.dirname(file()), aside), 'utf8')).toBe(text);
    },
  );
});

/** A model that can plan a source. */
const able: Behaviour = (heard, response) =>
  says(heard.text.includes('Task: plan how') ? 'page: light | create | 1-4\npage: trust | create | 5-8' : 'ready')(
    heard,
    response,
  );

describe('living-wiki models', () => {
  let bench: Bench;
  let server: ModelServer;
  beforeAll(async () => (server = await ModelServer.start()));
  afterAll(() => server.close());
  beforeEach(() => {
    bench = new Bench().configured({
      LIVING_WIKI_BASE_URL: server.url,
      LIVING_WIKI_MODEL: 'tiny',
      LIVING_WIKI_API_KEY: SECRET,
    });
    server.script(able);
    server.embeddings = null;
  });
  afterEach(() => bench.remove());
  const models = (...argv: string[]) => bench.run(bench.folder, 'models', ...argv);

  it('lists what the server offers', async () => {
    const { exit, out, err } = await models('list');
    expect([exit, err]).toEqual([0, '']);
    expect(out).toMatch(/^tiny\n\n1 model/);
    expect((await models('list', '--json')).json()).toMatchObject({ models: [{ id: 'tiny' }] });
  });

  it('says that a model is ready, with its key in the header alone', async () => {
    const { exit, out, err } = await models('test');
    expect([exit, err]).toEqual([0, '']);
    expect(out).toMatch(/^✓ tiny is ready\.\n {2}tiny: \d+ tokens in, \d+ out, price unknown\.\n$/);
    expect(server.heard.every(({ headers }) => headers.authorization === `Bearer ${SECRET}`)).toBe(true);
    expect(server.heard.map(({ text, path: asked }) => text + asked).join('')).not.toContain(SECRET);
  });

  it('says whether a model needs small steps, and where it fails at the second question', async () => {
    server.script(says('ready'));
    const weak = await models('test', '--json');
    expect(weak.exit).toBe(0);
    const { warnings } = weak.json<{ warnings: string[] }>();
    expect(warnings).toEqual([expect.stringContaining('Turn small steps on (`small-steps`)')]);
    server.script((heard, response) =>
      heard.text.includes('Task: plan how') ? fails(500, 'oops')(heard, response) : says('ready')(heard, response),
    );
    const failing = await models('test', '--json');
    expect(failing.json<{ warnings: string[] }>().warnings).toEqual([
      expect.stringContaining('The model failed at a second question: '),
    ]);
  });

  it.each([
    ['a wrong key', fails(401, `Incorrect API key provided: ${SECRET}`), 'living-wiki:model_authentication'],
    ['a fault of the server', fails(500, 'oops'), 'living-wiki:model_server'],
    ['an empty answer', says(''), 'living-wiki:model_empty_answer'],
  ])('says in plain words what is wrong: %s', async (_, behaviour, code) => {
    server.script(behaviour);
    const { exit, out, err } = await models('test');
    expect(exit).toBe(1);
    expect(out).toBe('');
    expect(err).toMatch(/^✗ .+\n {2}.+\.\n/);
    expect(err).toContain(code);
    expect(err).not.toContain(SECRET);
    expect((await models('test', '--json')).json()).toMatchObject({ ok: false, code });
  });

  it('tries the embedding model too, and says what both have used', async () => {
    bench.env!.LIVING_WIKI_EMBEDDING_MODEL = 'meanings';
    server.embeddings = embeds();
    const good = await models('test');
    expect(good.exit).toBe(0);
    expect(good.out).toMatch(/^✓ tiny is ready\. meanings makes embeddings of 96 numbers\.\n {2}tiny and meanings: /);
    expect(server.embedded).toEqual([['ready']]);
    server.embeddings = fails(404, 'Not Found');
    server.script(able);
    const bad = await models('test', '--json');
    expect(bad.exit).toBe(1);
    expect(bad.json()).toMatchObject({
      ok: false,
      message:
        'tiny is ready. The embedding model "meanings" does not work: This model server does not make embeddings.',
      code: 'living-wiki:model_no_embeddings',
      cost: { models: [{ model: 'tiny', calls: 2 }] },
    });
  });

  it('tries the embedding model where it is all that is chosen, counts it on the day, and asks nothing else', async () => {
    bench.configured({ LIVING_WIKI_BASE_URL: server.url, LIVING_WIKI_EMBEDDING_MODEL: 'meanings' });
    server.embeddings = embeds();
    const { exit, out } = await models('test');
    expect(exit).toBe(0);
    expect(out).toMatch(/^✓ The server offers 1 model\. meanings makes embeddings of 96 numbers\.\n/);
    expect(server.asked.map(({ path: asked }) => asked)).toEqual(['/v1/embeddings']);
    const [day = ''] = readdirSync(bench.at('home', '.config', 'living-wiki', 'usage'));
    expect(readFileSync(bench.at('home', '.config', 'living-wiki', 'usage', day), 'utf8')).toContain('"meanings"');
  });

  it('says which models there are when the chosen one is not among them', async () => {
    bench.env!.LIVING_WIKI_MODEL = 'huge';
    const { exit, err } = await models('test');
    expect(exit).toBe(1);
    expect(err).toContain('The server has no model "huge". It offers tiny.');
  });

  it('says that the server does not answer', async () => {
    bench.env!.LIVING_WIKI_BASE_URL = 'http://127.0.0.1:9/v1';
    const { exit, err } = await models('list');
    expect(exit).toBe(1);
    expect(err).toContain('living-wiki:model_network');
  });

  it('says what is missing when no model is set up', async () => {
    bench.configured();
    const { exit, err } = await models('test');
    expect(exit).toBe(2);
    expect(err).toContain('No language model is set up: no provider or address is chosen.');
  });

  it('does not send a stored key to another server that the environment names', async () => {
    const named = bench.env ?? {};
    bench.configured();
    await bench.run(bench.folder, 'config', 'set', 'provider', 'openai');
    bench.input = SECRET;
    await bench.run(bench.folder, 'config', 'set', 'key', '-');
    bench.configured({ ...named, LIVING_WIKI_API_KEY: '' });
    server.script(says('ready'));
    const { exit, err } = await models('test');
    expect(exit).toBe(0);
    expect(err).toContain('belongs to another server');
    expect(server.heard.length).toBeGreaterThan(0);
    expect(server.heard.map(({ headers }) => headers.authorization)).toEqual(server.heard.map(() => undefined));
  });

  it('records the conversation without the key when asked to', async () => {
    bench.env!.LIVING_WIKI_RECORD = bench.at('talk.jsonl');
    expect((await models('test')).exit).toBe(0);
    const recorded = readFileSync(bench.at('talk.jsonl'), 'utf8');
    expect(recorded).toContain('{"livingWikiRecording":1}');
    expect(recorded).toContain('ready');
    expect(recorded).not.toContain(SECRET);
    expect(statSync(bench.at('talk.jsonl')).mode & 0o777).toBe(0o600);
    bench.env!.LIVING_WIKI_RECORD = bench.at('nowhere', 'talk.jsonl');
    server.script(says('ready'));
    const { exit, err } = await models('test');
    expect(exit).toBe(2);
    expect(err).toContain('LIVING_WIKI_RECORD');
    expect(server.heard).toEqual([]);
  });
});

describe('a server on another computer without encryption', () => {
  const ADDRESS = 'http://models.example:11434/v1';
  let bench: Bench;
  let asked: string[];
  beforeEach(() => {
    bench = new Bench().configured();
    asked = [];
    jest.spyOn(globalThis, 'fetch').mockImplementation((input) => {
      asked.push(input instanceof Request ? input.url : input.toString());
      return Promise.reject(new TypeError('fetch failed'));
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    bench.remove();
  });
  const run = (...argv: string[]) => bench.run(bench.folder, ...argv);

  it('is sent nothing until a person says yes, and loses the yes with its address', async () => {
    expect((await run('config', 'set', 'plain-http', 'yes')).err).toContain('living-wiki:config_invalid');
    const set = await run('config', 'set', 'base-url', ADDRESS);
    expect(set.out).toContain('living-wiki config set plain-http yes');
    await run('config', 'set', 'model', 'tiny');
    await run('config', 'set', 'embedding-model', 'meanings');
    await run('init', 'wiki');
    writeFileSync(bench.at('wiki/sources/a.md'), '# Lens\n\nA lens is a piece of glass.\n');
    const wiki = bench.at('wiki');
    for (const argv of [['ingest'], ['ask', 'What is a lens?'], ['models']]) {
      const refused = await bench.run(wiki, ...argv);
      expect(refused).toMatchObject({ exit: 2 });
      expect(refused.err).toContain('living-wiki:model_not_encrypted');
      expect(refused.err).toContain('living-wiki config set plain-http yes');
    }
    expect(asked).toEqual([]);
    expect((await run('config', 'set', 'plain-http', 'yes')).exit).toBe(0);
    expect((await run('config', 'get', 'plain-http')).out).toBe('http://models.example:11434\n');
    expect((await run('models')).err).toContain('living-wiki:model_network');
    expect(asked).not.toEqual([]);
    asked = [];
    await run('config', 'set', 'base-url', 'http://other.example/v1');
    expect((await run('models')).err).toContain('living-wiki:model_not_encrypted');
    expect(asked).toEqual([]);
  });

  it('is asked by one command with --plain-http', async () => {
    bench.configured({ LIVING_WIKI_BASE_URL: ADDRESS, LIVING_WIKI_MODEL: 'tiny' });
    expect((await run('models', 'test')).err).toContain('living-wiki:model_not_encrypted');
    expect((await run('models', 'test', '--plain-http')).err).toContain('living-wiki:model_network');
    expect(asked).toEqual([`${ADDRESS}/models`]);
    expect((await run('config', 'get', 'plain-http')).out).toBe('not set\n');
  });
});
