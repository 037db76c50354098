import { type ToolPorts } from './reading-tools';
import { inputProblem, PATH, type ToolSpec } from './tool-spec';

/** The tools that write, in memory only. */
export function writingSpecs({ sandbox }: Pick<ToolPorts, 'sandbox'>): Readonly<Record<string, ToolSpec>> {
  const why = ['in one plain sentence, for the person who reviews it', 'reason'] as const;
  return {
    write: {
      description: 'Writes a whole file, new or not. To change a page, prefer edit.',
      params: { path: PATH, text: ['the whole text', 'content', 'contents', 'file_text'], 'why?': why },
      writes: true,
      call: async ({ path: file = '', text = '', why: reason = '' }) => {
        await sandbox.write(file, text, reason);
        return 'Written.';
      },
    },
    edit: {
      description: 'Replaces one passage of a file. The old text must occur exactly once.',
      params: {
        path: PATH,
        old: ['the text now', 'old_string', 'old_str'],
        new: ['the text instead', 'new_string', 'new_str'],
        'why?': why,
      },
      writes: true,
      call: async ({ path: file = '', old = '', new: next = '', why: reason = '' }) => {
        const text = await sandbox.readText(file);
        const count = old === '' ? 0 : text.split(old).length - 1;
        if (count !== 1)
          throw inputProblem(`The old text occurs ${count} times. Give it exactly, with enough around it.`);
        await sandbox.write(
          file,
          text.replace(old, () => next),
          reason,
        );
        return 'Changed.';
      },
    },
  };
}
