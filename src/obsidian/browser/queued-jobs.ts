import { isWikiError, type Job } from '../../workbench';
import { type WikiWarning } from '../controller/types';
import { coreText } from '../locale';
import { browser as words } from '../locale/en/browser';
import { type RemoteWiki } from './remote-wiki';

/** How soon, and how often at first, a job is asked for; later, which is for a source that takes long. Milliseconds. */
const SOON = 2_000;
const LATER = 15_000;
const MANY_LOOKS = 30;
/** Looks after which a job that nobody has started is worth a word. */
const LONG_QUEUED = 10;

interface QueuedJobsDeps {
  readonly wiki: Pick<RemoteWiki, 'job' | 'retryJob' | 'queuePause'>;
  /** Aborts when the page is closed. */
  readonly signal: AbortSignal;
  /** Called when the warnings changed. */
  changed(): void;
  attempt(work: () => unknown): void;
}

/** Follows the jobs that a person queued on this page, and warns of those that fail or wait. */
export class QueuedJobs {
  readonly #deps: QueuedJobsDeps;
  #warnings: readonly WikiWarning[] = [];

  constructor(deps: QueuedJobsDeps) {
    this.#deps = deps;
  }

  get warnings(): readonly WikiWarning[] {
    return this.#warnings;
  }

  dismiss(key: string): void {
    this.#keep(this.#warnings.filter((warning) => warning.key !== key));
  }

  /**
   * Waits until a job ends. A warning says why it does not start, or why it failed, with a button that tries again.
   * @param onDone called with the proposal that came of it
   */
  async follow(id: string, onDone: (proposal: string) => unknown): Promise<void> {
    const { signal } = this.#deps;
    for (let looks = 1; !signal.aborted; looks += 1) {
      await new Promise((resolve) => void window.setTimeout(resolve, looks < MANY_LOOKS ? SOON : LATER));
      const job = await this.#read(id);
      if (job === 'gone') return;
      if (job === 'unknown') continue;
      if (job.state === 'queued') await this.#explainWait(job, looks);
      else if (job.state === 'running' || job.state === 'interrupted') this.#warn(id, null);
      else {
        this.#ended(job, onDone);
        return;
      }
    }
  }

  async #read(id: string): Promise<Job | 'gone' | 'unknown'> {
    try {
      return await this.#deps.wiki.job(id);
    } catch (error) {
      return isWikiError(error) && error.code === 'living-wiki:job_missing' ? 'gone' : 'unknown';
    }
  }

  async #explainWait({ id, title }: Job, looks: number): Promise<void> {
    const pause = await this.#deps.wiki.queuePause().catch(() => null);
    const why = pause === null ? words.notStarted : coreText(pause.message);
    if (pause === null && looks < LONG_QUEUED) this.#warn(id, null);
    else this.#warn(id, { title: words.waits(title), message: why });
  }

  #ended({ id, title, state, proposal, failure, note }: Job, onDone: (proposal: string) => unknown): void {
    if (proposal !== null) {
      this.#warn(id, null);
      this.#deps.attempt(() => onDone(proposal));
      return;
    }
    const { message, remedy = null } = failure ?? {
      message: state === 'done' ? (note ?? words.nothing) : words.cancelled,
    };
    const said = [message, remedy].flatMap((text) => (text === null ? [] : [coreText(text)])).join(' ');
    const retry = { text: words.again, run: () => this.#retry(id, onDone) };
    const action = state === 'done' ? {} : { action: retry };
    const text = `${said} ${words.unchanged}`;
    this.#warn(id, { title: words.notRead(title), message: text, ...action });
  }

  async #retry(id: string, onDone: (proposal: string) => unknown): Promise<void> {
    await this.#deps.wiki.retryJob(id);
    this.#warn(id, null);
    this.#deps.attempt(() => this.follow(id, onDone));
  }

  /** A banner is drawn again where its key is another one, so the key tells what is said. */
  #warn(id: string, said: Omit<WikiWarning, 'key' | 'isOpen'> | null): void {
    const others = this.#warnings.filter(({ key }) => !key.startsWith(`${id} `));
    if (said === null) this.#keep(others);
    else this.#keep([...others, { ...said, key: `${id} ${said.title} ${said.message}`, isOpen: true }]);
  }

  #keep(warnings: readonly WikiWarning[]): void {
    const keysOf = (list: readonly WikiWarning[]): string => list.map(({ key }) => key).join('\n');
    if (keysOf(warnings) === keysOf(this.#warnings)) return;
    this.#warnings = warnings;
    this.#deps.changed();
  }
}
