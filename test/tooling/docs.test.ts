import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The documentation tells the truth where code can check it. */

const root = path.join(__dirname, '..', '..');
const read = (...names: string[]): string => readFileSync(path.join(root, ...names), 'utf8');

function filesBelow(folder: string, ending: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => path.join(folder, name));
}

it('every code that the program can give is listed in docs/errors.md', () => {
  const listed = read('docs', 'errors.md');
  const codes = new Set<string>();
  for (const file of filesBelow('src', '.ts')) {
    for (const [, code] of read(file).matchAll(/'(living-wiki:[a-z_]*[a-z])'/g)) codes.add(code ?? '');
    if (!file.includes(`change${path.sep}guard-`)) continue;
    for (const [, code] of read(file).matchAll(/code: '([a-z_]+)'/g)) codes.add(`living-wiki:guard_${code ?? ''}`);
  }
  expect(codes.size).toBeGreaterThan(60);
  expect([...codes].filter((code) => !listed.includes(`\`${code}\``)).sort()).toEqual([]);
});

it('every link between documents leads to a file', () => {
  const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', ...filesBelow('docs', '.md')];
  const broken: string[] = [];
  for (const document of documents) {
    const prose = read(document)
      .replace(/^ *(`{3,}|~{3,})[^]*?^ *\1/gm, '')
      .replace(/(`+)[^`][^]*?\1/g, '');
    for (const [, target = ''] of prose.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      if (!existsSync(path.join(root, path.dirname(document), target))) broken.push(`${document}: ${target}`);
    }
  }
  expect(broken).toEqual([]);
});

it('every command and option of the program is in docs/cli.md', () => {
  const listed = read('docs', 'cli.md');
  const program = filesBelow(path.join('src', 'cli'), '.ts')
    .map((file) => read(file))
    .join('\n');
  const commands = [...program.matchAll(/\.command\('([a-z]+)'/g)].map(([, name]) => name ?? '');
  const options = [...program.matchAll(/(?<!setFlagsFromString\()'(--[a-z-]+)/g)].map(([, name]) => name ?? '');
  expect(commands.length).toBeGreaterThan(12);
  expect(options.length).toBeGreaterThan(8);
  expect([...commands, ...options].filter((name) => !listed.includes(name))).toEqual([]);
});

it('docs/architecture.md lists every room, and the folders of each', () => {
  const text = read('docs', 'architecture.md');
  const rows = [...text.matchAll(/^\| `([a-z-]+)` \| (.*) \|$/gm)].map(([, room = '', rest = '']) => ({ room, rest }));
  const folders = (folder: string): string[] =>
    readdirSync(path.join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  const missing: string[] = [];
  for (const room of folders('src')) {
    const about = rows.filter((row) => row.room === room).map(({ rest }) => rest);
    if (about.length === 0) missing.push(room);
    for (const folder of folders(path.join('src', room))) {
      if (!about.some((rest) => rest.includes(`\`${folder}\``) || rest.includes(`\`${room}/${folder}\``)))
        missing.push(`${room}/${folder}`);
    }
  }
  expect(missing).toEqual([]);
});

it('every file that docs/aip-10.md names exists', () => {
  const names = [...read('docs', 'aip-10.md').matchAll(/`((?:src|test)\/[^`]+)`/g)].map(([, name]) => name ?? '');
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
});

it('names of scripts in the README exist', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  for (const [, name = ''] of read('README.md').matchAll(/npm run ([a-z:]+)/g))
    expect(Object.keys(scripts)).toContain(name);
});
