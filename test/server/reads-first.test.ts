import { type Run } from '../../src/workbench';
import { ReadPriority } from '../../src/server/read-priority';

const never = new AbortController().signal;

/** Steps of a job, by the name of the job. */
async function work(run: Run, name: string, steps: number, log: string[]): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    await run.yieldToHost();
    log.push(name);
  }
}

/** What a read does: it waits for the disk many times. */
async function waitForDisk(times: number): Promise<void> {
  for (let at = 0; at < times; at += 1) await new Promise((resolve) => void setImmediate(resolve));
}

it('no job goes on while a read is answered, however often the read waits for the disk', async () => {
  // So that patience never ends, on a busy machine either.
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  const readPriority = new ReadPriority();
  const log: string[] = [];
  const job = work(readPriority.jobRun(never), 'job', 2, log);
  await readPriority.read(async () => {
    await waitForDisk(50);
    log.push('read');
  });
  await job;
  expect(log).toEqual(['read', 'job', 'job']);
  jest.useRealTimers();
});

it('jobs go on, one step at a time, when the server is read all the time', async () => {
  const readPriority = new ReadPriority();
  const log: string[] = [];
  const over = new AbortController();
  const read = readPriority.read(
    () => new Promise<void>((resolve) => over.signal.addEventListener('abort', () => resolve())),
  );
  await Promise.all(['a', 'b'].map((name) => work(readPriority.jobRun(never), name, 2, log)));
  expect(log).toEqual(['a', 'b', 'a', 'b']);
  over.abort();
  await read;
});

it('a read that waits for what a job is doing does not hold up the job', async () => {
  // So that patience never ends.
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  const readPriority = new ReadPriority();
  const log: string[] = [];
  const job = work(readPriority.jobRun(never), 'job', 3, log);
  await readPriority.read(async () => {
    await readPriority.behindJobs(() => job);
    log.push('read');
  });
  expect(log).toEqual(['job', 'job', 'job', 'read']);
  jest.useRealTimers();
});

it('a read that fails lets the jobs go on', async () => {
  const readPriority = new ReadPriority();
  const log: string[] = [];
  await expect(readPriority.read(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  await work(readPriority.jobRun(never), 'job', 1, log);
  expect(log).toEqual(['job']);
});
