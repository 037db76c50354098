import { DIGEST_MAX_BYTES, type MemoryOverview } from '../../workbench';
import { memory } from '../locale';
import { addButton } from '../ui';
import { kilobytes, plainText } from './view-model/text';

const words = memory.digest;

/** What the digest tells a model, as a budget: how much of each list is in it, and what did not fit. */
export function drawDigest(
  el: HTMLElement,
  { digest }: MemoryOverview,
  actions: { open(): void; remove(): void },
): void {
  const card = el.createEl('section', { cls: 'living-wiki-memory-digest', attr: { 'aria-label': words.title } });
  const head = card.createDiv({ cls: 'living-wiki-row' });
  head.createEl('h3', { cls: 'living-wiki-group-title', text: words.title });
  if (!digest.isOn) {
    card.createDiv({ cls: 'living-wiki-muted', text: digest.total === 0 ? words.none : words.off });
    return;
  }
  head.createSpan({ text: words.size((digest.bytes / 1024).toFixed(1)) });
  card.createDiv({ cls: 'living-wiki-muted', text: words.what });
  const bar = card.createDiv({
    cls: 'living-wiki-memory-bar',
    attr: { role: 'img', 'aria-label': words.bar(digest.bytes, DIGEST_MAX_BYTES) },
  });
  const list = card.createEl('ul', { cls: 'living-wiki-list', attr: { role: 'list' } });
  for (const [at, { path, shown, total, bytes }] of digest.sections.entries()) {
    const part = bar.createSpan({ cls: `living-wiki-memory-part is-${at}` });
    part.style.inlineSize = `${(100 * bytes) / DIGEST_MAX_BYTES}%`;
    const row = list.createEl('li', { cls: 'living-wiki-row' });
    const name = row.createSpan({ cls: 'living-wiki-memory-key' });
    name.createSpan({ cls: `living-wiki-memory-part is-${at}`, attr: { 'aria-hidden': 'true' } });
    name.createSpan({ text: path in words.sections ? words.sections[path as keyof typeof words.sections] : path });
    row.createSpan({ text: words.of(shown, total), cls: shown < total ? 'living-wiki-memory-short' : '' });
  }
  const { next } = digest;
  if (next !== null) {
    const note = card.createDiv({ cls: 'living-wiki-memory-next' });
    const text = plainText(next.text);
    note.createEl('strong', { text: text.length > 80 ? `${text.slice(0, 79)}…` : text });
    note.appendText(words.noRoom(kilobytes(next.bytes), kilobytes(Math.max(0, next.left))));
    note.appendText(words.shorter(next.path));
  }
  const buttons = card.createDiv({ cls: 'living-wiki-memory-buttons' });
  addButton(buttons, { text: words.open, cls: 'living-wiki-button', key: 'open digest' }, () => actions.open());
  const remove = addButton(
    buttons,
    { text: words.delete, cls: 'living-wiki-button is-bad', key: 'delete digest' },
    () => actions.remove(),
  );
  remove.title = words.deleteHint;
}
