import {
  clip,
  SerialQueue,
  throwIfCancelled,
  type Clock,
  type JsonObject,
  type Progress,
  type Random,
  type Run,
} from '../base';
import { type Vault, type WriteLock } from '../vault';
import { jobLost, jobMissing, jobState, jobTooLarge, queueFull } from './errors';
import { JobFiles, type JobFile } from './job-files';
import { JobKeys } from './job-keys';
import { JobQueries } from './job-queries';
import { dayOf, folderOf } from './layout';
import { JobFormat } from './record';
import { PauseFile } from './pause-file';
import { QueueOrder } from './queue-order';
import {
  ACTIVE,
  afterEnd,
  askedJob,
  busyWith,
  CANCELLED_AT_ONCE,
  isAbandoned,
  KEEPS_KEY,
  MAX_JOB_LENGTH,
  MAX_QUEUED,
  nameOf,
  NEW_JOB,
  RETENTION,
  RETRIED,
  toQueued,
  toRenewed,
  toRunning,
  type LeaseRules,
} from './transitions';
import {
  type AddedJob,
  type JobClaim,
  type ClaimRequest,
  type Job,
  type JobCounts,
  type JobEnd,
  type JobMove,
  type JobState,
  type JobStore,
  type NewJob,
  type QueuePause,
  type SetAside,
} from './types';

interface FileJobStoreDeps extends LeaseRules {
  readonly clock: Clock;
  readonly random: Random;
  /** Keeps other programs out of each call. Without one, only this program may use the folder. */
  readonly lock?: WriteLock;
  /** Signs the jobs of this device; without one, it knows its jobs only as long as it runs. */
  readonly secret?: () => string | null;
  /** What a job of another device may do once a person takes it over: its payload may be forged. */
  readonly takeOver?: (payload: JsonObject) => JsonObject;
}

/** Files that are looked over at a time: more run or fail at once only where somebody forged them. Those that are left come next time. */
const MAX_SWEPT = { running: 100, ended: 2_000 };

/** Jobs as files of a wiki, in `.wiki/jobs/`. @param vault scoped to the wiki's root */
export function openFileJobStore(vault: Vault, deps: FileJobStoreDeps): JobStore {
  return new FileJobStore(vault, deps);
}

class FileJobStore implements JobStore {
  readonly #deps: FileJobStoreDeps;
  readonly #format: JobFormat;
  readonly #files: JobFiles;
  readonly #keys: JobKeys;
  readonly #order: QueueOrder;
  readonly #queries: JobQueries;
  readonly #calls = new SerialQueue();
  /** Whether what earlier programs left was looked over. */
  #isRecovered = false;
  /** Queued jobs of other devices, so that each is read once. */
  readonly #foreign = new Set<string>();
  readonly #pauseFile: PauseFile;

  constructor(vault: Vault, deps: FileJobStoreDeps) {
    this.#deps = deps;
    this.#format = new JobFormat(deps.secret ?? (() => null));
    this.#files = new JobFiles(vault, this.#format);
    this.#keys = new JobKeys(vault);
    this.#pauseFile = new PauseFile(vault, this.#format);
    this.#order = new QueueOrder(this.#files);
    this.#queries = new JobQueries(this.#files);
  }

  add(jobs: readonly NewJob[], run: Run): Promise<readonly AddedJob[]> {
    return this.#exclusively(run, async () => {
      const added: AddedJob[] = [];
      let position = await this.#order.end();
      let free = MAX_QUEUED - (await this.#order.size());
      for (const job of jobs) {
        throwIfCancelled(run);
        const known = await this.#activeWithKey(job.key);
        const isTaken = known !== null && ACTIVE.has(known.job.state);
        if (!isTaken && free-- <= 0) throw queueFull(MAX_QUEUED);
        added.push(await this.#addOne(job, known, position));
        if (!isTaken) position += 1;
        await run.yieldToHost();
      }
      return added;
    });
  }

  async #addOne(wanted: NewJob, known: JobFile | null, position: number): Promise<AddedJob> {
    const { clock, random } = this.#deps;
    const asked = askedJob(wanted);
    if (known?.job.state === 'running') return { id: known.job.id, isNew: false };
    if (known !== null) {
      const isQueued = known.job.state === 'queued';
      const place = isQueued ? known.job.position : position;
      await this.#files.replace(known, { ...toQueued(known.job, place), ...asked, isOwn: true });
      this.#foreign.delete(known.job.id);
      return { id: known.job.id, isNew: !isQueued };
    }
    const id = random.id(8);
    const job: Job = { ...NEW_JOB, ...asked, id, position, createdAt: clock.now() };
    if (this.#format.print(job).length > MAX_JOB_LENGTH) throw jobTooLarge(asked.title);
    // The key first: a key without its job is free, and a job without its key could be queued twice.
    await this.#keys.set(asked.key, id);
    await this.#files.create(job);
    return { id, isNew: true };
  }

  /** The job that has a key and is not over. */
  async #activeWithKey(key: string): Promise<JobFile | null> {
    const id = await this.#keys.get(clip(key, 300));
    const found = id === null ? null : await this.#files.find(id);
    if (found?.job.key !== clip(key, 300)) return null;
    if (await this.#files.repair(found)) return this.#files.find(found.job.id);
    return KEEPS_KEY.has(found.job.state) ? found : null;
  }

  claim(request: ClaimRequest, run: Run): Promise<JobClaim> {
    const { owner, skipsModels = false, only } = request;
    return this.#exclusively(run, async (): Promise<JobClaim> => {
      const busy = busyWith(await this.#sweepRunning(), request);
      if (busy !== null) return busy;
      const [first] = await this.#firstOwn(1, skipsModels, only);
      if (first === undefined) return { kind: 'empty' };
      const { clock, random } = this.#deps;
      const token = random.id(16);
      const job = toRunning(first.job, token, owner, clock.now());
      // Moved first and written then: until it is written, it is a queued job in the wrong folder, which goes back.
      const path = `${folderOf('running')}/${job.id}.json`;
      await this.#files.move(first.path, path);
      await this.#files.replace({ path, job: first.job }, job);
      return { kind: 'claimed', job, token };
    });
  }

  async next(limit: number, { skipsModels = false }: Pick<ClaimRequest, 'skipsModels'> = {}): Promise<readonly Job[]> {
    return (await this.#firstOwn(limit, skipsModels)).map(({ job }) => job);
  }

  async #firstOwn(limit: number, skipsModels: boolean, only?: ClaimRequest['only']): Promise<readonly JobFile[]> {
    const found: JobFile[] = [];
    for await (const { path, id, usesModel } of this.#order.names()) {
      if ((skipsModels && usesModel) || this.#foreign.has(id) || only?.has(id) === false) continue;
      const file = await this.#files.read(path);
      if (file?.job.state !== 'queued') continue;
      if (!file.job.isOwn) this.#foreign.add(id);
      else if (found.push(file) >= limit) break;
    }
    return found;
  }

  renew(id: string, token: string, progress: Progress | null, run: Run): Promise<{ isCancelRequested: boolean }> {
    return this.#exclusively(run, async () => {
      const file = await this.#leased(id, token);
      await this.#files.replace(file, toRenewed(file.job, progress, this.#deps.clock.now()));
      return { isCancelRequested: file.job.isCancelRequested };
    });
  }

  finish(id: string, token: string, end: JobEnd, run: Run): Promise<Job> {
    return this.#exclusively(run, async () => this.#end(await this.#leased(id, token), end));
  }

  settle(id: string, end: JobEnd, run: Run): Promise<Job> {
    return this.#exclusively(run, async () => {
      const file = await this.#existing(id);
      if (file.job.state === 'running') throw jobState(id, 'running', 'settled');
      return this.#end(file, end);
    });
  }

  async #end(file: JobFile, end: JobEnd): Promise<Job> {
    const { job } = file;
    const next = afterEnd(job, end, this.#deps.clock.now());
    await this.#files.replace(file, next);
    if (!KEEPS_KEY.has(next.state)) await this.#keys.remove(job.key, job.id);
    return next;
  }

  retry(id: string, run: Run): Promise<Job> {
    return this.#exclusively(run, async () => {
      const file = await this.#existing(id);
      const { state, isOwn } = file.job;
      const mayRetry = RETRIED.has(state) || (state === 'queued' && !isOwn);
      if (!mayRetry) throw jobState(file.job.id, nameOf(state), 'retried');
      const other = await this.#activeWithKey(file.job.key);
      if (other !== null && other.job.id !== file.job.id)
        throw jobState(file.job.id, 'queued a second time', 'retried');
      const payload = isOwn ? file.job.payload : (this.#deps.takeOver?.(file.job.payload) ?? file.job.payload);
      const job = { ...toQueued(file.job, await this.#order.end()), payload, isOwn: true };
      await this.#keys.set(job.key, job.id);
      await this.#files.replace(file, job);
      this.#foreign.delete(job.id);
      return job;
    });
  }

  cancel(id: string, run: Run): Promise<Job> {
    return this.#exclusively(run, async () => {
      const file = await this.#existing(id);
      const { job } = file;
      if (job.state === 'running') return (await this.#files.replace(file, { ...job, isCancelRequested: true })).job;
      if (!CANCELLED_AT_ONCE.has(job.state)) throw jobState(job.id, nameOf(job.state), 'cancelled');
      return this.#end(file, { state: 'cancelled' });
    });
  }

  move(id: string, to: JobMove, run: Run): Promise<Job> {
    return this.#exclusively(run, async () => {
      const file = await this.#existing(id);
      if (file.job.state !== 'queued') throw jobState(file.job.id, nameOf(file.job.state), 'moved');
      return this.#order.move(file, to);
    });
  }

  clear(states: readonly JobState[], run: Run): Promise<number> {
    return this.#exclusively(run, async () => {
      let count = 0;
      for (const state of states.filter((each) => each !== 'running')) {
        for await (const { path } of this.#files.all(state)) {
          throwIfCancelled(run);
          const file = KEEPS_KEY.has(state) ? await this.#files.read(path) : null;
          await this.#files.remove(path);
          if (file !== null) await this.#keys.remove(file.job.key, file.job.id);
          count += 1;
          await run.yieldToHost();
        }
      }
      return count;
    });
  }

  async recover(run: Run): Promise<readonly Job[]> {
    // Looked at often, and mostly for nothing: the lock is taken only where there may be something to do.
    const isFirst = !this.#isRecovered && (await this.#files.hasAny());
    if (!isFirst && (await this.#files.entries(folderOf('running'))).length === 0) return [];
    this.#isRecovered = true;
    return this.#exclusively(run, async () => {
      const before = new Set<string>();
      for await (const { path } of this.#files.all('interrupted')) before.add(path);
      await this.#sweepRunning();
      // What a crash left between the two steps of a move.
      for (const state of ['failed', 'interrupted', 'review'] as const) await this.#repairAll(state);
      await this.#forgetOld();
      const interrupted = await this.list('interrupted', 1000);
      return interrupted.filter(({ id }) => !before.has(`${folderOf('interrupted')}/${id}.json`));
    });
  }

  async #repairAll(state: JobState): Promise<void> {
    let seen = 0;
    for await (const { path } of this.#files.all(state)) {
      if ((seen += 1) > MAX_SWEPT.ended) break;
      const file = await this.#files.read(path);
      if (file !== null) await this.#files.repair(file);
    }
  }

  async #forgetOld(): Promise<void> {
    const oldest = dayOf(Math.max(0, this.#deps.clock.now() - RETENTION));
    for (const state of ['done', 'cancelled'] as const) {
      for (const folder of await this.#files.folders(state)) {
        if (folder.slice(-oldest.length) >= oldest) continue;
        for (const { path } of await this.#files.entries(folder)) await this.#files.remove(path);
      }
    }
  }

  /** The jobs that run. Those whose program is gone are interrupted; those that a crash left half-moved are moved. */
  async #sweepRunning(): Promise<readonly Job[]> {
    const alive: Job[] = [];
    let seen = 0;
    for await (const { path } of this.#files.all('running')) {
      if ((seen += 1) > MAX_SWEPT.running) break;
      const file = await this.#files.read(path);
      if (file === null || (await this.#files.repair(file))) continue;
      if (isAbandoned(file.job, this.#deps.clock.now(), this.#deps)) await this.#end(file, { state: 'interrupted' });
      else alive.push(file.job);
    }
    return alive;
  }

  find(id: string): Promise<Job> {
    return this.#queries.find(id);
  }

  get(id: string): Promise<Job | null> {
    return this.#queries.get(id);
  }

  counts(): Promise<JobCounts> {
    return this.#queries.counts();
  }

  list(state: JobState, limit: number): Promise<readonly Job[]> {
    return this.#queries.list(state, limit);
  }

  reviews(): Promise<ReadonlyMap<string, string>> {
    return this.#queries.reviews();
  }

  async pause(): Promise<QueuePause | null> {
    const pause = await this.#pauseFile.read();
    const until = pause?.until ?? null;
    return until !== null && until <= this.#deps.clock.now() ? null : pause;
  }

  setPause(pause: QueuePause | null): Promise<void> {
    return this.#pauseFile.write(pause);
  }

  takeNotices(): readonly SetAside[] {
    return this.#files.takeNotices();
  }

  async #existing(id: string): Promise<JobFile> {
    const { id: full } = await this.find(id);
    const file = await this.#files.find(full);
    if (file === null) throw jobMissing(id);
    if (!(await this.#files.repair(file))) return file;
    const moved = await this.#files.find(full);
    if (moved === null) throw jobMissing(id);
    return moved;
  }

  async #leased(id: string, token: string): Promise<JobFile> {
    const file = await this.#files.read(`${folderOf('running')}/${id}.json`);
    if (file?.job.state !== 'running' || file.job.lease?.token !== token) throw jobLost(id);
    return file;
  }

  #exclusively<T>(run: Run, work: () => Promise<T>): Promise<T> {
    return this.#calls.add(async () => {
      const release = await this.#deps.lock?.acquire(run);
      try {
        return await work();
      } finally {
        await release?.();
      }
    });
  }
}
