import { type IconName } from 'obsidian';
import { type Pack } from '../../workbench';
import { packs as t, dateText } from '../locale';
import { addButton, iconSpan } from '../ui';

export interface PackActions {
  use(name: string, isUsed: boolean): void;
  confirm(pack: Pack): void;
  withdraw(pack: Pack): void;
}

interface PackUseState {
  readonly isUsed: boolean;
  /** `false` for a disputed pack that nobody said yes to. */
  readonly isUsable: boolean;
  readonly lastUse: string | null;
}

const STATUS: Readonly<Record<Pack['item']['status'], readonly [IconName, string]>> = {
  ready: ['check', 'is-good'],
  draft: ['pencil', ''],
  'needs-review': ['eye', 'is-warm'],
  stale: ['clock', 'is-warm'],
  disputed: ['triangle-alert', 'is-bad'],
  archived: ['archive', ''],
};

const TRUST: Readonly<Record<NonNullable<Pack['item']['trust']>, IconName>> = {
  unreviewed: 'shield',
  'user-confirmed': 'shield-check',
  official: 'shield-check',
  external: 'external-link',
};

/** One pack: what it is, what state it is in, and whether the chat uses it. */
export function drawPack(el: HTMLElement, pack: Pack, state: PackUseState, actions: PackActions): void {
  const { item } = pack;
  const { name, status, trust = 'unreviewed', profile = 'wiki-first', version } = item;
  const row = el.createDiv({ cls: 'living-wiki-pack', attr: { 'data-pack': name } });
  const top = row.createDiv({ cls: 'living-wiki-row' });
  top.createDiv({ cls: 'living-wiki-pack-name', text: name });
  if (state.isUsable) drawUse(top, name, state.isUsed, actions);
  const badges = row.createDiv({ cls: 'living-wiki-pack-badges' });
  const [icon, tone] = STATUS[status];
  drawBadge(badges, icon, t.status[status], tone);
  drawBadge(badges, TRUST[trust], t.trust[trust], '');
  if (item.runtime?.mode === 'persona') drawBadge(badges, 'drama', t.persona, '');
  if (status === 'disputed') drawDispute(row, pack, state, actions);
  row.createDiv({ text: item.description });
  const used = state.lastUse === null ? t.neverUsed : t.used(dayOf(state.lastUse));
  const facts = [t.profile[profile], ...(version === undefined ? [] : [version]), used];
  row.createDiv({ cls: 'living-wiki-muted', text: facts.join(' · ') });
  for (const text of item.diagnostics) row.createDiv({ cls: 'living-wiki-muted living-wiki-warned', text });
}

function drawUse(top: HTMLElement, name: string, isUsed: boolean, actions: PackActions): void {
  const button = addButton(
    top,
    {
      text: isUsed ? t.inUse : t.use,
      cls: 'living-wiki-small-button',
      label: isUsed ? t.stopUsing(name) : t.useOf(name),
      key: `use ${name}`,
    },
    () => actions.use(name, !isUsed),
  );
  button.setAttr('aria-pressed', String(isUsed));
}

function drawBadge(el: HTMLElement, icon: IconName, text: string, tone: string): void {
  const badge = el.createSpan({ cls: `living-wiki-pack-badge ${tone}`.trim() });
  iconSpan(badge, icon);
  badge.createSpan({ text });
}

function drawDispute(row: HTMLElement, pack: Pack, { isUsable }: PackUseState, actions: PackActions): void {
  const { name } = pack.item;
  const box = row.createDiv({ cls: 'living-wiki-pack-dispute' });
  box.createDiv({ text: t.disputed });
  if (!isUsable) box.createDiv({ cls: 'living-wiki-muted', text: t.disputedWhat });
  const [text, does] = isUsable
    ? [t.withdraw, () => actions.withdraw(pack)]
    : [t.useAnyway, () => actions.confirm(pack)];
  addButton(box, { text, label: `${text} ${name}`, key: `confirm ${name}` }, does);
}

function dayOf(iso: string): string {
  const date = new Date(iso);
  return dateText(date, { dateStyle: 'medium' });
}
