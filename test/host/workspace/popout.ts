import { NoDocument, hasDocument } from '../strict';
import { patchWindow } from '../ui/dom';
import { WorkspaceWindow } from './items';

/**
 * A pop-out window: a frame of its own, so that its window, its document and their classes are not those of the main
 * window (https://docs.obsidian.md/plugins/guides/pop-out-windows). Its look follows the main window's.
 */
export function openPopout(
  size: { width: number; height: number } | undefined,
  closed: (window: WorkspaceWindow) => void,
): WorkspaceWindow {
  if (!hasDocument()) throw new NoDocument('A pop-out window');
  const panel = document.body.createDiv('host-popout');
  const close = panel.createEl('button', { cls: 'host-popout-close', text: 'Close window' });
  const frame = panel.createEl('iframe', { attr: { title: 'Pop-out window' } });
  if (size !== undefined) panel.setCssStyles({ width: `${String(size.width)}px`, height: `${String(size.height)}px` });
  const win = frame.contentWindow;
  const doc = frame.contentDocument;
  if (win === null || doc === null) throw new Error('The frame of the pop-out window has no document.');
  patchWindow(win);
  for (const sheet of document.querySelectorAll('link[rel=stylesheet], style'))
    doc.head.append(doc.importNode(sheet, true));
  doc.documentElement.lang = document.documentElement.lang;
  doc.body.className = `${document.body.className} is-popout-window`;
  const window = new WorkspaceWindow(win, doc, () => {
    panel.remove();
    closed(window);
  });
  close.addEventListener('click', () => {
    for (const leaf of window.hostLeaves()) leaf.detach();
  });
  return window;
}
