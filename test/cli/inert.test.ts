import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { liveParts } from '../markdown/inert-oracle';
import { reads, searches } from '../librarian/support';
import { says } from '../model/server/behaviours';
import { ModelServer } from '../model/server/server';
import { Bench } from './support';

/** Hostile names and texts on their way through the program, down to the bytes that it writes. */

const HOSTILE = [
  '`$= dv.current()`',
  '![](https://evil.example/p.png)',
  '![[secret]]',
  '<img src=x onerror=alert(1)>',
  '<% tp.system.prompt() %>',
  '[click](javascript:alert(1))',
  'obsidian://open?vault=v',
  'https://evil.example/a_b_c',
  '%%hidden%%',
  '[[obsidian://open]]',
];

let bench: Bench;
beforeEach(() => {
  bench = new Bench().configured();
});
afterEach(() => bench.remove());

/** Every Markdown file that the program wrote, without the comment that marks generated files. */
function written(wiki: string): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const name of readdirSync(wiki, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.md') || /^(?:sources|\.wiki)\/|^(?:KNOWLEDGE|AGENTS)\.md$/.test(name)) continue;
    texts[name] = readFileSync(path.join(wiki, name), 'utf8').replace(/^<!-- Generated [^>]* -->$/m, '');
  }
  return texts;
}

/** The body is parsed as Markdown; properties are no Markdown, but template commands run in them too. */
function expectNothingAlive(texts: Record<string, string>): void {
  for (const [name, text] of Object.entries(texts)) {
    const [, properties = '', body = text] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];
    // A formula ends with its block, and the blocks of these files are lines.
    const found = liveParts(body, true).filter((part) => !part.includes('\\$'));
    const formulas = body.split('\n').flatMap((line) => liveParts(line, true).filter((part) => part.includes('\\$')));
    expect([name, ...found, ...formulas]).toEqual([name]);
    expect([name, properties.includes('<%')]).toEqual([name, false]);
  }
}

it('hostile file names, titles and texts of sources are words in the log, the index and the pages', async () => {
  await bench.run(bench.folder, 'init', 'wiki');
  const wiki = bench.at('wiki');
  for (const [at, hostile] of HOSTILE.entries()) {
    const name = hostile.replace(/[/:<>"|?*\\]/g, '_');
    const text = `---\ntitle: ${JSON.stringify(hostile)}\nurl: ${JSON.stringify(hostile)}\nauthor: ${JSON.stringify(hostile)}\n---\n\n# ${hostile}\n\nThe Zorble ${at} ${hostile} is a lamp ${hostile} of glass. The Zorble ${at} was lit in 18${at}0.\n\n## ${hostile}\n\nA Zorble ${at} is a lamp that ${hostile} burns.\n`;
    mkdirSync(path.join(wiki, 'sources'), { recursive: true });
    writeFileSync(path.join(wiki, 'sources', `${name}.md`), text);
    writeFileSync(path.join(wiki, 'sources', `${name}.txt`), `A Zorbel ${at} is a lamp. ${hostile}\n`);
  }
  const ran = await bench.run(wiki, 'ingest', '--curator', 'extractive', '--apply', '--json');
  const { proposals } = ran.json<{ proposals: { applied: boolean }[] }>();
  expect(proposals.filter(({ applied }) => applied).length).toBeGreaterThan(HOSTILE.length);
  const texts = written(wiki);
  expect(Object.keys(texts).length).toBeGreaterThan(HOSTILE.length);
  expect(texts['_log.md']).toMatch(/dv\.current/);
  expect(texts['_index.md']).toMatch(/evil/);
  expectNothingAlive(texts);
});

it('an answer of a model that is saved as a page holds nothing alive', async () => {
  const server = await ModelServer.start();
  try {
    bench.configured({ LIVING_WIKI_BASE_URL: server.url, LIVING_WIKI_MODEL: 'small' });
    bench.copyExample();
    const wiki = bench.at('vault', 'lighthouse');
    const before = written(wiki);
    const lines = HOSTILE.map((hostile) => `The LED draws 36 watts ${hostile} [[old-lamp-or-led#Old lamp or LED]].`);
    const blocks = '```dataviewjs\nrun()\n```\n\n- ~~~dataviewjs\n  run()\n\n[x]: javascript:alert(1)\n\n[x]\n';
    server.script(searches('old lamp LED'), reads('old-lamp-or-led'), says(`${lines.join('\n\n')}\n\n${blocks}`));
    const { proposal } = (
      await bench.run(wiki, 'ask', '--json', '--save', '--kind', 'concept', '--title', HOSTILE[0]!, 'What?')
    ).json<{ proposal: string }>();
    expect((await bench.run(wiki, 'proposals', 'apply', proposal)).exit).toBe(0);
    const after = written(wiki);
    const changed = Object.entries(after).filter(([name, text]) => before[name] !== text);
    expect(changed.some(([, text]) => text.includes('36 watts'))).toBe(true);
    expectNothingAlive(Object.fromEntries(changed));
  } finally {
    await server.close();
  }
});
