import { type Match } from '../../workbench';
import { markedParts } from './view-model/search';

/** Text with its matches highlighted as Obsidian highlights them. */
export function drawMatched(parent: HTMLElement, text: string, matches: readonly Match[]): void {
  for (const part of markedParts(text, matches)) {
    if (part.marked) parent.createSpan({ cls: 'suggestion-highlight living-wiki-match', text: part.text });
    else parent.appendText(part.text);
  }
}
