import * as z from 'zod/mini';
import { receiveFile } from '../../node';
import { baseName, checkPortablePath, joinPath } from '../../vault';
import { WikiError } from '../../workbench';
import { route } from '../http/route';

/** Files that steer the wiki or a model. No caller brings such a file. */
const STEERING = new Set(['knowledge.md', 'agents.md', 'claude.md', 'skill.md']);

/** Sources that callers bring. */
export const sourceRoutes = [
  route({
    method: 'PUT',
    path: '/sources/{name}',
    role: 'propose',
    id: 'uploadSource',
    summary:
      'Adds a source; the body is the file. A source is never replaced: the same bytes again change nothing, others are refused.',
    body: 'bytes',
    status: 201,
    answer: z.object({ path: z.string(), bytes: z.int(), isNew: z.boolean() }),
    handle: async ({ wiki, params, run, lasting, raw: { request } }) => {
      const workbench = await wiki.current(run);
      const path = sourcePath(workbench.snapshot.layout.sources, params.name ?? '');
      const received = await receiveFile(wiki.folder, path, request, wiki.limits.upload);
      await wiki.change(async (open) => {
        await open.refresh([path], lasting);
        return { result: null, event: received.isNew ? { kind: 'sources', paths: [path] } : null };
      }, lasting);
      wiki.figures.uploaded(received.bytes);
      return { path, ...received };
    },
  }),
];

/** @throws WikiError `living-wiki:path_refused` for a name that leads elsewhere, is hidden, or steers the wiki */
export function sourcePath(folder: string, name: string): string {
  const path = checkPortablePath(joinPath(folder, name));
  const names = name.split('/');
  if (
    !path.startsWith(`${folder}/`) ||
    names.some((each) => each.startsWith('.') || each === '') ||
    STEERING.has(baseName(path).toLowerCase())
  ) {
    throw new WikiError('living-wiki:path_refused', 'This name cannot be used for a source.', {
      remedy: 'Use a plain file name, such as report.pdf.',
    });
  }
  return path;
}
