import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { commitAll, git, gitEnvironment, PERSON } from './git';

const execute = promisify(execFile);

/** A wiki in a bare repository on this machine, and the clone of a person who works in it while a server does. */
export class TeamRepository {
  readonly remote: string;
  readonly person: string;

  /** @param folder for both @param init makes a wiki in a folder */
  constructor(folder: string, init: (folder: string) => void) {
    mkdirSync(folder, { recursive: true });
    this.remote = path.join(folder, 'remote.git');
    this.person = path.join(folder, 'person');
    git(folder, 'init', '-q', '--bare', '-b', 'main', 'remote.git');
    git(folder, 'clone', '-q', 'remote.git', 'person');
    init(this.person);
    this.write({ '.gitignore': '.wiki/\n' });
    commitAll(this.person, 'Begin');
  }

  /** Files in the person's clone. */
  write(texts: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(texts)) {
      const file = path.join(this.person, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }

  /** A line at the end of a page. */
  append(page: string, line: string): void {
    this.write({ [page]: `${readFileSync(path.join(this.person, page), 'utf8')}\n${line}\n` });
  }

  /** Commits what was written and pushes it, as often as others come first. @returns the commit, and how often they did */
  async share(message: string): Promise<{ readonly commit: string; readonly lost: number }> {
    await this.#git('add', '-A');
    await this.#git('commit', '-q', '-m', message);
    for (let lost = 0; ; lost += 1) {
      const isFirst = await this.#git('push', '-q', 'origin', 'HEAD:main').then(
        () => true,
        () => false,
      );
      if (isFirst) return { commit: (await this.#git('rev-parse', 'HEAD')).trim(), lost };
      // It fails where a person would have to settle a conflict.
      await this.#git('pull', '-q', '--rebase', 'origin', 'main');
    }
  }

  /** In the person's clone, without keeping this thread from what else it does. */
  async #git(...args: readonly string[]): Promise<string> {
    const { stdout } = await execute('git', [...PERSON, ...args], { cwd: this.person, env: gitEnvironment() });
    return stdout;
  }

  /** Messages of the branch, newest first. */
  messages(): readonly string[] {
    return git(this.remote, 'log', '--format=%B%x00', 'main').split('\0');
  }

  /** What is wrong with the repository; `''` for nothing. What a push that came second left behind belongs to no branch, and is no fault. */
  fsck(): string {
    try {
      return git(this.remote, 'fsck', '--full', '--strict', '--no-dangling');
    } catch (error) {
      return String(error);
    }
  }

  /** Clones the branch. */
  clone(folder: string): void {
    git(path.dirname(folder), 'clone', '-q', this.remote, folder);
  }
}
