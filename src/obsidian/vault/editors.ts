import { TextFileView, type Workspace } from 'obsidian';

/** Whether two texts are equal to an editor, which keeps neither a byte-order mark nor carriage returns. */
export function isSameText(a: string, b: string): boolean {
  return a === b || plain(a) === plain(b);
}

const plain = (text: string): string => text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');

/** The open views that show a file as text and may hold changes that are not saved yet. */
export function editorsOf(workspace: Workspace, path: string): TextFileView[] {
  const views: TextFileView[] = [];
  workspace.iterateAllLeaves(({ view }) => {
    if (view instanceof TextFileView && view.file?.path === path) views.push(view);
  });
  return views;
}

/**
 * Saves text that was typed into a file and not saved yet; the app saves only about two seconds after the last key.
 * @param text the content of the file
 * @returns whether anything was saved
 */
export async function saveEditors(workspace: Workspace, path: string, text: string): Promise<boolean> {
  const unsaved = editorsOf(workspace, path).filter((view) => !isSameText(view.getViewData(), text));
  // Two panes of one file share their text, so saving one saves both.
  const [first] = unsaved;
  await first?.save();
  return first !== undefined;
}
