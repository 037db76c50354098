import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hashText } from '../../src/vault';
import { decompressText } from '../../src/vault/compress';
import { LENS_SOURCE } from '../support/wiki';
import { Bench, bytesBelow } from './support';

/** Another person's wiki, opened with the program. */

let bench: Bench;

beforeEach(() => {
  bench = new Bench().configured();
});
afterEach(() => bench.remove());

const ID = '20260101T000000000Z-abc123';

function writeFile(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** An unfinished change, as an attacker would write it: its first file looks half done. */
function forgeJournal(wiki: string, target: string, after: string | null): void {
  const file = path.join(wiki, target);
  const before = after === null ? readFileSync(file, 'utf8') : null;
  const log = readFileSync(path.join(wiki, '_log.md'), 'utf8');
  const hash = (text: string | null): string | null => (text === null ? null : hashText(text));
  const files = [
    { op: 'update', path: '_log.md', before: hashText('before'), after: hashText(log) },
    { op: after === null ? 'delete' : 'create', path: target, before: hash(before), after: hash(after) },
  ];
  const texts = (side: readonly (string | null)[]): string => JSON.stringify({ version: 1, id: ID, texts: side });
  const open = path.join(wiki, '.wiki/journal/open');
  const header = { version: 1, id: ID, at: '', title: 'Tidy up', facts: {}, files, folders: [], emptied: [] };
  writeFile(path.join(open, `${ID}.before.json`), texts(['before', before]));
  writeFile(path.join(open, `${ID}.after.json`), texts([log, after]));
  writeFile(path.join(open, `${ID}.json`), JSON.stringify(header));
}

it.each([
  ['KNOWLEDGE.md', null],
  ['entities/evil.md', '# Evil\n'],
  ['sources/evil.txt', 'evil'],
  ['.claude/settings.json', '{}'],
  ['.env', 'KEY=1'],
  ['scripts/evil.js', 'evil()'],
])('a forged journal is not carried out by a search, and is named until it is gone: %s', async (target, after) => {
  const wiki = bench.at('wiki');
  await bench.run(bench.folder, 'init', 'wiki');
  forgeJournal(wiki, target, after);
  const files = await bytesBelow(wiki);
  const first = await bench.run(wiki, 'search', 'lens');
  expect(await bytesBelow(wiki)).toEqual(files);
  const isHidden = target.startsWith('.');
  // A record with a forbidden path is not a record.
  if (isHidden) expect((await bench.run(wiki, 'status')).exit).toBe(0);
  else {
    expect(first.err).toContain('“Tidy up”, that this device did not begin. It was not carried out.');
    expect(first.err).toContain(`${after === null ? 'delete' : 'create'} ${target}.`);
    const { warnings } = (await bench.run(wiki, 'status', '--json')).json<{ warnings: { code: string }[] }>();
    expect(warnings.map(({ code }) => code)).toContain('living-wiki:journal_foreign');
    rmSync(path.join(wiki, '.wiki/journal/open'), { recursive: true });
    expect((await bench.run(wiki, 'search', 'lens')).err).toBe('');
  }
  expect(await bytesBelow(wiki)).toEqual(files);
});

it('the first look at a wiki with working files of another device says so, once', async () => {
  const stranger = new Bench().configured();
  await stranger.run(stranger.folder, 'init', 'theirs');
  writeFile(stranger.at('theirs/sources/lens.md'), LENS_SOURCE);
  await stranger.run(stranger.at('theirs'), 'ingest', '--curator', 'extractive', '--apply');
  cpSync(stranger.at('theirs'), bench.at('mine'), { recursive: true });
  stranger.remove();

  const first = await bench.run(bench.at('mine'), 'status');
  expect(first.err).toContain('Another device wrote the working files of this wiki');
  expect(first.out).toContain('living-wiki:state_foreign');
  expect((await bench.run(bench.at('mine'), 'status')).err).toBe('');
});

it('a wiki of this device raises no alarm: a new one, one that was moved, one without working files', async () => {
  await bench.run(bench.folder, 'init', 'wiki');
  expect((await bench.run(bench.at('wiki'), 'status')).err).toBe('');
  cpSync(bench.at('wiki'), bench.at('moved'), { recursive: true });
  expect((await bench.run(bench.at('moved'), 'status')).err).toBe('');
  rmSync(bench.at('moved/.wiki'), { recursive: true });
  cpSync(bench.at('moved'), bench.at('plain'), { recursive: true });
  expect((await bench.run(bench.at('plain'), 'status')).err).toBe('');
});

it('the secret that signs journals is for its owner alone, and never in the wiki', async () => {
  await bench.run(bench.folder, 'init', 'wiki');
  const file = bench.at('home/.config/living-wiki/journal-key');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const secret = readFileSync(file, 'utf8').trim();
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  const done = bench.at('wiki/.wiki/journal/done');
  for (const [name, content] of Object.entries(await bytesBelow(done))) {
    const text = decompressText(Buffer.from(content, 'base64')) ?? '';
    expect(`${name} ${text}`).not.toContain(secret);
    expect(text).toMatch(/"seal":"[0-9a-f]{64}"/);
  }
  await bench.run(bench.folder, 'init', 'second');
  expect(readFileSync(file, 'utf8').trim()).toBe(secret);
});
