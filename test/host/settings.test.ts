import { Plugin, PluginSettingTab, type SettingDefinitionItem } from 'obsidian';
import { Host, installDom } from '.';
import { manifest } from './support/plugins';

class Probe extends Plugin {
  override settings: Record<string, unknown> = { on: false, word: 'Not valid', size: 3 };
  readonly done: string[] = [];

  override onload(): void {
    this.addSettingTab(new Tab(this.app, this));
  }
}

class Tab extends PluginSettingTab {
  readonly #probe: Probe;

  constructor(app: Plugin['app'], probe: Probe) {
    super(app, probe);
    this.#probe = probe;
  }

  override getSettingDefinitions(): SettingDefinitionItem[] {
    const probe = this.#probe;
    return [
      { name: 'On', control: { type: 'toggle', key: 'on' } },
      {
        type: 'group',
        heading: 'Words',
        items: [
          {
            name: 'Word',
            visible: () => probe.settings.on === true,
            control: {
              type: 'text',
              key: 'word',
              validate: (value: string) => (/^[a-z]*$/.test(value) ? undefined : 'Small letters only.'),
            },
          },
          { name: 'Size', control: { type: 'number', key: 'size', defaultValue: 5 } },
        ],
      },
      {
        type: 'list',
        emptyState: 'Nothing yet',
        addItem: { name: 'Add one', action: () => void probe.done.push('add') },
        items: [],
      },
      {
        type: 'page',
        name: 'More',
        displayValue: () => String(probe.settings.size),
        items: [
          {
            name: 'Drawn',
            render: (setting) => {
              setting.addButton((button) => button.setButtonText('Do').onClick(() => void probe.done.push('do')));
              return () => void probe.done.push('gone');
            },
          },
        ],
      },
    ];
  }
}

let takeAway: () => void;
beforeAll(() => {
  takeAway = installDom();
});
afterAll(() => takeAway());

const row = (el: HTMLElement, name: string): HTMLElement => {
  const found = el
    .findAll('.setting-item')
    .find((each) => each.querySelector('.setting-item-name')?.textContent === name);
  if (found === undefined) throw new Error(`no setting ${name}`);
  return found;
};
const turn = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 5));

it('declared settings are drawn, validated and stored', async () => {
  const host = await Host.start({ plugins: [{ type: Probe, manifest }] });
  const plugin = host.plugin(manifest.id) as Probe;
  const tab = host.own.hostState.settingTabs[0]!;
  tab.hostShow();
  const el = tab.containerEl;
  document.body.append(el);
  await turn();
  expect(row(el, 'Word').style.display).toBe('none');
  expect(row(el, 'Word').querySelector('.setting-item-error')?.textContent).toBe('Small letters only.');

  row(el, 'On').querySelector('input')?.click();
  await turn();
  expect(row(el, 'Word').style.display).toBe('');
  const word = row(el, 'Word').querySelector('input')!;
  word.value = 'fine';
  word.trigger('input');
  await turn();
  expect(row(el, 'Word').querySelector('.setting-item-error')).toBeNull();

  const size = row(el, 'Size').querySelector('input')!;
  size.value = '';
  size.trigger('input');
  await turn();
  expect(await plugin.loadData()).toEqual({ on: true, word: 'fine', size: 5 });
  expect(el.querySelector('.setting-list-empty')?.textContent).toBe('Nothing yet');
  el.querySelector<HTMLElement>('[aria-label="Add one"]')?.click();

  tab.refreshDomState();
  expect(row(el, 'More').querySelector('.setting-display-value')?.textContent).toBe('5');
  row(el, 'More').click();
  row(el, 'Drawn').querySelector('button')?.click();
  tab.hostHide();
  expect(plugin.done).toEqual(['add', 'do', 'gone']);
  await host.quit();
});
