import { type IconName } from 'obsidian';
import { capitalise } from '../../base';
import { type ApprovalMark, type UnconfirmedChange } from '../../workbench';
import { coreText, trust as words } from '../locale';
import { addBreakable, drawLimited, iconSpan } from '../ui/elements';

/** Differences of one file, at first. */
const MAX_SHOWN = 12;

const ICONS: Readonly<Record<ApprovalMark, IconName>> = {
  hidden: 'eye',
  power: 'lock-open',
  weaker: 'triangle-alert',
  rules: 'scale',
  wording: 'text',
};

/** Draws what a change of one file means. @param onToggle when a person ticks it or takes the tick back */
export function drawChange(parent: HTMLElement, change: UnconfirmedChange, onToggle: (isOn: boolean) => void): void {
  const { path, mark, hidden, differences, kind, before, reason } = change;
  const row = parent.createEl('li', { cls: `living-wiki-approval is-${mark}` });
  const box = row.createDiv({ cls: 'living-wiki-approval-tick' });
  if (hidden === null) {
    const tick = box.createEl('input', { type: 'checkbox', attr: { 'aria-label': words.select(path) } });
    tick.addEventListener('change', () => onToggle(tick.checked));
  } else iconSpan(box, 'ban');
  const body = row.createDiv({ cls: 'living-wiki-approval-body' });
  const head = body.createDiv({ cls: 'living-wiki-approval-head' });
  head.createDiv({ cls: 'living-wiki-name', text: headingOf(change) });
  const badge = head.createSpan({ cls: `living-wiki-badge living-wiki-approval-mark is-${mark}` });
  iconSpan(badge, ICONS[mark]);
  badge.appendText(markOf(change));
  addBreakable(body.createDiv({ cls: 'living-wiki-muted' }), path);
  if (hidden !== null) drawHidden(body, hidden);
  else {
    const list = body.createEl('ul', { cls: 'living-wiki-approval-changes' });
    drawLimited(list, differences, MAX_SHOWN, ({ message }) => drawDifference(list, message));
    if (reason === 'changed' && before === null)
      body.createDiv({ cls: 'living-wiki-muted', text: words.unknownBefore });
    if (kind === 'skill') body.createDiv({ cls: 'living-wiki-muted', text: words.gateStays });
  }
}

function markOf({ mark, hidden, reason }: UnconfirmedChange): string {
  if (hidden !== null) return words.marks.hidden(hidden.count);
  const isPlain = mark === 'rules' || mark === 'wording' || mark === 'hidden';
  return isPlain && reason === 'new' ? words.marks.never : words.marks[mark === 'hidden' ? 'rules' : mark];
}

function headingOf({ mark, kind, reason }: UnconfirmedChange): string {
  const named = words.kinds[kind];
  return reason === 'removed' ? words.headings.removed(named) : words.headings[mark](named, reason === 'new');
}

/** One difference in words; `a: b → c` as two values with an arrow between them. */
function drawDifference(list: HTMLElement, message: string): void {
  const [, field = '', from = '', to = ''] = /^(.{1,120}?): (.{1,160}?) → (.{1,400})$/s.exec(message) ?? [];
  const line = list.createEl('li', { cls: 'living-wiki-approval-change', attr: { dir: 'auto' } });
  if (field === '') {
    line.setText(capitalise(coreText(message)));
    return;
  }
  line.createSpan({ cls: 'living-wiki-approval-field', text: coreText(field) });
  line.createSpan({ cls: 'living-wiki-approval-value', text: coreText(from) });
  iconSpan(line, 'arrow-right');
  line.createSpan({ cls: 'living-wiki-spoken', text: words.becomes });
  line.createSpan({ cls: 'living-wiki-approval-value is-new', text: coreText(to) });
}

function drawHidden(body: HTMLElement, { lines }: NonNullable<UnconfirmedChange['hidden']>): void {
  for (const { line, parts } of lines) {
    const code = body.createDiv({ cls: 'living-wiki-approval-line' });
    code.createSpan({ cls: 'living-wiki-muted', text: String(line), attr: { 'aria-label': words.line(line) } });
    const text = code.createSpan({ attr: { dir: 'auto' } });
    for (const part of parts) {
      if ('text' in part) text.appendText(part.text);
      else text.createSpan({ cls: 'living-wiki-approval-hidden', text: part.hidden });
    }
  }
  const note = body.createDiv({ cls: 'living-wiki-muted', text: `${words.shown} ` });
  note.createEl('strong', { text: words.blocked });
}
