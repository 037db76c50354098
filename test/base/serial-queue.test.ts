import { SerialQueue } from '../../src/base';

/** A task that a test ends when it wants to. */
function controlled(log: string[], name: string): { task: () => Promise<string>; end: () => void } {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const task = async (): Promise<string> => {
    log.push(`${name} starts`);
    await ended;
    log.push(`${name} ends`);
    return name;
  };
  return { task, end: () => end() };
}

describe('a serial queue', () => {
  it('runs one task at a time, in order', async () => {
    const log: string[] = [];
    const queue = new SerialQueue();
    const [first, second] = [controlled(log, 'first'), controlled(log, 'second')];
    const results = [queue.add(first.task), queue.add(second.task)];
    second.end();
    await Promise.resolve();
    expect(log).toEqual(['first starts']);
    first.end();
    expect(await Promise.all(results)).toEqual(['first', 'second']);
    expect(log).toEqual(['first starts', 'first ends', 'second starts', 'second ends']);
  });

  it('goes on after a task that fails, and tells its caller alone', async () => {
    const queue = new SerialQueue();
    const failed = queue.add(() => {
      throw new Error('broken');
    });
    const next = queue.add(() => 'done');
    await expect(failed).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });

  it('is idle when everything added so far is over', async () => {
    const log: string[] = [];
    const queue = new SerialQueue();
    const { task, end } = controlled(log, 'only');
    const result = queue.add(task);
    const idle = queue.idle().then(() => log.push('idle'));
    end();
    await Promise.all([result, idle]);
    expect(log).toEqual(['only starts', 'only ends', 'idle']);
  });

  it('is idle after a failure too', async () => {
    const queue = new SerialQueue();
    queue.add(() => Promise.reject(new Error('broken'))).catch(() => undefined);
    await expect(queue.idle()).resolves.toBeUndefined();
  });
});
