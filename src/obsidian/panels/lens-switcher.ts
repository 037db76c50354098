import { Notice, type FuzzyMatch } from 'obsidian';
import { type LensSummary, type Run, type Workbench } from '../../workbench';
import { type WikiController } from '../controller';
import { coreText, panels as words } from '../locale';
import { isChosenLens, lensOrder } from './view-model/lens';
import { LoadingModal } from './loading-modal';
import { iconSpan } from '../ui';
import { drawMatched } from './matched-text';

const t = words.lens;

/** Chooses a lens. Refused lenses are listed with the reason and cannot be chosen. */
export class LensSwitcher extends LoadingModal<LensSummary> {
  constructor(controller: WikiController) {
    super(controller, { placeholder: t.choose, choose: t.switchTo, none: t.none });
  }

  protected override async load(workbench: Workbench, run: Run): Promise<readonly LensSummary[]> {
    return lensOrder(await workbench.lenses(run));
  }

  override getItemText({ title, path }: LensSummary): string {
    return `${title} ${path}`;
  }

  override renderSuggestion({ item, match }: FuzzyMatch<LensSummary>, el: HTMLElement): void {
    const { title, description, path, refused, problem, warnings } = item;
    el.addClass('mod-complex', 'living-wiki-lens-choice');
    el.toggleClass('is-refused', refused !== null);
    if (refused !== null) el.setAttr('aria-disabled', 'true');
    const content = el.createDiv({ cls: 'suggestion-content' });
    const matches = match.matches.map(([start, end]) => ({ start, end }));
    drawMatched(content.createDiv({ cls: 'suggestion-title living-wiki-lens-title' }), title, matches);
    if (refused !== null) content.createDiv({ cls: 'living-wiki-problem', text: t.refused(coreText(refused.message)) });
    else if (problem !== null) content.createDiv({ cls: 'living-wiki-warned', text: coreText(problem.message) });
    else if (description !== '') content.createDiv({ cls: 'suggestion-note', text: description });
    const note = content.createDiv({ cls: 'suggestion-note living-wiki-path' });
    const before = title.length + 1;
    drawMatched(
      note,
      path,
      matches.map(({ start, end }) => ({ start: start - before, end: end - before })),
    );
    if (warnings > 0) note.createSpan({ cls: 'living-wiki-warned', text: ` · ${t.warnings(warnings)}` });
    const aux = el.createDiv({ cls: 'suggestion-aux' });
    if (isChosenLens(item, this.controller.lens)) {
      aux.createSpan({ cls: 'living-wiki-muted', text: t.current });
      iconSpan(aux, 'check');
    } else if (item.isRoot) aux.createSpan({ cls: 'living-wiki-muted', text: t.ownLens });
  }

  override selectSuggestion(value: FuzzyMatch<LensSummary>, event: MouseEvent | KeyboardEvent): void {
    const { refused } = value.item;
    if (refused === null) super.selectSuggestion(value, event);
    else new Notice(t.refused(coreText(refused.message)));
  }

  override onChooseItem({ ref, isRoot }: LensSummary): void {
    this.controller.chooseLens(isRoot ? undefined : ref);
  }
}
