import { type SettingDefinition } from 'obsidian';
import { addressOfEndpoint, type NamedEndpoint } from '../../workbench';
import { type PluginController } from '../controller';
import { settings } from '../locale';
import { withoutServer } from '../settings';
import { ServerModal } from './server-modal';
import { StaleUnitsModal } from './stale-units-modal';
import { UnitKeysModal } from './unit-keys-modal';

const words = settings.servers;

/** Rows of the other servers, for deliberations, and of the keys that sign what comes of them. @param redraw after a change */
export function serverRows(controller: PluginController, redraw: () => void): SettingDefinition[] {
  const open = (name: string | null): void => controller.openModal(new ServerModal(controller, name, redraw));
  const servers = (controller.settings.model.endpoints ?? []).map((server): SettingDefinition => ({
    name: server.name,
    desc: describe(server, controller.settings.serverSecrets[server.name] ?? ''),
    render: (setting) => {
      setting.addExtraButton((button) => {
        button
          .setIcon('pencil')
          .setTooltip(words.edit(server.name))
          .onClick(() => open(server.name));
        button.extraSettingsEl.setAttr('aria-label', words.edit(server.name));
      });
      setting.addExtraButton((button) => {
        button
          .setIcon('trash-2')
          .setTooltip(words.remove(server.name))
          .onClick(() =>
            controller.attempt(async () => {
              await controller.changeSettings(withoutServer(controller.settings, server.name));
              redraw();
            }),
          );
        button.extraSettingsEl.setAttr('aria-label', words.remove(server.name));
      });
    },
  }));
  const button = (name: string, desc: string, text: string, press: () => void): SettingDefinition => ({
    name,
    desc,
    render: (setting) => {
      setting.addButton((each) => each.setButtonText(text).onClick(press));
    },
  });
  return [
    ...servers,
    button(words.addName, words.what, words.add, () => open(null)),
    button(words.keys.name, words.keys.what, words.keys.open, () =>
      controller.openModal(new UnitKeysModal(controller)),
    ),
    ...(controller.state.kind === 'ready'
      ? [
          button(words.stale.name, words.stale.what, words.stale.open, () =>
            controller.openModal(new StaleUnitsModal(controller)),
          ),
        ]
      : []),
  ];
}

function describe(server: NamedEndpoint, secret: string): string {
  const { model = '', price, limit } = server;
  const parts = [
    words.at(model, addressOfEndpoint(server) ?? ''),
    secret === '' ? words.noKey : words.key(secret),
    price === undefined ? words.noPrice : words.price(price.input, price.output),
    ...(limit.money === undefined ? [] : [words.upTo(String(limit.money))]),
    ...(limit.tokens === undefined ? [] : [words.upToTokens(limit.tokens)]),
  ];
  return `${parts.join('. ')}.`;
}
