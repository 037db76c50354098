import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { silentRun } from '../../../src/base';
import { accessOf, type GitRemote } from '../../../src/server/git';
import { readServerConfig } from '../../../src/server/config';
import { Repository } from '../../../src/server/git/repository';
import { readTree } from '../../../src/server/git/tree';
import { codeOf } from '../../vault/support/contract';
import { commitAll, edit, filesOf, git, newFolder, propose, TestTeam, write } from './support';

const LIGHTHOUSE = 'entities/cordouan-lighthouse.md';
const remote = (more: Partial<GitRemote>): GitRemote => ({
  ...{ url: 'https://git.example.org/wiki.git', branch: 'main', path: '' },
  ...{ token: null, sshKey: null, knownHosts: null },
  ...more,
});

it.each([
  ...['ext::sh -c "touch x"', '-x', '--upload-pack=touch x', 'git@-x:a', 'git@host:-x', 'ssh://-x/a', 'file:///tmp/a'],
  ...['http://example.org/a', 'fd::0', 'https://name:secret@example.org/a', 'https://example.org/a\nb', 'a/b', ''],
])('the address %j is refused', (url) => {
  expect(() => accessOf(remote({ url }))).toThrow();
});

it.each(['-x', '--force', 'a..b', 'a.lock', 'HEAD', 'a b', 'a:b', 'refs/*', 'living-wiki/0001', '/a', 'a//b'])(
  'the branch %j is refused',
  (branch) => {
    expect(() => accessOf(remote({ branch }))).toThrow();
  },
);

it.each(['notes/../x', '../x', '/x', 'notes/', './x', '.git', 'a/.git/b', ':x', 'a\0b'])(
  'the folder %j is refused',
  (inside) => {
    expect(() => accessOf(remote({ path: inside }))).toThrow();
  },
);

it('a token is given to git in its environment, and removed from what git says', () => {
  const access = accessOf(remote({ token: { user: 'git', secret: 'hunter2' } }));
  expect(access.url).not.toContain('hunter2');
  expect(access.settings).toEqual([
    ['http.https://git.example.org/.extraHeader', expect.stringMatching(/^Authorization: Basic /)],
  ]);
  const said = `${access.settings[0]?.[1] ?? ''} hunter2 https://me:pass@git.example.org/`;
  expect(access.scrub(said)).toBe('Authorization: Basic … … https://git.example.org/');
});

it('a token that is written in the configuration is refused', () => {
  const file = path.join(newFolder(), 'server.yaml');
  writeFileSync(file, 'version: 1\nwikis:\n  - { name: a, remote: https://example.org/a, token: hunter2 }\n');
  expect(() => readServerConfig(file, {})).toThrow('is written in the file');
});

it('links, submodules, huge files, hidden files and names of git stay in the repository, and a commit leaves them as they are', async () => {
  const team = await TestTeam.make();
  symlinkSync('/etc/passwd', path.join(team.person, 'notes'));
  symlinkSync('../..', path.join(team.person, 'entities', 'up'));
  write(team.person, 'huge.md', 'x'.repeat(20_000));
  write(team.person, '.hidden/run.md', 'x');
  write(team.person, 'entities/Page.md', 'One.\n');
  git(team.person, 'add', '-A');
  const blob = git(team.person, 'hash-object', '-w', 'huge.md').trim();
  const head = git(team.person, 'rev-parse', 'HEAD').trim();
  git(team.person, 'update-index', '--add', '--cacheinfo', `160000,${head},module`);
  git(team.person, 'update-index', '--add', '--cacheinfo', `100644,${blob},entities/page.md`);
  git(team.person, 'commit', '-qm', 'Strange');
  git(team.person, 'push', '-q', 'origin', 'HEAD:main');
  const strange = git(team.remote, 'ls-tree', '-r', 'main');
  const a = await team.server('a', { file: 10_000 });
  const files = filesOf(a.folder);
  expect(Object.keys(files).filter((each) => /notes|up|huge|hidden|module|page\.md$/i.test(each))).toEqual([
    'entities/Page.md',
  ]);
  expect(a.notices.filter((each) => each.startsWith('living-wiki:git_skipped'))).toHaveLength(5);
  // What would replace them is kept here, and sent nowhere.
  write(a.folder, 'notes/mine.md', 'Mine.\n');
  write(a.folder, 'module', 'Mine.\n');
  edit(a.folder, 'entities/Page.md', () => 'Two.\n');
  await a.checkout.refresh(a.wiki, silentRun);
  expect(team.log()[0]).toBe('Add or change entities/Page.md');
  const now = git(team.remote, 'ls-tree', '-r', 'main');
  const others = (listing: string) => listing.split('\n').filter((line) => !line.endsWith('entities/Page.md'));
  expect(others(now)).toEqual(others(strange));
});

it('a page that others turn into a link goes here, and what was changed in it is kept beside', async () => {
  const team = await TestTeam.make();
  const a = await team.server('a');
  rmSync(path.join(team.person, LIGHTHOUSE));
  symlinkSync('/etc/passwd', path.join(team.person, LIGHTHOUSE));
  commitAll(team.person, 'Link');
  edit(a.folder, LIGHTHOUSE, (text) => `${text}\nMine.\n`);
  await a.checkout.refresh(a.wiki, silentRun);
  expect(existsSync(path.join(a.folder, LIGHTHOUSE))).toBe(false);
  expect(git(team.remote, 'ls-tree', 'main', LIGHTHOUSE)).toMatch(/^120000/);
  expect(filesOf(a.folder)['entities/cordouan-lighthouse (from the server).md']).toContain('Mine.');
  expect(lstatSync(path.join(a.folder, 'entities')).isDirectory()).toBe(true);
});

it('names that a system could read as .git or as another file are not taken in', () => {
  const names = [
    '.git/config',
    'a/.GIT/x',
    'git~1/x',
    'a\u200c/.git',
    '.g\u200cit/x',
    'a:b',
    'x/../y',
    'A/b.md',
    'a/c.md',
  ];
  const listing = names.map((name) => `100644 blob ${'a'.repeat(40)}       1\t${name}\0`).join('');
  const { files } = readTree(Buffer.from(listing), '', { file: 10, files: 10 });
  expect([...files.keys()]).toEqual(['A/b.md']);
});

it('no hook runs, neither of the server’s copy nor of a repository on this machine', async () => {
  const team = await TestTeam.make();
  const a = await team.server('a');
  const mark = path.join(team.root, 'ran');
  for (const repository of [team.remote, path.join(team.root, 'a', 'repository')]) {
    for (const hook of [
      'pre-receive',
      'update',
      'post-receive',
      'post-update',
      'pre-push',
      'reference-transaction',
      'proc-receive',
    ]) {
      write(repository, `hooks/${hook}`, `#!/bin/sh\ntouch '${mark}'\n`);
      chmodSync(path.join(repository, 'hooks', hook), 0o755);
    }
  }
  await propose(a, 'sources/note.md', '# Note\n\nA note is a short text.\n');
  expect(team.log()[0]).toBe('Add or change sources/note.md');
  expect(existsSync(mark)).toBe(false);
});

it('a fetch that brings too much is ended, and leaves nothing', async () => {
  const team = await TestTeam.make();
  write(team.root, 'a/repository/objects/pack/tmp_pack_x', 'Of a program that was killed.');
  expect(await codeOf(team.server('a', { fetch: -1 }))).toBe('living-wiki:git_unreachable');
  expect(readdirSync(path.join(team.root, 'a', 'repository', 'objects', 'pack'))).toEqual([]);
});

it('content that the copy of the repository lacks is an error, never an empty file', async () => {
  const team = await TestTeam.make();
  await team.server('a');
  const repository = new Repository(path.join(team.root, 'a', 'repository'), { file: 10, files: 10 });
  expect(await codeOf(repository.blobs(['b'.repeat(40)], silentRun))).toBe('living-wiki:git_damaged');
  expect(readFileSync(path.join(team.root, 'a', 'wiki', LIGHTHOUSE), 'utf8')).toContain('67 metres');
});
