import { serverAddress, isLocalAddress, missingSetting } from '../../workbench';
import { type WikiController } from '../controller';
import { chat as t } from '../locale';
import { LensChip } from '../panels';
import { Composer } from './composer';
import { PackChips } from './pack-chips';
import { addButton } from '../ui';

/** The elements around a conversation. */
export interface ChatFrame {
  readonly lens: LensChip;
  readonly packs: PackChips;
  readonly thread: HTMLElement;
  readonly composer: Composer;
  readonly cost: HTMLElement;
  /** Announcements for screen readers. */
  readonly live: HTMLElement;
}

interface FrameActions {
  copyAll(): void;
  startNew(): void;
  send(question: string): void;
  stop(): void;
}

export function drawFrame(el: HTMLElement, controller: WikiController, actions: FrameActions): ChatFrame {
  el.empty();
  const head = el.createDiv({ cls: 'living-wiki-head' });
  const top = head.createDiv({ cls: 'living-wiki-row' });
  top.createEl('h2', { cls: 'living-wiki-title', text: t.title });
  addButton(top, { icon: 'copy', cls: 'clickable-icon living-wiki-icon-button', label: t.copyAll }, () =>
    actions.copyAll(),
  );
  addButton(top, { icon: 'plus', cls: 'clickable-icon living-wiki-icon-button', label: t.newConversation }, () =>
    actions.startNew(),
  );
  const under = head.createDiv({ cls: 'living-wiki-row living-wiki-under' });
  const lens = new LensChip(under, controller);
  const packs = new PackChips(under, controller);
  drawScope(under, controller);
  const cost = under.createSpan({ cls: 'living-wiki-muted' });
  const thread = el.createDiv({ cls: 'living-wiki-scroll living-wiki-chat-thread', attr: { tabindex: '-1' } });
  const foot = el.createDiv({ cls: 'living-wiki-chat-foot' });
  const composer = new Composer(
    foot,
    (question) => actions.send(question),
    () => actions.stop(),
    (at) => packs.choose(at),
  );
  const live = el.createDiv({ cls: 'living-wiki-spoken', attr: { role: 'status' } });
  return { lens, packs, thread, composer, cost, live };
}

/** Switches between pages with sources, and pages only. */
function drawScope(parent: HTMLElement, controller: WikiController): void {
  if (controller.settings.sourceBudget === 0) return;
  const label = parent.createEl('label', { cls: 'living-wiki-search-scope', attr: { title: t.pagesOnlyHint } });
  const box = label.createEl('input', { attr: { type: 'checkbox' } });
  box.checked = controller.preferences.pagesOnly;
  label.appendText(t.pagesOnly);
  box.addEventListener('change', () => controller.changePreferences({ pagesOnly: box.checked }));
}

/** Says which model answers, and where the question is sent. */
export function answererHint({ settings: { model } }: WikiController): string {
  const address = serverAddress(model);
  if (missingSetting(model) !== null || address === null) return t.noModel;
  const name = model.model ?? '';
  return isLocalAddress(address) ? t.asksHere(name) : t.asks(name, address);
}
