import { type RunReport } from '../../workbench';
import { maintain as words } from '../locale';
import { addButton } from '../ui';

/** What one run read, changed or would have changed, was refused, and cost. */
export function drawReport(el: HTMLElement, report: RunReport, review: (proposal: string) => void): void {
  const { changes, checks, passed, dropped, refused, notes, said, read, usage, proposals } = report;
  drawGroup(
    el,
    words.changes,
    changes.map(({ path, added, removed, why }) => `${path} ${words.lines(added, removed)} ${why}`),
  );
  drawGroup(el, words.dropped, dropped);
  const verdict = passed === true ? words.passed : words.notPassed;
  drawGroup(
    el,
    passed === null ? words.checks : `${words.checks}: ${verdict}`,
    checks.map(({ name, ok, note }) => `${ok ? '✓' : '✗'} ${name}${note === '' ? '' : `: ${note}`}`),
  );
  drawGroup(
    el,
    words.refused,
    refused.map(({ tool, input, message }) => `${tool} ${input}: ${message}`),
  );
  drawGroup(el, words.notes, notes);
  drawGroup(el, words.said, said === '' ? [] : [said]);
  const costs = usage.map(({ model, input, output, money }) => words.usage(model, input, output, money));
  el.createEl('p', { cls: 'living-wiki-muted', text: [words.read(read.length), ...costs].join(' · ') });
  const row = el.createDiv({ cls: 'living-wiki-form-row' });
  for (const proposal of proposals) {
    addButton(row, { text: words.review, label: `${words.review} ${proposal}`, cls: 'living-wiki-button' }, () =>
      review(proposal),
    );
  }
}

function drawGroup(el: HTMLElement, title: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  el.createEl('h4', { text: title });
  const list = el.createEl('ul');
  for (const line of lines) list.createEl('li', { text: line, attr: { dir: 'auto' } });
}
