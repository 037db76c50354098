import { SearchModal } from '../../src/obsidian/panels';
import { DEFAULT_SETTINGS, type Settings } from '../../src/obsidian/settings';
import { SettingsTab } from '../../src/obsidian/settings-tab';
import { installDom } from '../host';
import { meaningOf } from '../model/server/embeddings';
import { eventually } from '../vault/support/contract';
import { controllerOn, openController, page, wikiFiles, type OpenController } from './support/controller';

let takeAway: () => void;
beforeAll(() => (takeAway = installDom()));
afterAll(() => takeAway());

const PAGES = {
  'concepts/quay.md': page('Quay', 'A harbour is a harbour of the harbour.'),
  'concepts/tower.md': page('Tower', 'The pharos of the harbour.'),
};
const model = { ...DEFAULT_SETTINGS.model, baseUrl: 'https://models.example/v1' };
const meant: Partial<Settings> = { model: { ...model, embeddingModel: 'meanings' } };

let open: OpenController;
afterEach(async () => {
  await open.controller.close();
  await open.host.quit();
});

interface Asked {
  readonly input: readonly string[];
}

/** The search over a wiki of two pages, and what goes to the server of embeddings. */
async function search(settings: Partial<Settings>, status = 200): Promise<{ modal: SearchModal; asked: Asked[] }> {
  open = await openController({ files: await wikiFiles(PAGES) }, settings);
  const asked: Asked[] = [];
  open.host.machine.requests.answer(({ url, body }) => {
    if (!url.endsWith('/embeddings')) return { status: 404 };
    const request = JSON.parse(typeof body === 'string' ? body : '') as Asked;
    asked.push(request);
    return { status, body: { data: request.input.map((text, index) => ({ index, embedding: meaningOf(text) })) } };
  });
  const modal = new SearchModal(open.controller);
  modal.open();
  return { modal, asked };
}

function type(modal: SearchModal, text: string): void {
  modal.inputEl.value = text;
  modal.inputEl.dispatchEvent(new Event('input'));
}

const titles = (): string[] =>
  [...document.querySelectorAll('.living-wiki-hit .suggestion-title')].map((el) => el.textContent.replace(/^💡 /u, ''));
const note = (): string => document.querySelector('.living-wiki-search [role=status]')?.textContent ?? '';
const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
/** Longer than the pause after typing. */
const rest = (): Promise<void> => later(1_200);

it('shows matches by words at once, and ranks by meaning when typing stops', async () => {
  const { modal, asked } = await search(meant);
  for (const text of ['harbour', 'harbour b', 'harbour bea', 'harbour beacon']) {
    type(modal, text);
    await later(20);
  }
  await eventually(() => expect(titles()).toEqual(['Quay', 'Tower']));
  expect(asked).toEqual([]);
  expect(note()).toBe('');
  await eventually(() => expect(titles()).toEqual(['Tower', 'Quay']));
  expect(note()).toBe('Ranked by meaning.');
  expect(asked.map(({ input }) => input[0])).toEqual(['harbour beacon']);
  await rest();
  expect(asked).toHaveLength(1);
  type(modal, 'harbour');
  await eventually(() => expect(note()).toBe(''));
});

it('does not move the result that has the focus', async () => {
  const { modal } = await search(meant);
  type(modal, 'harbour beacon');
  await eventually(() => expect(titles()).toEqual(['Quay', 'Tower']));
  document.querySelectorAll('.suggestion-item')[1]?.dispatchEvent(new MouseEvent('mousemove'));
  await rest();
  expect(titles()).toEqual(['Quay', 'Tower']);
});

it('does not move results after scrolling', async () => {
  const { modal, asked } = await search(meant);
  type(modal, 'harbour beacon');
  await eventually(() => expect(titles()).toEqual(['Quay', 'Tower']));
  modal.resultContainerEl.scrollTop = 20;
  await eventually(() => expect(asked).toHaveLength(1));
  await rest();
  expect(titles()).toEqual(['Quay', 'Tower']);
  expect(note()).toBe('');
});

it('sends nothing once it is closed, or where no embedding model is chosen', async () => {
  const { modal, asked } = await search(meant);
  type(modal, 'harbour beacon');
  await eventually(() => expect(titles()).toEqual(['Quay', 'Tower']));
  modal.close();
  await rest();
  expect(asked).toEqual([]);
  await open.controller.changeSettings({ model });
  const again = new SearchModal(open.controller);
  again.open();
  type(again, 'harbour beacon');
  await rest();
  expect(titles()).toEqual(['Quay', 'Tower']);
  expect(open.host.machine.requests.made).toEqual([]);
});

it('says where the server fails, and shows what words find', async () => {
  const { modal, asked } = await search(meant, 429);
  type(modal, 'harbour beacon');
  await eventually(() => expect(note()).toContain('Ranked by words alone.'));
  // The keys are still told.
  expect(modal.modalEl.textContent).toContain('to open in a new tab');
  expect(titles()).toEqual(['Quay', 'Tower']);
  expect(asked).toHaveLength(1);
});

it('the settings tell what is sent, and take the model', async () => {
  open = await openController({ files: await wikiFiles(PAGES) }, { model });
  const tab = new SettingsTab({ app: open.host.app } as never, open.controller);
  await tab.load();
  const said = (): string => JSON.stringify(tab.getSettingDefinitions());
  expect(said()).not.toContain('up to 50 matching passages');
  await tab.setControlValue('embeddingModel', ' meanings ');
  expect(open.controller.settings.model.embeddingModel).toBe('meanings');
  expect(said()).toContain('Searches and up to 50 matching passages are sent to https://models.example/v1.');
  await tab.setControlValue('embeddingModel', '');
  expect(open.controller.settings.model).toEqual(model);
});

describe('the daily limit', () => {
  const limited: Partial<Settings> = { model: { ...model, embeddingModel: 'meanings', day: { tokens: 400 } } };
  const today = (): string => `wiki/.wiki/usage/${new Date(Date.now() - 60_000).toISOString().slice(0, 10)}`;
  const call = (input: number): string =>
    JSON.stringify({
      version: 1,
      calls: [
        {
          at: '',
          model: 'meanings',
          source: '',
          usage: { input, output: 0, cached: 0, estimated: false },
          money: null,
        },
      ],
    });

  it('does not count calls that came with the vault', async () => {
    const { modal, asked } = await search(limited);
    open.host.sync.write(`${today()}/forged.json`, call(1e9));
    type(modal, 'harbour beacon');
    await eventually(() => expect(note()).toBe('Ranked by meaning.'));
    expect(asked).toHaveLength(1);
  });

  it('counts what this device used, whatever becomes of the files, also after a restart', async () => {
    const { modal, asked } = await search(limited);
    const many = 'many other words '.repeat(12);
    for (const name of ['quay', 'tower', 'light', 'pharos', 'oil', 'price', 'cost', 'money']) {
      type(modal, `harbour beacon ${name} ${many}`);
      const before = asked.length;
      await eventually(() => expect(asked.length > before || note().includes('400 tokens')).toBe(true));
      if (asked.length === before) break;
      // The next words come once these are answered.
      await rest();
    }
    expect(note()).toContain('limit of 400 tokens for today');
    modal.close();
    for (const path of Object.keys(open.host.tree()).filter((each) => each.includes('.wiki/usage/'))) {
      open.host.sync.remove(path);
    }
    await open.controller.close();
    const before = asked.length;
    open = { host: open.host, controller: await controllerOn(open.host, limited) };
    const again = new SearchModal(open.controller);
    again.open();
    type(again, `harbour beacon gold ${many}`);
    await eventually(() => expect(note()).toContain('limit of 400 tokens for today'));
    expect(asked).toHaveLength(before);
  });
});
