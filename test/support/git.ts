import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

export const PERSON = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'commit.gpgsign=false'];

/** Nothing of this machine's user. */
export const gitEnvironment = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
});

/** What git prints, called as a person calls it. @throws Error when it fails */
export function git(cwd: string, ...args: readonly string[]): string {
  const env = gitEnvironment();
  return execFileSync('git', [...PERSON, ...args], {
    ...{ cwd, env, encoding: 'utf8', maxBuffer: 100_000_000 },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Everything that a person changed in a clone, as one commit that is pushed. */
export function commitAll(clone: string, message: string): void {
  git(clone, 'add', '-A');
  git(clone, 'commit', '-q', '-m', message);
  git(clone, 'push', '-q', 'origin', 'HEAD:main');
}

/** The text of every file that is not hidden. */
export function filesOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((each) => !/(^|\/)\./.test(each));
  const files = names.filter((each) => statSync(path.join(folder, each)).isFile()).sort();
  return Object.fromEntries(files.map((each) => [each, readFileSync(path.join(folder, each), 'utf8')]));
}
