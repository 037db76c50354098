import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { throwIfCancelled, WikiError, type Run } from '../../base';
import { gitEnvironment, type GitCallOptions } from './git-environment';

/** Milliseconds that a call may take, and bytes that it may print. */
const DEFAULTS = { timeout: 60_000, output: 512_000_000 };
const MAX_ERROR_TEXT = 20_000;
/** Milliseconds from the request to end to the order. */
const GRACE = 2_000;
/** How often {@link GitCall.watch} is asked. Milliseconds. */
const WATCH_EVERY = 200;

interface GitCall extends GitCallOptions {
  /** The repository. */
  readonly cwd: string;
  readonly args: readonly string[];
  readonly run: Run;
  readonly input?: Uint8Array | string;
  /** Milliseconds. */
  readonly timeout?: number;
  /** Looks whether the call has gone too far; a message ends it. */
  readonly watch?: () => string | null;
}

export interface GitResult {
  readonly code: number;
  readonly out: Buffer;
  readonly err: string;
  /** Why it was ended before its time; `null` when it ended by itself. */
  readonly ended: string | null;
}

/**
 * Calls git without a shell, in an environment in which only what is named counts.
 * @throws WikiError `living-wiki:cancelled`, `living-wiki:git_missing`
 */
export async function runGit(call: GitCall): Promise<GitResult> {
  throwIfCancelled(call.run);
  const child = spawn('git', ['--no-optional-locks', ...call.args], {
    cwd: call.cwd,
    env: gitEnvironment(call),
    stdio: ['pipe', 'pipe', 'pipe'],
    // Git starts programs of its own; all of them end with it.
    detached: true,
    shell: false,
    windowsHide: true,
  });
  const guard = new CallGuard(child, call);
  try {
    const { code, out, err } = await resultOf(child, call.input ?? '', guard);
    throwIfCancelled(call.run);
    return { code, out, err, ended: guard.ended };
  } finally {
    guard.close();
  }
}

function resultOf(
  child: ChildProcessWithoutNullStreams,
  input: Uint8Array | string,
  guard: CallGuard,
): Promise<Omit<GitResult, 'ended'>> {
  return new Promise((resolve, reject) => {
    const out: Buffer[] = [];
    let [err, size] = ['', 0];
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > DEFAULTS.output) guard.end('It printed too much.');
      else out.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      err = (err + chunk.toString('utf8')).slice(-MAX_ERROR_TEXT);
    });
    child.stdin.on('error', () => undefined);
    child.on('error', (error) => reject(missing(error)));
    child.on('close', (code) => resolve({ code: code ?? 1, out: Buffer.concat(out), err }));
    child.stdin.end(input);
  });
}

/** Ends a call that takes too long, goes too far or is cancelled, with all that it started. */
class CallGuard {
  /** Why it was ended; `null` for not. */
  ended: string | null = null;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #signal: AbortSignal;
  readonly #cancel = (): void => this.end('It was cancelled.');

  constructor(child: ChildProcessWithoutNullStreams, { run, timeout = DEFAULTS.timeout, watch }: GitCall) {
    this.#child = child;
    this.#signal = run.signal;
    this.#signal.addEventListener('abort', this.#cancel, { once: true });
    const late = `It took longer than ${Math.round(timeout / 1000)} seconds.`;
    this.#timers.push(setTimeout(() => this.end(late), timeout));
    if (watch === undefined) return;
    const look = (): void => {
      const why = watch();
      if (why !== null) this.end(why);
    };
    this.#timers.push(setInterval(look, WATCH_EVERY));
    look();
  }

  end(why: string): void {
    if (this.ended !== null) return;
    this.ended = why;
    this.#kill('SIGTERM');
    this.#timers.push(setTimeout(() => this.#kill('SIGKILL'), GRACE));
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#signal.removeEventListener('abort', this.#cancel);
  }

  #kill(signal: NodeJS.Signals): void {
    try {
      if (this.#child.pid !== undefined) process.kill(-this.#child.pid, signal);
    } catch {
      // It has ended.
    }
  }
}

function missing(cause: Error): WikiError {
  return new WikiError('living-wiki:git_missing', 'Git cannot be started on this machine.', {
    remedy: 'Install git, version 2.34 or newer, and start the server again.',
    cause,
  });
}
