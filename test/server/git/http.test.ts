import { execFileSync, spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import path from 'node:path';
import { silentRun } from '../../../src/base';
import { accessOf } from '../../../src/server/git/remote';
import { Repository } from '../../../src/server/git/repository';
import { Upstream } from '../../../src/server/git/upstream';
import { codeOf } from '../../vault/support/contract';
import { git, newFolder, TestTeam } from './support';

const WANTED = `Basic ${Buffer.from('git:hunter2').toString('base64')}`;

/** What git's own program for web servers answers, to whoever has the token. */
function answer(team: TestTeam, request: IncomingMessage, response: ServerResponse): void {
  if (request.headers.authorization !== WANTED) return void response.writeHead(401).end();
  const [at = '', query = ''] = (request.url ?? '').split('?');
  const backend = spawn('git', ['-c', 'http.receivepack=true', 'http-backend'], {
    env: {
      PATH: process.env.PATH ?? '',
      GIT_PROJECT_ROOT: team.root,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: at,
      QUERY_STRING: query,
      REQUEST_METHOD: request.method ?? '',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      HTTP_GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      REMOTE_USER: 'git',
    },
  });
  request.pipe(backend.stdin);
  const out: Buffer[] = [];
  backend.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  backend.on('close', () => {
    const all = Buffer.concat(out);
    const end = all.indexOf('\r\n\r\n');
    const lines = all.subarray(0, end).toString('utf8').split('\r\n');
    const headers = lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)] as const);
    const status = Number(headers.find(([name]) => name === 'Status')?.[1].slice(0, 3) ?? 200);
    response.writeHead(status, Object.fromEntries(headers.filter(([name]) => name !== 'Status')));
    response.end(all.subarray(end + 4));
  });
}

it('certificates of a team are trusted for its repository, and for nothing else', () => {
  const remote = { branch: 'main', path: '', token: null, ca: '/etc/team.pem', sshKey: null, knownHosts: null };
  const settingsOf = (url: string) => accessOf({ ...remote, url }).settings;
  expect(settingsOf('https://git.example.org:8443/team/wiki.git')).toEqual([
    ['http.https://git.example.org:8443/.sslCAInfo', '/etc/team.pem'],
  ]);
  expect(settingsOf('ssh://git@git.example.org/team/wiki.git')).toEqual([]);
});

it('over HTTP, a token lets in, and an error does not show it', async () => {
  const team = await TestTeam.make();
  const web = createServer((request, response) => answer(team, request, response));
  await new Promise<void>((resolve) => void web.listen(0, '127.0.0.1', resolve));
  const { port } = web.address() as AddressInfo;
  const repository = new Repository(path.join(newFolder(), 'copy'), { file: 1_000_000, files: 100 });
  await repository.open(silentRun);
  const reach = (secret: string): Upstream =>
    new Upstream(
      {
        ...{ url: `http://127.0.0.1:${port}/remote.git`, branch: 'main', path: '', sshKey: null, knownHosts: null },
        token: { user: 'git', secret },
      },
      repository,
      { fetch: 10_000_000, answer: 10_000, transfer: 10_000 },
    );
  try {
    const upstream = reach('hunter2');
    const head = (await upstream.branches(silentRun)).get('main') ?? '';
    await upstream.fetch(['main'], silentRun);
    const commit = { parent: head, message: 'Try', changes: [['a.md', 'A.\n']] as const, at: 0 };
    const made = await repository.commit(commit, silentRun);
    expect(await upstream.push([{ branch: 'main', to: made }], silentRun)).toBe('done');
    expect(git(team.remote, 'show', 'main:a.md')).toBe('A.\n');
    // Somebody else was faster.
    const late = await repository.commit({ ...commit, message: 'Late' }, silentRun);
    expect(await upstream.push([{ branch: 'main', to: late }], silentRun)).toBe('lost');
    const refused = reach('wrong').branches(silentRun);
    await expect(refused).rejects.not.toThrow(/wrong/);
    expect(await codeOf(refused)).toBe('living-wiki:git_unreachable');
  } finally {
    web.close();
    web.closeAllConnections();
  }
  expect(execFileSync('git', ['config', '--list'], { cwd: repository.folder, encoding: 'utf8' })).not.toContain(
    'hunter2',
  );
});
