import { type SettingDefinition } from 'obsidian';
import {
  addRule,
  decidedNames,
  decideNames,
  forgetName,
  ownersRules,
  removeRule,
  type NameDecision,
  type Workbench,
} from '../../workbench';
import { type PluginController } from '../controller';
import { settings } from '../locale';
import { NameModal, RuleModal } from './rule-modals';

const words = settings.rules;

/** Rows of what the owner of the open wiki wants of every ingest: rules for a model, and decisions about names. @param redraw after a change */
export function ruleRows(controller: PluginController, redraw: () => void): SettingDefinition[] {
  const { state } = controller;
  if (state.kind !== 'ready') return [{ name: words.noWiki, searchable: false }];
  const { workbench } = state;
  const change = (work: (workbench: Workbench) => Promise<unknown>): void =>
    controller.attempt(async () => {
      await controller.inBackground(() => work(workbench));
      redraw();
    });
  const removable = (name: string, remove: () => Promise<unknown>): SettingDefinition => ({
    name,
    render: (setting) => {
      setting.addExtraButton((button) => {
        button
          .setIcon('trash-2')
          .setTooltip(words.remove(name))
          .onClick(() => change(remove));
        button.extraSettingsEl.setAttr('aria-label', words.remove(name));
      });
    },
  });
  const adding = (name: string, desc: string, open: () => void): SettingDefinition => ({
    name,
    desc,
    render: (setting) => {
      setting.addButton((button) => button.setButtonText(name).onClick(open));
    },
  });
  return [
    ...ownersRules(workbench).map((rule) => removable(rule, () => removeRule(workbench, rule))),
    adding(words.add, words.what, () =>
      controller.openModal(new RuleModal(controller.app, (rule) => change((own) => addRule(own, rule)))),
    ),
    ...decidedNames(workbench).map((decision) =>
      removable(describeName(decision), () => forgetName(workbench, decision.name)),
    ),
    adding(words.addName, words.namesWhat, () =>
      controller.openModal(new NameModal(controller.app, (name) => change((own) => decideNames(own, [name])))),
    ),
  ];
}

function describeName(decision: NameDecision): string {
  const { described } = words;
  if (decision.kind === 'same') return described.same(decision.name, decision.as);
  return decision.kind === 'rename'
    ? described.rename(decision.name, decision.to)
    : described[decision.kind](decision.name);
}
