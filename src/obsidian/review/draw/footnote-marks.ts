import { type ReviewFile } from '../../../workbench';
import { review as words } from '../../locale';
import { addButton } from '../../ui';
import { type ReviewContext } from './context';
import { SHOW_TEXT } from './small';

const REFERENCE = /\[\^([^\s[\]]+)\]/;

/**
 * Replaces the marks of footnotes in a rendered part of a page by their numbers. The app numbers footnotes by their definitions,
 * which the part does not contain. A number leads to the place in the source.
 */
export function drawFootnotes(box: HTMLElement, context: ReviewContext, file: ReviewFile): void {
  if (!REFERENCE.test(box.textContent)) return;
  const footnotes = context.footnotes(file);
  const walker = box.doc.createTreeWalker(box, SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    if (!node.parentElement?.closest('code, pre')) texts.push(node);
  }
  for (const text of texts) {
    let node = text;
    for (let match = REFERENCE.exec(node.data); match !== null; match = REFERENCE.exec(node.data)) {
      const mark = node.splitText(match.index);
      node = mark.splitText(match[0].length);
      const sup = createEl('sup', { cls: 'living-wiki-footnote-mark' });
      mark.replaceWith(sup);
      const { number, note } = footnotes.get(match[1] ?? '') ?? { number: match[1] ?? '', note: null };
      if (note === null) sup.setText(String(number));
      else {
        const label = words.footnote(number, note.sourceId, note.quote);
        const options = { text: String(number), label, cls: 'living-wiki-button living-wiki-link' };
        addButton(sup, options, () => context.openNote(note)).title = label;
      }
    }
  }
}
