import { setTooltip } from 'obsidian';
import { type PackCitation, type SourceCitation } from '../../workbench';
import { chat as t } from '../locale';
import { type ChatContext } from './context';
import { bindLink, fragmentOf } from './elements';
import {
  citationName,
  isAside,
  isPackCitation,
  isSourceCitation,
  sourceMark,
  type NumberedCitation,
} from './view-model/citations';
import { packMark } from './view-model/markdown';

/** Makes each citation of a rendered answer a number that opens what is cited, and shows its quote on hover. */
export function drawCitationChips(
  box: HTMLElement,
  drawing: ChatContext,
  citations: readonly NumberedCitation[],
): void {
  for (const el of box.findAll('a.internal-link')) {
    const found = citations.find(
      ({ cited }) => !isSourceCitation(cited) && !isPackCitation(cited) && cited.link === el.getAttribute('data-href'),
    );
    // Obsidian would create an empty file for a page that is gone.
    if (
      found === undefined ||
      isSourceCitation(found.cited) ||
      isPackCitation(found.cited) ||
      found.cited.state === 'gone'
    ) {
      el.replaceWith(...el.childNodes);
      continue;
    }
    const { cited } = found;
    const [before, after] = [el.previousSibling?.textContent ?? '', el.nextSibling?.textContent ?? ''];
    const isNamed = plainName(el.textContent) !== plainName(cited.link);
    const chip = citationChip(drawing, found);
    if (!isNamed && isAside(before, after)) el.replaceWith(chip);
    else {
      bindLink(el, drawing, cited.path, fragmentOf(cited));
      el.after(chip);
    }
  }
  const ofPacks = citations.filter(({ cited }) => isPackCitation(cited));
  for (const found of ofPacks) {
    if (isPackCitation(found.cited)) replaceText(box, packMark(found.cited.link), () => citationChip(drawing, found));
  }
  for (const found of citations) {
    if (isSourceCitation(found.cited)) replaceText(box, sourceMark(found.cited), () => citationChip(drawing, found));
  }
}

/** The name of a link with and without the sign between page and section. */
const plainName = (text: string): string => text.replace(/\s*[#>]\s*/g, ' ').trim();

/** The number of a citation, which leads to what it cites. */
export function citationChip(drawing: ChatContext, { number, cited }: NumberedCitation): HTMLElement {
  const el = createEl('a', { cls: 'living-wiki-cite', text: String(number), href: '#' });
  const quote = cited.quote ?? '';
  setTooltip(el, t.citation(number, citationName(cited), quote), { placement: 'top' });
  if (isSourceCitation(cited)) bindSource(el, drawing, cited);
  else if (isPackCitation(cited)) {
    el.addClass('is-pack');
    bindPack(el, drawing, cited);
  } else bindLink(el, drawing, cited.path, fragmentOf(cited));
  return el;
}

/** Makes an element open a source at the place that a citation names. */
export function bindSource(
  el: HTMLElement,
  { controller }: ChatContext,
  { path, anchor, quote }: Pick<SourceCitation, 'path' | 'anchor' | 'quote'>,
): void {
  el.addEventListener('click', (event) => {
    event.preventDefault();
    event.stopPropagation();
    controller.attempt(() => controller.navigator.openSource(path, anchor, quote === '' ? undefined : quote));
  });
}

/** Makes an element open a knowledge pack at the section that a citation names. */
export function bindPack(el: HTMLElement, { controller }: ChatContext, cited: PackCitation): void {
  el.addEventListener('click', (event) => {
    event.preventDefault();
    event.stopPropagation();
    controller.attempt(async () => {
      const { PlaceModal } = await import('../packs');
      controller.openModal(new PlaceModal(controller, cited));
    });
  });
}

function replaceText(box: HTMLElement, mark: string, create: () => HTMLElement): void {
  const walker = box.doc.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if ((node as Text).data.includes(mark)) found.push(node as Text);
  }
  for (const node of found) {
    const [first = '', ...rest] = node.data.split(mark);
    node.replaceWith(first, ...rest.flatMap((text) => [create(), text]));
  }
}
