import manifest from '../../manifest.json';
import LivingWikiPlugin from '../../src/main';
import { DEFAULT_SETTINGS, printSettings, type Settings } from '../../src/obsidian/settings';
import { Host, installDom } from '../host';
import { approvedOnDevice } from '../support/approved';
import { LENS_SOURCE } from '../support/wiki';
import { eventually } from '../vault/support/contract';
import { lateClock, wikiFiles } from './support/controller';

let takeAway: () => void;
beforeAll(() => (takeAway = installDom()));
afterAll(async () => {
  // The app does not wait for a plugin that is unloaded; what it still writes must not outlive the test.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  takeAway();
});

let host: Host;
let asked: string[];
const ownFetch = globalThis.fetch;
beforeEach(() => {
  asked = [];
  const note = (input: RequestInfo | URL): Promise<Response> => {
    asked.push(input instanceof Request ? input.url : String(input));
    return Promise.reject(new TypeError('Failed to fetch'));
  };
  window.fetch = note;
});
afterEach(async () => {
  await host.quit().catch(() => undefined);
  globalThis.fetch = ownFetch;
});

const SERVER = 'https://models.example/v1';
const theirs: Settings = {
  ...DEFAULT_SETTINGS,
  model: { ...DEFAULT_SETTINGS.model, provider: 'custom', baseUrl: SERVER, model: 'tiny', embeddingModel: 'meanings' },
  secret: 'openai-key',
  proposeAutomatically: true,
};

/** A vault whose settings of the plugin name a model server, on a device that agreed to `agreed`. */
async function open(settings: Settings, agreed?: Settings): Promise<void> {
  const data = JSON.stringify(printSettings(settings));
  host = await Host.start({
    clock: lateClock,
    plugins: [{ type: LivingWikiPlugin, manifest }],
    files: {
      ...(await wikiFiles({ 'sources/lens.md': LENS_SOURCE })),
      '.obsidian/plugins/living-wiki/data.json': data,
    },
    ...(agreed && { localStorage: approvedOnDevice(agreed) }),
  });
  host.machine.secrets.set('openai-key', 'sk-of-the-user');
  host.machine.requests.answer(({ url, headers }) => {
    asked.push(`${url} ${JSON.stringify(headers ?? {})}`);
    return { status: 500 };
  });
  await eventually(() => expect(host.commands()).toContain('living-wiki:search'));
}

const command = (id: string): Promise<unknown> => host.runCommand(`living-wiki:${id}`);
const text = (selector: string): string => document.querySelector(selector)?.textContent ?? '';
const answer = (name: string): void => {
  const buttons = [...document.querySelectorAll<HTMLElement>('.mod-confirmation button')];
  buttons.find((button) => button.textContent === name)!.click();
};
const pressHome = (name: RegExp): void => {
  const buttons = [...document.querySelectorAll<HTMLElement>('.living-wiki-home button')];
  buttons.find((one) => name.test(one.getAttribute('aria-label') ?? one.textContent))!.click();
};
const isAsked = (): Promise<void> =>
  eventually(() => expect(text('.mod-confirmation')).toMatch(/that this vault names/));

describe('settings that come with the vault', () => {
  it('send nothing by themselves, though they switch automatic proposals on, and say so', async () => {
    await open(theirs);
    await command('open-home');
    await eventually(() => expect(text('.living-wiki-banners')).toMatch(/have not agreed to/));
    await eventually(() => expect(text('.living-wiki-home')).toMatch(/New sources1/));
    await host.idle();
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(asked).toEqual([]);
    expect(text('.living-wiki-home')).not.toMatch(/To review1/);
    expect(document.querySelector('.mod-confirmation')).toBeNull();
  });

  it('are asked about in plain words when the model is first used; with “no” the built-in curator reads', async () => {
    await open(theirs);
    await command('open-home');
    await eventually(() => expect(text('.living-wiki-home')).toMatch(/New sources1/));
    pressHome(/^Ingest lens\.md/);
    await isAsked();
    const question = text('.mod-confirmation');
    expect(question).toContain('https://models.example/v1');
    expect(question).toContain('Models: tiny, meanings');
    expect(question).toContain('the secret named “openai-key”');
    expect(question).toContain('New sources are sent automatically.');
    answer('Not now');
    await eventually(() => expect(text('.living-wiki-review')).toMatch(/changes? accepted/));
    expect(asked).toEqual([]);
  });

  it('are used once a person agreed, also after a restart, and not when the vault then brings another server', async () => {
    await open(theirs);
    await command('open-home');
    await eventually(() => expect(text('.living-wiki-home')).toMatch(/New sources1/));
    pressHome(/^Ingest lens\.md/);
    await isAsked();
    answer('Use this server');
    await eventually(() => expect(text('.mod-confirmation')).toMatch(/Send sources to the model/));
    answer('Cancel');
    expect(asked).toEqual([]);
    await host.restart();
    await command('open-home');
    await eventually(() => expect(asked.some((one) => one.startsWith(SERVER))).toBe(true));
    expect(document.querySelector('.living-wiki-banner summary')?.textContent ?? '').not.toMatch(/agreed/);
    asked.length = 0;
    const other = { ...theirs, model: { ...theirs.model, baseUrl: 'https://evil.example/v1' } };
    host.sync.write('.obsidian/plugins/living-wiki/data.json', JSON.stringify(printSettings(other)));
    await eventually(() => expect(text('.living-wiki-banners')).toMatch(/have not agreed to/));
    host.sync.write('wiki/sources/more.md', `${LENS_SOURCE}\nMore.\n`);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(asked.filter((one) => one.includes('evil.example'))).toEqual([]);
  });

  const changes: readonly (readonly [string, Partial<Settings>])[] = [
    ['another server', { model: { ...theirs.model, baseUrl: 'https://evil.example/v1' } }],
    ['a path of a server that is shared', { model: { ...theirs.model, baseUrl: 'https://models.example/evil' } }],
    ['no encryption', { model: { ...theirs.model, baseUrl: 'http://10.0.0.9/v1', plainHttp: 'http://10.0.0.9' } }],
    ['a dearer model', { model: { ...theirs.model, model: 'huge' } }],
    ['no limit', { model: { ...theirs.model, job: {} } }],
    [
      'prices of nothing',
      { model: { ...theirs.model, prices: { currency: 'USD', prices: [{ model: '*', input: 0, output: 0 }] } } },
    ],
    ['another secret', { secret: 'bank' }],
    ['sending without being asked', { proposeAutomatically: true }],
  ];
  it.each(changes)('that bring %s need a new yes: a connection test sends nothing', async (_, change) => {
    const mine = { ...theirs, proposeAutomatically: false, model: { ...theirs.model, job: { tokens: 1_000 } } };
    await open({ ...mine, ...change }, mine);
    const [tab] = host.own.hostState.settingTabs;
    const el = tab!.containerEl;
    document.body.append(el);
    tab!.hostShow();
    const row = (): HTMLElement | undefined =>
      [...el.querySelectorAll<HTMLElement>('.setting-item')].find(
        (one) => one.querySelector('.setting-item-name')?.textContent === 'Test connection',
      );
    await eventually(() => expect(row()).toBeDefined());
    expect(el.textContent).toMatch(/Waiting for approval/);
    expect(el.textContent).toMatch(/Nothing is sent\. A language model is set up/);
    row()!.querySelector('button')!.click();
    await isAsked();
    answer('Not now');
    await eventually(() => expect(row()?.textContent).toMatch(/You have not agreed on this device to the server/));
    expect(asked).toEqual([]);
    el.remove();
  });

  it('are not agreed to by a change of something else on this device', async () => {
    await open(theirs);
    await command('open-home');
    await eventually(() => expect(text('.living-wiki-home')).toMatch(/New sources1/));
    const select = document.querySelector<HTMLSelectElement>('.living-wiki-reader select')!;
    for (const value of ['built-in', 'model']) {
      select.value = value;
      select.dispatchEvent(new Event('change'));
      await host.idle();
    }
    expect(text('.living-wiki-banners')).toMatch(/have not agreed to/);
    expect(asked).toEqual([]);
  });
});
