import { rules, type Finding } from '../../workbench';
import { coreText, panels as words, quoteText } from '../locale';
import {
  quickFixOf,
  messageParts,
  shownPath,
  type LintGroup,
  type LintGrouping,
  type LintRow,
} from './view-model/lint';
import { addBreakable, addButton, addScreenReaderText, iconSpan } from '../ui';

const t = words.lint;

export interface RowActions {
  open(finding: Finding): void;
  /** @param from the control that was pressed; a menu opens below it */
  applyQuickFix(finding: Finding, from: HTMLElement): void;
  menu(finding: Finding, from: HTMLElement): void;
}

type GroupRow = Extract<LintRow, { kind: 'group' }>;

const RULE_BY_ID = new Map(rules.map((rule) => [rule.id, rule]));

/** The heading of a group, and the list below it. */
export function drawGroup(
  { key, group, open }: GroupRow,
  by: LintGrouping,
  root: string,
  toggle: () => void,
): { el: HTMLElement; items: HTMLElement } {
  const title = groupTitle(group, by, root);
  const el = createEl('section', { cls: 'living-wiki-group' });
  const head = el.createEl('h3', { cls: 'living-wiki-group-title', attr: { 'data-living-wiki-key': key } });
  const button = addButton(head, { cls: 'living-wiki-plain living-wiki-group-toggle' }, toggle);
  button.setAttrs({ tabindex: -1, 'aria-expanded': String(open), 'data-living-wiki-main': '' });
  iconSpan(button, open ? 'chevron-down' : 'chevron-right');
  button.createSpan({ text: title });
  button.createSpan({ cls: 'living-wiki-count', text: String(group.findings.length) });
  const items = el.createEl('ul', { cls: 'living-wiki-list', attr: { role: 'list', 'aria-label': title } });
  return { el, items };
}

function groupTitle({ key, findings }: LintGroup, by: LintGrouping, root: string): string {
  if (by === 'severity') return t.severities[findings[0]?.severity ?? 'info'];
  if (by === 'page') return shownPath(root, key);
  const check = findings[0]?.check ?? key;
  const rule = RULE_BY_ID.get(check);
  if (rule === undefined) return key;
  return check === key ? coreText(rule.title) : `${coreText(rule.title)} (${key})`;
}

export function drawFinding(row: LintRow, by: LintGrouping, root: string, actions: RowActions): HTMLElement {
  if (row.kind !== 'finding') return createEl('li');
  const { finding, key } = row;
  const el = createEl('li', {
    cls: 'living-wiki-finding',
    attr: { 'data-living-wiki-key': key },
  });
  numberRow(el, row);
  const dot = iconSpan(el, SEVERITY_ICONS[finding.severity], 'living-wiki-severity');
  dot.addClass(`is-${finding.severity}`);
  const go = addButton(el, { cls: 'living-wiki-plain living-wiki-finding-go' }, () => actions.open(finding));
  go.setAttrs({ tabindex: -1, 'data-living-wiki-main': '' });
  const message = go.createDiv({ cls: 'living-wiki-message' });
  addScreenReaderText(message, `${t.severity[finding.severity]}: `);
  const shown = coreText(finding.message);
  for (const { text, strong } of messageParts(shown, shown === finding.message ? [] : quoteText('\n').split('\n'))) {
    if (strong) message.createEl('strong', { text });
    else message.appendText(text);
  }
  addBreakable(go.createDiv({ cls: 'living-wiki-muted' }), whereText(finding, by, root));
  const quickFix = quickFixOf(finding);
  if (quickFix.kind !== 'none') {
    const { kind } = quickFix;
    const texts: Partial<Record<typeof kind, string>> = {
      ingest: t.ingest,
      confirm: t.confirm,
      expired: t.confirm,
      settle: t.settle.action,
    };
    const button = addButton(el, { text: texts[kind] ?? t.fix, cls: 'living-wiki-small-button' }, () =>
      actions.applyQuickFix(finding, button),
    );
    button.tabIndex = -1;
    if (quickFix.kind === 'choose' && quickFix.targets.length > 1) button.setAttr('aria-haspopup', 'menu');
  }
  const more = addButton(
    el,
    { icon: 'ellipsis', cls: 'clickable-icon living-wiki-icon-button', label: words.more },
    () => actions.menu(finding, more),
  );
  more.setAttrs({ tabindex: -1, 'aria-haspopup': 'menu' });
  return el;
}

/** Different shapes, because color alone is not accessible. */
const SEVERITY_ICONS: Readonly<Record<Finding['severity'], string>> = {
  error: 'circle-x',
  warn: 'triangle-alert',
  info: 'info',
};

/** The position, the rule unless it is the heading, and the suggested names. */
function whereText({ path, line, check, suggestions }: Finding, by: LintGrouping, root: string): string {
  const place = by === 'page' ? t.line(line) : t.place(shownPath(root, path), line);
  const parts = [place];
  if (by === 'page') parts.push(coreText(RULE_BY_ID.get(check)?.title ?? check));
  if (suggestions.length > 0) parts.push(t.didYouMean(suggestions));
  return parts.join(' · ');
}

/** Whether two rows with the same key look the same. */
export function isSameRow(old: LintRow, row: LintRow): boolean {
  if (old.kind === 'group') {
    return (
      row.kind === 'group' &&
      old.open === row.open &&
      old.group.severity === row.group.severity &&
      old.group.findings.length === row.group.findings.length
    );
  }
  if (row.kind === 'group') return false;
  const [a, b] = [old.finding, row.finding];
  if (a === b) return true;
  const isSame = a.line === b.line && a.message === b.message && a.severity === b.severity && a.fixable === b.fixable;
  return isSame && a.suggestions.join('\n') === b.suggestions.join('\n');
}

/** Tells screen readers the position in the whole list, not only in the drawn part. */
export function numberRow(el: HTMLElement, row: LintRow): void {
  if (row.kind === 'group') return;
  const [at, of] = [String(row.at), String(row.of)];
  if (el.getAttribute('aria-posinset') !== at) el.setAttribute('aria-posinset', at);
  if (el.getAttribute('aria-setsize') !== of) el.setAttribute('aria-setsize', of);
}
