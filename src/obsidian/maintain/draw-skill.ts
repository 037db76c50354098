import { formatMoney, type SkillPreview } from '../../workbench';
import { coreText, maintain as words } from '../locale';
import { addButton, iconSpan } from '../ui';
import { describeGate, describeLast, describeSchedule } from './describe';

interface SkillRow {
  readonly preview: SkillPreview;
  readonly isTicked: boolean;
  readonly onToggle: (isOn: boolean) => void;
  /** Opens its automation. */
  readonly onAutomate: () => void;
}

/** A skill before it runs: what it finds, about what it costs, what it may write, when it ran and when it runs by itself. */
export function drawSkill(list: HTMLElement, { preview, isTicked, onToggle, onAutomate }: SkillRow): void {
  const { skill, work, count } = preview;
  const row = list.createEl('li', { cls: `living-wiki-skill${count === 0 ? ' is-idle' : ''}` });
  const tick = row.createEl('input', { type: 'checkbox', attr: { 'aria-label': words.select(coreText(skill.title)) } });
  tick.checked = isTicked;
  tick.addEventListener('change', () => onToggle(tick.checked));
  const body = row.createDiv({ cls: 'living-wiki-job-text' });
  const head = body.createDiv({ cls: 'living-wiki-skill-head' });
  head.createDiv({ cls: 'living-wiki-name living-wiki-skill-title', text: coreText(skill.title) });
  head.createSpan({ cls: 'living-wiki-muted', text: costOf(preview) });
  const found = count === 0 ? words.nothing : words.things(count ?? 0);
  const description = coreText(skill.description);
  const what = count === null ? description : `${description} ${found}`;
  body.createDiv({ cls: 'living-wiki-skill-what', text: what });
  for (const line of work) {
    // A finding names its place first.
    const text = line.replace(
      /^(\S+:\d+: )?(.*)$/s,
      (_, place: string | undefined, said: string) => (place ?? '') + coreText(said),
    );
    body.createDiv({ cls: 'living-wiki-muted', text, attr: { dir: 'auto' } });
  }
  const facts = body.createDiv({ cls: 'living-wiki-skill-facts' });
  const fact = (icon: string, text: string, cls = ''): void => {
    const el = facts.createSpan({ cls: `living-wiki-skill-fact ${cls}` });
    iconSpan(el, icon);
    el.appendText(text);
  };
  const { gate } = preview;
  fact(gate === null ? 'lock' : 'lock-open', describeGate(gate), gate === null ? '' : 'is-open');
  fact('history', describeLast(preview.last));
  fact('calendar', describeSchedule(preview.schedule));
  const label = words.automate(coreText(skill.title));
  addButton(facts, { icon: 'settings', cls: 'clickable-icon living-wiki-skill-set', label }, onAutomate);
}

function costOf({ count, tokens, money }: SkillPreview): string {
  if (count === 0) return words.skipped;
  if (tokens === null) return words.noCost;
  return money === null ? words.tokens(thousandsOf(tokens.input)) : words.cost(coreText(formatMoney(money)));
}

export const thousandsOf = (tokens: number): number => Math.max(1, Math.round(tokens / 1000));
