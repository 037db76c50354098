import { Notice, type SettingDefinition, type SettingDefinitionItem, type SettingTab } from 'obsidian';
import { isLocalAddress, isServerAllowed, missingSetting, serverAddress, withPlainHttp } from '../../workbench';
import { folderProblem } from '../chat/conversation-folder';
import { type PluginController } from '../controller';
import { app, chat, evidence, home, review, settings as words } from '../locale';
import { isModelField, MAX_NUMBER, modelValue, USUAL_NUMBERS, withModelValue, type Settings } from '../settings';
import { confirmPlainHttp } from './confirm-plain-http';
import { ConnectionTester } from './connection-tester';
import { limitRows, modelRows } from './model-rows';
import { ruleRows } from './rule-rows';
import { serverRows } from './server-rows';
import { type SettingKey } from './setting-key';

/** The option "first wiki found" in the list of folders. No folder has this name. */
const FIRST_WIKI = '/';

/** Settings that change the text or the options of other rows. */
const REDRAW_KEYS: ReadonlySet<string> = new Set([
  'provider',
  'baseUrl',
  'plainHttp',
  'model',
  'embeddingModel',
  'watchSources',
  'proposeAutomatically',
]);

/** The rows of the settings tab, and what their controls read and write. */
export class SettingsRows {
  readonly #tab: Pick<SettingTab, 'update' | 'refreshDomState'>;
  readonly #controller: PluginController;
  readonly #tester: ConnectionTester;

  constructor(tab: Pick<SettingTab, 'update' | 'refreshDomState'>, controller: PluginController) {
    this.#tab = tab;
    this.#controller = controller;
    this.#tester = new ConnectionTester(controller, () => tab.update());
  }

  definitions(): SettingDefinitionItem[] {
    return [
      { type: 'group', heading: words.wiki.heading, items: this.#wikiRows() },
      { type: 'group', heading: words.rules.heading, items: ruleRows(this.#controller, () => this.#tab.update()) },
      { type: 'group', heading: words.automation.heading, items: automationRows(this.#controller) },
      { type: 'group', heading: evidence.heading, items: [stripRow(), changesInNotesRow()] },
      { type: 'group', heading: words.search.heading, items: [sourceBudgetRow()] },
      { type: 'group', heading: words.undo.heading, items: undoRows() },
      { type: 'group', heading: chat.notes.title, items: this.#conversationRows() },
      {
        type: 'group',
        heading: words.model.heading,
        items: modelRows(this.#controller, this.#tester, () => this.#tab.update()),
      },
      {
        type: 'group',
        heading: words.servers.heading,
        items: serverRows(this.#controller, () => this.#tab.update()),
      },
      {
        type: 'group',
        heading: words.limits.heading,
        items: limitRows(this.#controller, () => this.#tab.update()),
        visible: () => serverAddress(this.#controller.settings.model) !== null,
      },
      {
        type: 'group',
        heading: words.privacy.heading,
        items: [{ name: privacyText(this.#controller), searchable: true }],
      },
    ];
  }

  valueOf(key: string): unknown {
    const { settings } = this.#controller;
    if (key === 'plainHttp') return settings.model.plainHttp !== undefined && isServerAllowed(settings.model);
    if (isModelField(key)) return modelValue(settings.model, key);
    return key === 'wiki' ? (settings.wiki ?? FIRST_WIKI) : settings[key as keyof Settings];
  }

  async change(key: string, value: unknown): Promise<void> {
    try {
      if (key === 'plainHttp') await this.#changePlainHttp(value === true);
      else if (isModelField(key)) {
        const patch = withModelValue(this.#controller.settings, key, value);
        await this.#controller.changeSettings(patch);
        if (patch.secret === '') new Notice(app.notice.keyForgotten);
        if (key === 'provider' || key === 'baseUrl') this.#tester.reset();
        if (key === 'model') await this.#tester.adoptPrice();
      } else if (isNumberKey(key)) {
        await this.#controller.changeSettings({ [key]: typeof value === 'number' ? value : USUAL_NUMBERS[key] });
      } else {
        await this.#controller.changeSettings({ [key]: key === 'wiki' && value === FIRST_WIKI ? null : value });
      }
      if (REDRAW_KEYS.has(key)) this.#tab.update();
      else this.#tab.refreshDomState();
    } catch (error) {
      this.#controller.showError(error);
    }
  }

  async #changePlainHttp(isWanted: boolean): Promise<void> {
    const isAllowed = isWanted && (await confirmPlainHttp(this.#controller));
    await this.#controller.changeSettings({ model: withPlainHttp(this.#controller.settings.model, isAllowed) });
  }

  /** Ends a running connection test. */
  abort(): void {
    this.#tester.abort();
  }

  #wikiRows(): SettingDefinition[] {
    const roots = Object.fromEntries(
      this.#controller.roots.map((root) => [root, root === '' ? home.setUp.root : root] as const),
    );
    const options = { [FIRST_WIKI]: words.wiki.first, ...roots };
    const control = { type: 'dropdown', key: 'wiki' satisfies SettingKey, options } as const;
    return [{ name: words.wiki.folder, desc: words.wiki.folderWhat, control }];
  }

  #conversationRows(): SettingDefinition[] {
    const { folder, what, none } = chat.notes;
    const validate = (value: string): string | undefined => folderProblem(value, this.#controller.roots) ?? undefined;
    const key = 'conversations' satisfies SettingKey;
    return [{ name: folder, desc: what, control: { type: 'folder', key, placeholder: none, validate } }];
  }
}

function automationRows(controller: PluginController): SettingDefinition[] {
  const clippings: SettingDefinition = {
    name: words.automation.clippings,
    desc: words.automation.clippingsWhat,
    control: { type: 'folder', key: 'clippings' satisfies SettingKey, placeholder: words.automation.noClippings },
  };
  const toggle = (key: SettingKey, name: string, desc: string): SettingDefinition => ({
    name,
    desc,
    control: { type: 'toggle', key },
  });
  const { watch, watchWhat, lint, lintWhat, propose, proposeWhat, skills, skillsWhat, skillsOpen } = words.automation;
  return [
    toggle('watchSources', watch, watchWhat),
    clippings,
    toggle('lintLive', lint, lintWhat),
    toggle('proposeAutomatically', propose, proposeWhat),
    {
      name: skills,
      desc: skillsWhat,
      render: (setting) => {
        setting.addButton((button) => {
          button.setButtonText(skillsOpen).onClick(() =>
            controller.attempt(async () => {
              const { maintain } = await import('../actions');
              maintain(controller);
            }),
          );
        });
      },
    },
  ];
}

type NumberKey = keyof typeof USUAL_NUMBERS & SettingKey;

const isNumberKey = (key: string): key is NumberKey => Object.hasOwn(USUAL_NUMBERS, key);

function numberRow(key: NumberKey, name: string, desc: string, min: number, step: number | 'any'): SettingDefinition {
  const placeholder = String(USUAL_NUMBERS[key]);
  return { name, desc, control: { type: 'number', key, min, max: MAX_NUMBER, step, placeholder } };
}

function stripRow(): SettingDefinition {
  const key = 'evidenceStrip' satisfies SettingKey;
  return { name: evidence.strip, desc: evidence.stripWhat, control: { type: 'toggle', key } };
}

function changesInNotesRow(): SettingDefinition {
  const key = 'changesInNotes' satisfies SettingKey;
  return { name: review.inline.setting, desc: review.inline.settingWhat, control: { type: 'toggle', key } };
}

function sourceBudgetRow(): SettingDefinition {
  const { budget, budgetWhat } = words.search;
  return numberRow('sourceBudget', budget, budgetWhat(USUAL_NUMBERS.sourceBudget), 0, 'any');
}

function undoRows(): SettingDefinition[] {
  const { days, daysWhat, changes, changesWhat } = words.undo;
  return [
    numberRow('undoDays', days, daysWhat, 1, 1),
    numberRow('undoChanges', changes, changesWhat(USUAL_NUMBERS.undoChanges), 1, 1),
  ];
}

/** What is sent, where and when. */
function privacyText({ settings, isModelApproved }: PluginController): string {
  const { model, watchSources, proposeAutomatically } = settings;
  const { none, unapproved, unset, sent, searches, thisComputer, automatically, onRequest } = words.privacy;
  const address = serverAddress(model);
  if (address === null) return none;
  if (!isModelApproved) return unapproved;
  const searchText = model.embeddingModel === undefined ? '' : searches(address);
  if (missingSetting(model) !== null) return searchText || unset;
  const server = isLocalAddress(address) ? thisComputer(address) : address;
  return searchText + sent(server, watchSources && proposeAutomatically ? automatically : onRequest);
}
