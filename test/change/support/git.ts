import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The real git, as an independent oracle. Ignores the configuration of the machine. */
export class Git {
  readonly folder = mkdtempSync(join(tmpdir(), 'living-wiki-git-'));

  run(args: readonly string[], allowed: readonly number[] = [0]): string {
    const env = { PATH: process.env.PATH, HOME: this.folder, GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C' };
    try {
      return execFileSync('git', args, { cwd: this.folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    } catch (error) {
      const failed = error as { status?: number; stdout?: string; stderr?: string };
      if (failed.status !== undefined && allowed.includes(failed.status)) return failed.stdout ?? '';
      throw new Error(`git ${args.join(' ')} failed: ${failed.stderr ?? ''}`, { cause: error });
    }
  }

  write(path: string, text: string): void {
    const full = join(this.folder, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text);
  }

  /** `null` where there is no file. */
  read(path: string): string | null {
    try {
      return readFileSync(join(this.folder, path), 'utf8');
    } catch {
      return null;
    }
  }

  /** Removes every file except git's own. */
  clear(): void {
    this.run(['clean', '-fdxq']);
    this.run(['rm', '-rfq', '--ignore-unmatch', '.']);
  }

  /** `git merge-file`: the merged text, or `null` for a conflict. */
  merge(base: string, proposed: string, current: string): string | null {
    this.write('base', base);
    this.write('proposed', proposed);
    this.write('current', current);
    const args = ['merge-file', '-p', '-q', 'proposed', 'base', 'current'];
    try {
      return this.run(args);
    } catch {
      return null;
    }
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
