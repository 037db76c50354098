import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Bench } from './support';

/** Pages, sources and views that are named like what every object of JavaScript has. */

const NAMES = ['__proto__', 'constructor', 'toString'] as const;

let bench: Bench;

beforeEach(() => {
  bench = new Bench().configured();
});
afterEach(() => bench.remove());

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

async function wikiOf(name: string): Promise<string> {
  await bench.run(bench.folder, 'init', 'wiki');
  const wiki = bench.at('wiki');
  const head = `---\nschema: knowledge/v1\nslug: ${name}\nkind: concept\ntitle: ${name}\nupdated_at: 2026-04-27\naliases: [${name}]\n${name}: 1\n---\n`;
  write(
    path.join(wiki, 'concepts', `${name}.md`),
    `${head}\n# ${name}\n\nThe ${name} is a lamp.[^${name}-1] See [[${name}#${name}]].\n\n[^${name}-1]: [${name}], line 3: “a lamp”\n`,
  );
  write(
    path.join(wiki, 'sources', `${name}.md`),
    `# ${name}\n\nThe ${name} is a lamp of 5 metres. The ${name} was built in 1823.\n\nThe ${name} is red.\n`,
  );
  write(path.join(wiki, 'sources', 'records.json'), `[{"${name}": "lamp", "b": {"${name}": 1}}]`);
  write(path.join(wiki, 'sources', 'table.csv'), `${name},b\nlamp,1\nmast,2\n`);
  write(
    path.join(wiki, 'views', name, 'KNOWLEDGE.md'),
    `---\nschema: knowledge.workspace/v1\nname: ${name}\ntitle: V\ndescription: d\nversion: 1.0.0\nextends: ../../KNOWLEDGE.md\n${name}: 1\n---\n`,
  );
  return wiki;
}

it.each(NAMES)('the program reads, checks and fills a wiki that names everything %s', async (name) => {
  const wiki = await wikiOf(name);
  const before = Object.getOwnPropertyNames(Object.prototype).sort();
  const isSlug = name === 'constructor';
  // What each ends with: 1 where it has findings or refuses.
  const commands: readonly (readonly [readonly number[], readonly string[]])[] = [
    [[0], ['status']],
    [[0], ['search', name]],
    [
      [0, 2],
      ['search', name, '--lens', name],
    ],
    [[isSlug ? 0 : 1], ['lint']],
    [[0], ['rules', 'add', `The ${name} is a lamp.`]],
    [[0], ['rules']],
    [[0], ['names', 'never', name]],
    [[0], ['names']],
    [[0], ['names', 'forget', name]],
    [[0], ['lens', 'list']],
    [
      [1, 2],
      ['lens', 'show', name],
    ],
    [
      [1, 2],
      ['lens', 'explain', name],
    ],
    [[0], ['ingest', '--curator', 'extractive', '--apply']],
    [[0], ['coverage', `sources/${name}.md`]],
    [[0], ['questions', 'add', name]],
    [
      [1, 2],
      ['proposals', 'show', name],
    ],
    [[0], ['status', '--json']],
    [
      [0, 1],
      ['lint', '--json'],
    ],
  ];
  for (const [exits, command] of commands) {
    const { exit, out, err } = await bench.run(wiki, ...command);
    const said = `${command.join(' ')} (${exit}): ${err}`;
    expect(exits.includes(exit) ? '' : said).toBe('');
    expect(said).not.toMatch(/TypeError|ReferenceError|undefined|\[object|native code|unknown command/i);
    expect(out).not.toMatch(/native code|\[object |undefined/);
  }
  expect((await bench.run(wiki, 'search', name, '--json')).out).toContain(`concepts/${name}.md`);
  expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(before);
});
