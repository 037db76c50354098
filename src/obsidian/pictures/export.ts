import { Notice, Platform } from 'obsidian';
import { type WikiController } from '../controller';
import { pictures as words } from '../locale';
import { addButton } from '../ui';

/** A table of text: its first row names the columns. */
export type Table = readonly (readonly string[])[];

/** What a picture is to others: an image, and a table. */
interface Exported {
  readonly controller: WikiController;
  /** Of the file, without its ending. */
  readonly name: string;
  readonly table: () => Table;
  /** Drawn for the image; `done` is called afterwards. */
  readonly picture: () => { readonly svg: SVGSVGElement; readonly done?: () => void } | null;
}

export function drawExports(parent: HTMLElement, { controller, name, table, picture }: Exported): void {
  addButton(parent, { icon: 'copy', label: words.copy, cls: 'clickable-icon', key: 'copy' }, () =>
    controller.attempt(async () => {
      await parent.win.navigator.clipboard.writeText(toMarkdown(table()));
      new Notice(words.copied);
    }),
  );
  addButton(parent, { icon: 'download', label: words.save, cls: 'clickable-icon', key: 'save' }, () =>
    controller.attempt(async () => {
      const drawn = picture();
      if (drawn === null) return;
      try {
        const image = await toPng(drawn.svg);
        if (image === null) new Notice(words.saveFailed);
        else await hand(parent.win, image, `${name}.png`);
      } finally {
        drawn.done?.();
      }
    }),
  );
}

/** Cells cannot end a column or a row. */
export function toMarkdown([head = [], ...rows]: Table): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replace(/[\\|]/g, '\\$&').replace(/\s+/g, ' ').trim()).join(' | ')} |\n`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('');
}

const STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
] as const;

/** Pixels of the image for each of the picture. */
const SCALE = 2;

/** The picture as it is shown, with the colours of the theme; `null` where the device cannot draw it. */
async function toPng(svg: SVGSVGElement): Promise<Blob | null> {
  const { win, doc } = svg;
  const { width, height } = svg.viewBox.baseVal;
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [shown, copied] = [svg, copy].map((root) => [...root.querySelectorAll<SVGElement>('*')]);
  for (const [at, element] of (shown ?? []).entries()) {
    const style = win.getComputedStyle(element);
    const text = STYLES.map((name) => `${name}:${style.getPropertyValue(name)}`).join(';');
    copied?.[at]?.setAttribute('style', text);
  }
  const image = createEl('img');
  const loaded = new Promise<boolean>((resolve) => {
    image.onload = () => resolve(true);
    image.onerror = () => resolve(false);
  });
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  const canvas = createEl('canvas');
  canvas.width = Math.round(width * SCALE);
  canvas.height = Math.round(height * SCALE);
  const context = canvas.getContext('2d');
  if (!(await loaded) || context === null) return null;
  context.fillStyle = win.getComputedStyle(doc.body).getPropertyValue('--background-primary');
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

/** Phones share a file; a desktop saves it where the person says. */
async function hand(win: Window, image: Blob, name: string): Promise<void> {
  const { navigator } = win;
  const files = [new File([image], name, { type: image.type })];
  if (Platform.isMobile && 'canShare' in navigator && navigator.canShare({ files })) {
    // Closing the sheet is no failure.
    await navigator.share({ files }).catch(() => undefined);
    return;
  }
  const url = URL.createObjectURL(image);
  const link = createEl('a');
  link.href = url;
  link.download = name;
  link.click();
  win.setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
