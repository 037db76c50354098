import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentRun } from '../../../src/base';
import { Repository } from '../../../src/server/git/repository';
import { Upstream } from '../../../src/server/git/upstream';
import { git, newFolder, TestTeam } from './support';

const SSHD = '/usr/sbin/sshd';
const hasSshd = existsSync(SSHD);
if (!hasSshd) process.stderr.write('Skipped: a repository over ssh. There is no sshd on this machine.\n');

/** A server for ssh on loopback with keys of its own, which lets in whoever has `user`. */
class SshServer {
  readonly folder = newFolder();
  port = 0;
  #child: ChildProcess | null = null;

  async start(): Promise<void> {
    for (const name of ['host', 'user', 'other'])
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', this.at(name)]);
    copyFileSync(this.at('user.pub'), this.at('allowed'));
    this.port = await freePort();
    // A root's sshd wants the folder in which it locks itself up.
    if (userInfo().uid === 0) mkdirSync('/run/sshd', { recursive: true });
    const settings = [
      ...[`Port ${this.port}`, 'ListenAddress 127.0.0.1', `HostKey ${this.at('host')}`, 'UsePAM no', 'PidFile none'],
      ...[`AuthorizedKeysFile ${this.at('allowed')}`, 'PasswordAuthentication no', 'StrictModes no'],
    ];
    writeFileSync(this.at('config'), `${settings.join('\n')}\n`);
    this.#child = spawn(SSHD, ['-D', '-e', '-f', this.at('config')], { stdio: 'ignore' });
    this.knows('known', 'host');
    this.knows('changed', 'other');
    writeFileSync(this.at('empty'), '');
    for (let tries = 0; tries < 100 && !(await answers(this.port)); tries += 1) await sleep(50);
  }

  /** A file that says which key the host has. */
  knows(file: string, key: string): void {
    const [kind = '', text = ''] = readFileSync(this.at(`${key}.pub`), 'utf8').split(' ');
    writeFileSync(this.at(file), `[127.0.0.1]:${this.port} ${kind} ${text}\n`);
  }

  at(name: string): string {
    return path.join(this.folder, name);
  }

  stop(): void {
    this.#child?.kill();
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => void probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise<void>((resolve) => void probe.close(() => resolve()));
  return port;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

(hasSshd ? describe : describe.skip)('a repository over ssh', () => {
  const ssh = new SshServer();
  beforeAll(() => ssh.start());
  afterAll(() => ssh.stop());

  it('is fetched and pushed with the key and the known hosts that are named, and nothing else', async () => {
    const team = await TestTeam.make();
    const repository = new Repository(path.join(newFolder(), 'copy'), { file: 1_000_000, files: 100 });
    await repository.open(silentRun);
    const url = `ssh://${userInfo().username}@127.0.0.1:${ssh.port}${team.remote}`;
    const reach = (key: string, known: string): Upstream =>
      new Upstream(
        { url, branch: 'main', path: '', token: null, sshKey: ssh.at(key), knownHosts: ssh.at(known) },
        repository,
        { fetch: 10_000_000, answer: 20_000, transfer: 20_000 },
      );
    // What would run a program if it counted: a setting of the copy, and the environment of the server.
    const trap = path.join(ssh.folder, 'trap');
    writeFileSync(trap, `#!/bin/sh\ntouch ${trap}.sprung\nexit 1\n`);
    chmodSync(trap, 0o755);
    git(repository.folder, 'config', 'core.sshCommand', trap);
    process.env.GIT_SSH_COMMAND = trap;
    process.env.GIT_SSH = trap;
    try {
      const upstream = reach('user', 'known');
      const head = (await upstream.branches(silentRun)).get('main') ?? '';
      await upstream.fetch(['main'], silentRun);
      const commit = { parent: head, message: 'Try', changes: [['a.md', 'A.\n']] as const, at: 0 };
      const made = await repository.commit(commit, silentRun);
      expect(await upstream.push([{ branch: 'main', to: made }], silentRun)).toBe('done');
      expect(git(team.remote, 'show', 'main:a.md')).toBe('A.\n');
    } finally {
      delete process.env.GIT_SSH_COMMAND;
      delete process.env.GIT_SSH;
    }
    expect(existsSync(`${trap}.sprung`)).toBe(false);

    const unreachable = { code: 'living-wiki:git_unreachable' };
    for (const [known, says] of [
      ['changed', 'REMOTE HOST IDENTIFICATION HAS CHANGED'],
      ['empty', 'No ED25519 host key is known for'],
    ] as const) {
      const refused: unknown = await reach('user', known)
        .branches(silentRun)
        .catch((error: unknown) => error);
      expect(refused).toMatchObject({
        ...unreachable,
        message: expect.stringContaining(says) as unknown,
        remedy: expect.stringContaining('known-hosts') as unknown,
      });
    }
    const stranger = reach('other', 'known').branches(silentRun);
    await expect(stranger).rejects.toMatchObject(unreachable);
    await expect(stranger).rejects.toThrow(/Permission denied/);
  }, 60_000);
});
