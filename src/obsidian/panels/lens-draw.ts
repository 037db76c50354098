import { type LensPage, type LensPages } from '../../workbench';
import { panels as words } from '../locale';
import { outOfScopeTotal, visibleGroups } from './view-model/lens';
import { addButton, addScreenReaderText, drawEmptyState, iconSpan } from '../ui';

const t = words.lens;

interface LensActions {
  /** @param path relative to the wiki's root */
  open(path: string): void;
  /** Shows all pages of a group. */
  showAll(key: string): void;
}

/** The home page, the pages by group, and how many pages are out of scope. */
export function drawLensPages(
  parent: HTMLElement,
  pages: LensPages,
  filter: string,
  expanded: ReadonlySet<string>,
  actions: LensActions,
): void {
  parent.empty();
  if (filter.trim() === '') drawHome(parent, pages.home, actions);
  const groups = visibleGroups(pages.groups, filter, expanded);
  if (groups.length === 0) drawEmptyState(parent, pages.total === 0 ? t.empty : t.noPage);
  for (const { key, label, icon, description, pages: members, count } of groups) {
    const list = section(parent, label === '' ? t.without[pages.grouping] : label, count, icon, description);
    for (const page of members) drawPage(list, page, actions);
    if (members.length === count) continue;
    const more = addButton(list.createEl('li'), { cls: 'living-wiki-plain living-wiki-page living-wiki-muted' }, () =>
      actions.showAll(key),
    );
    more.setText(t.more(count - members.length));
  }
  const outside = outOfScopeTotal(pages);
  if (outside === 0) return;
  const group = parent.createEl('section', { cls: 'living-wiki-group' });
  group.createEl('h3', { cls: 'living-wiki-group-title', text: t.outOfScope(outside) });
  const kinds = pages.outOfScope.map(({ label, count }) => t.outKind(label, count));
  group.createDiv({ cls: 'living-wiki-page living-wiki-muted', text: kinds.join(' · ') });
}

function drawHome(parent: HTMLElement, home: LensPage | null, actions: LensActions): void {
  if (home === null) return;
  const list = section(parent, t.home, null, null, null);
  const row = drawPage(list, home, actions);
  row.addClass('is-home');
  row.prepend(iconSpan(row, 'house'));
}

function section(
  parent: HTMLElement,
  title: string,
  count: number | null,
  icon: string | null,
  description: string | null,
): HTMLElement {
  const group = parent.createEl('section', { cls: 'living-wiki-group' });
  const head = group.createEl('h3', { cls: 'living-wiki-group-title' });
  if (icon !== null) head.createSpan({ text: icon, cls: 'living-wiki-emoji', attr: { 'aria-hidden': 'true' } });
  head.createSpan({ text: count === null ? title : t.group(title, count) });
  if (description !== null) head.title = description;
  return group.createEl('ul', { cls: 'living-wiki-list', attr: { role: 'list', 'aria-label': title } });
}

function drawPage(list: HTMLElement, page: LensPage, actions: LensActions): HTMLElement {
  const row = addButton(list.createEl('li'), { cls: 'living-wiki-plain living-wiki-page' }, () =>
    actions.open(page.path),
  );
  row.setAttr('data-living-wiki-focus', page.path);
  row.title = [page.path, page.summary].filter(Boolean).join('\n');
  row.createSpan({ cls: 'living-wiki-page-title', text: page.title });
  for (const mark of page.marks) row.createSpan({ cls: 'living-wiki-warned living-wiki-small', text: t[mark] });
  if (page.age !== null && page.marks.length === 0) {
    row.createSpan({ cls: 'living-wiki-muted', text: words.age(page.age), attr: { 'aria-hidden': 'true' } });
    addScreenReaderText(row, words.ageLong(page.age));
  }
  return row;
}
