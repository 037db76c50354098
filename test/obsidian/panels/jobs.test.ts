import { type PluginController } from '../../../src/obsidian/controller';
import { JobsContent } from '../../../src/obsidian/jobs';
import { countdownText, updateCountdowns } from '../../../src/obsidian/jobs/countdown';
import { drawPause } from '../../../src/obsidian/jobs/draw-head';
import { drawRunning, updateRunning } from '../../../src/obsidian/jobs/draw-jobs';
import { groupsIn } from '../../../src/obsidian/jobs/groups';
import { LazyView } from '../../../src/obsidian/ui';
import { installDom, type Host } from '../../host';
import { LENS_SOURCE, TOWER_SOURCE } from '../../support/wiki';
import { eventually } from '../../vault/support/contract';
import { openController, wikiFiles } from '../support/controller';

const nothing = (): undefined => undefined;
const actions = {
  ...{ change: nothing, review: nothing, reviewRules: nothing, reviewAll: nothing, more: nothing },
  about: () => null,
};

let takeAway: () => void;
beforeAll(() => {
  takeAway = installDom();
});
afterAll(() => takeAway());

async function openView(host: Host, controller: PluginController): Promise<HTMLElement> {
  const definition = { type: 'jobs', icon: 'list-todo', title: () => 'Jobs', load: () => Promise.resolve(JobsContent) };
  const leaf = host.app.workspace.getLeaf('tab');
  const view = new LazyView(leaf, definition, controller);
  await leaf.open(view);
  return view.contentEl;
}

const button = (el: HTMLElement, label: string): HTMLButtonElement | undefined =>
  [...el.querySelectorAll('button')].find((each) => (each.getAttribute('aria-label') ?? each.textContent) === label);

const headings = (el: HTMLElement): (string | null)[] => [...el.querySelectorAll('h3')].map((each) => each.textContent);

it('shows what needs a person, with its reason, and retries it', async () => {
  const files = await wikiFiles({ 'sources/lens.md': LENS_SOURCE, 'sources/broken.pdf': 'not a PDF' });
  const { host, controller } = await openController({ files });
  const el = await openView(host, controller);
  await eventually(() => expect(el.textContent).toContain('No jobs.'));
  await controller.ingest(undefined, 'extractive');
  await eventually(() => expect(headings(el)).toEqual(['Needs you2']));
  expect(el.textContent).toContain('Failed: ');
  expect(el.textContent).toContain('Waiting for review');
  expect(button(el, 'Review lens.md')).toBeDefined();
  button(el, 'Retry broken.pdf')?.click();
  await eventually(() => expect(controller.queue?.jobs.failed).toMatchObject([{ attempts: 2 }]));
  button(el, 'Remove broken.pdf from the list')?.click();
  await eventually(() => expect(controller.queue?.counts).toMatchObject({ failed: 0, cancelled: 1, review: 1 }));
  button(el, 'Clear done and cancelled jobs')?.click();
  await eventually(() => expect(controller.queue?.counts).toMatchObject({ cancelled: 0 }));
  await controller.close();
  await host.quit();
});

it('runs what an earlier session left queued, unless the queue is paused', async () => {
  const files = await wikiFiles({ 'sources/lens.md': LENS_SOURCE, 'sources/tower.md': TOWER_SOURCE });
  const { host, controller } = await openController({ files });
  const el = await openView(host, controller);
  await eventually(() => expect(button(el, 'Pause the queue')).toBeDefined());
  button(el, 'Pause the queue')?.click();
  await eventually(() => expect(el.textContent).toContain('Paused by you'));
  await controller.changeQueue((jobs, run) => jobs.enqueue({ curator: 'extractive' }, run));
  await eventually(() => expect(headings(el)).toEqual(['Queued2']));
  button(el, 'Move tower.md up')?.click();
  await eventually(() =>
    expect(controller.queue?.jobs.queued.map(({ title }) => title)).toEqual(['sources/tower.md', 'sources/lens.md']),
  );
  button(el, 'Cancel lens.md')?.click();
  await eventually(() => expect(controller.queue?.counts).toMatchObject({ queued: 1, cancelled: 1 }));
  button(el, 'Resume')?.click();
  await eventually(() => expect(controller.proposals).toHaveLength(1));
  await eventually(() => expect(controller.queue?.counts).toMatchObject({ queued: 0, running: 0, review: 1 }));
  await controller.close();
  await host.quit();
});

it('a job that waits says for what', () => {
  const el = createDiv();
  el.createDiv({ cls: 'living-wiki-job-card' }).createSpan({ cls: 'living-wiki-stage' });
  const detail = 'The model server asked to wait. Next try in 20 seconds.';
  const shown = { title: 'Ingesting sources', fraction: null, cost: null, isCancelled: false, cancel: () => undefined };
  const progress = { stage: 'Waiting for the model server', done: 0, total: 0, detail };
  updateRunning(el, { ...shown, progress });
  expect(el.textContent).toBe(`Waiting for the model server: ${detail}`);
  updateRunning(el, { ...shown, progress: { stage: 'Writing', done: 1, total: 4, detail: 'sources/lens.md' } });
  expect(el.textContent).not.toContain('sources/lens.md');
});

it('a queue that goes on by itself says when and counts down, and one that waits for a person does not', () => {
  const el = createDiv();
  const pause = { reason: 'rate-limited', message: 'Slow down.', since: 0 } as const;
  drawPause(el, { ...pause, until: Date.now() + 42_000 }, actions);
  const counting = el.querySelector('[data-until]');
  expect(counting?.textContent).toMatch(/^, in 0:4[12]$/);
  counting?.setAttribute('data-until', String(Date.now() + 9_000));
  updateCountdowns(el);
  expect(counting?.textContent).toMatch(/^, in 0:0[89]$/);
  expect(countdownText(22_320_000)).toBe('6 h 12 min');
  el.empty();
  drawPause(el, { ...pause, reason: 'approval', until: null }, actions);
  expect(el.querySelector('[data-until]')).toBeNull();
});

it('sources that were queued together are one card, with what is ready and what is left, and more of a long list is shown on demand', async () => {
  const names = Array.from({ length: 60 }, (_, at) => `letter-${at}`);
  const sources = names.map((name) => [`sources/${name}.md`, `The ${name} is about the lens.\n`] as const);
  const { host, controller } = await openController({ files: await wikiFiles(Object.fromEntries(sources)) });
  const el = await openView(host, controller);
  await controller.changeQueue((jobs) => jobs.hold());
  await controller.changeQueue((jobs, run) => jobs.enqueue({ curator: 'extractive' }, run));
  await eventually(() => expect(headings(el)).toEqual(['On hold1']));
  const card = (): HTMLElement | null => el.querySelector('[data-group]');
  expect(card()?.textContent).toContain('Ingest 60 sources0 of 60 sources done');
  // The last one is the button that opens the others.
  expect(card()?.querySelectorAll('li')).toHaveLength(51);
  expect(card()?.textContent).toContain('Queued · 60');
  button(el, 'and 10 more')?.click();
  await eventually(() => expect(card()?.querySelectorAll('li')).toHaveLength(60));
  expect(button(el, 'and 10 more')).toBeUndefined();
  const { queue } = controller;
  if (queue === null) throw new Error('The queue was not read.');
  // As it is once the first two were read and the third one runs.
  const [first, second, third, ...queued] = queue.jobs.queued;
  if (first === undefined || second === undefined || third === undefined) throw new Error('Nothing is queued.');
  const jobs = { ...queue.jobs, queued, running: [third], review: [second, first] };
  const [group] = groupsIn({ jobs, counts: { ...queue.counts, queued: 57 } });
  expect(group).toMatchObject({ of: 60, done: 2, running: { id: third.id }, ready: [second, first] });
  const drawn = createDiv();
  const shown = { queue: { ...queue, jobs }, groups: group === undefined ? [] : [group], openFolds: new Set<string>() };
  drawRunning(drawn, shown, null, actions);
  expect(drawn.textContent).toMatch(/Source 3 of 60: letter-\d+\.md.*Review the 2 that are ready.*Queued · 57/);
  button(el, 'Cancel Ingest 60 sources')?.click();
  await eventually(() => expect(controller.queue?.counts).toMatchObject({ queued: 0, cancelled: 60 }));
  await controller.close();
  await host.quit();
});
