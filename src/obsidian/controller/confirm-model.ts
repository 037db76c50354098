import { ConfirmationModal, type App, type Modal } from 'obsidian';
import { addressOfEndpoint, isUnencrypted, serverAddress } from '../../workbench';
import { app as words, joinTexts } from '../locale';
import { type Settings } from '../settings/types';

const t = words.approval;

/** Asks whether the model server that the vault's settings name may be used on this device. Closing the dialog means no. */
export function confirmModel(app: App, settings: Settings, open: (modal: Modal) => void): Promise<boolean> {
  return new Promise((resolve) => {
    const modal = new ConfirmationModal(app);
    modal.modalEl.addClass('living-wiki-asks');
    let answer = false;
    modal.setTitle(t.title);
    modal.contentEl.createEl('p', { text: t.why });
    const list = modal.contentEl.createEl('ul');
    for (const text of settingsInWords(settings)) list.createEl('li', { text });
    modal.contentEl.createEl('p', { text: t.until });
    modal.addButton((button) => {
      button.setButtonText(t.agree).onClick(() => void (answer = true));
    });
    modal.addCancelButton(t.cancel);
    modal.setCloseCallback(() => resolve(answer));
    open(modal);
  });
}

function settingsInWords(settings: Settings): string[] {
  const { model, secret, watchSources, proposeAutomatically, curator } = settings;
  const address = serverAddress(model);
  if (address === null) return serversInWords(settings);
  const names = [model.model, model.fallbackModel, model.transcriptionModel, model.embeddingModel, model.reviewModel];
  const models = [...new Set(names.filter((name) => name !== undefined))];
  const isAutomatic = watchSources && proposeAutomatically && curator === 'model';
  const isLimited = [model.job, model.day].some(({ tokens, money }) => tokens !== undefined || money !== undefined);
  return [
    // As the network reads it: other letters that look like these are spelled out.
    t.server(new URL(address).href),
    ...(isUnencrypted(address) ? [t.notEncrypted] : []),
    ...(models.length === 0 ? [] : [t.models(joinTexts(models))]),
    secret === '' ? t.noKey : t.key(secret),
    ...(model.embeddingModel === undefined ? [] : [t.searches]),
    isAutomatic ? t.automatic : t.onRequest,
    isLimited ? t.limited : t.unlimited,
    ...serversInWords(settings),
  ];
}

/** Other servers, which only deliberations use. */
function serversInWords({ model, serverSecrets }: Settings): string[] {
  return (model.endpoints ?? []).flatMap((server) => {
    const address = addressOfEndpoint(server);
    if (address === null) return [];
    const secret = serverSecrets[server.name] ?? '';
    return [
      t.deliberations(new URL(address).href),
      ...(isUnencrypted(address) ? [t.notEncrypted] : []),
      secret === '' ? t.noKey : t.key(secret),
    ];
  });
}
