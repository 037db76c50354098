import { serverAddress, isLocalAddress, missingSetting } from '../../workbench';
import { type WikiController } from '../controller/types';
import { chat as t } from '../locale';
import { LensChip } from '../panels/lens-chip';
import { iconButton } from '../panels/parts';
import { Composer } from './composer';

/** What stands around a conversation. */
export interface ChatFrame {
  readonly lens: LensChip;
  readonly thread: HTMLElement;
  readonly composer: Composer;
  readonly cost: HTMLElement;
  /** What is spoken. */
  readonly live: HTMLElement;
}

export interface FrameActions {
  copyAll(): void;
  startNew(): void;
  send(question: string): void;
  stop(): void;
}

export function drawFrame(el: HTMLElement, controller: WikiController, acts: FrameActions): ChatFrame {
  el.empty();
  const head = el.createDiv({ cls: 'living-wiki-head' });
  const top = head.createDiv({ cls: 'living-wiki-row' });
  top.createEl('h2', { cls: 'living-wiki-title', text: t.title });
  iconButton(top, 'copy', t.copyAll, () => acts.copyAll());
  iconButton(top, 'plus', t.fresh, () => acts.startNew());
  const under = head.createDiv({ cls: 'living-wiki-row living-wiki-under' });
  const lens = new LensChip(under, controller);
  const cost = under.createSpan({ cls: 'living-wiki-muted' });
  const thread = el.createDiv({ cls: 'living-wiki-scroll living-wiki-chat-thread', attr: { tabindex: '-1' } });
  const foot = el.createDiv({ cls: 'living-wiki-chat-foot' });
  const composer = new Composer(
    foot,
    (question) => acts.send(question),
    () => acts.stop(),
  );
  const live = el.createDiv({ cls: 'living-wiki-spoken', attr: { role: 'status' } });
  return { lens, thread, composer, cost, live };
}

/** Who answers, and where the words go. */
export function answererHint({ settings: { model } }: WikiController): string {
  const address = serverAddress(model);
  if (missingSetting(model) !== null || address === null) return t.noModel;
  const name = model.model ?? '';
  return isLocalAddress(address) ? t.asksHere(name) : t.asks(name, address);
}
