import fs, { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isWikiError, silentRun } from '../../../src/base';
import { readBase, writeBase } from '../../../src/server/git/base-file';
import { LocalFiles } from '../../../src/server/git/local-files';

const root = mkdtempSync(path.join(tmpdir(), 'living-wiki-local-files-'));
const folder = path.join(root, 'wiki');
const base = path.join(root, 'base.json');

beforeAll(() => {
  fs.mkdirSync(path.join(folder, 'concepts'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'concepts', 'owl.md'), 'An owl.');
  writeBase(base, { of: 'a', commit: null, files: new Map(), moving: null, shared: '' });
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => rmSync(root, { recursive: true }));

it.each(['readdirSync', 'lstatSync', 'readFileSync'] as const)(
  'a file that cannot be read now is not taken for one that was removed (%s)',
  async (call) => {
    const known = (await new LocalFiles(folder, 1_000).changes(new Map(), silentRun)).now;
    const changed = new Map([...known].map(([file, each]) => [file, { ...each, mtime: 0 }]));
    jest.spyOn(fs, call).mockImplementation(() => {
      throw Object.assign(new Error('too many open files'), { code: 'EMFILE', syscall: 'open' });
    });
    const looked = new LocalFiles(folder, 1_000).changes(changed, silentRun);
    await expect(looked).rejects.toMatchObject({ code: 'living-wiki:file_system' });
  },
);

it('looks at many files in slices, so that requests are answered meanwhile', async () => {
  const many = path.join(root, 'many');
  fs.mkdirSync(many);
  for (let at = 0; at < 1_000; at += 1) fs.writeFileSync(path.join(many, `owl-${at}.md`), 'An owl.');
  const yielded = jest.fn(() => Promise.resolve());
  const { now } = await new LocalFiles(many, 1_000).changes(new Map(), { ...silentRun, yieldToHost: yielded });
  expect(now.size).toBe(1_000);
  expect(yielded.mock.calls.length).toBeGreaterThan(2);
});

it('what the folder was last the same as is not forgotten because it cannot be read now', () => {
  expect(readBase(base).of).toBe('a');
  expect(readBase(path.join(root, 'none.json')).of).toBe('');
  jest.spyOn(fs, 'readFileSync').mockImplementation(() => {
    throw Object.assign(new Error('too many open files'), { code: 'EMFILE', syscall: 'open' });
  });
  expect(codeOf(() => readBase(base))).toBe('living-wiki:file_system');
});

function codeOf(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (error) {
    return isWikiError(error) ? error.code : String(error);
  }
}
