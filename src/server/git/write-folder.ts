import { type Run } from '../../base';
import { type LocalFiles } from './local-files';
import { type NewContent } from './merge-folder';
import { type Repository } from './repository';

/** Bytes of files that are read from the repository together. */
const BATCH = 20_000_000;

/**
 * Writes what a merge made into the folder. What goes, goes first, so that a file can stand where a folder was.
 * @throws WikiError `living-wiki:git_damaged` if a content is missing
 */
export async function writeFolder(
  files: LocalFiles,
  repository: Repository,
  writes: ReadonlyMap<string, NewContent>,
  run: Run,
): Promise<void> {
  let waiting: (readonly [path: string, blob: string])[] = [];
  let size = 0;
  const flush = async (): Promise<void> => {
    const contents = await repository.blobs(
      waiting.map(([, blob]) => blob),
      run,
    );
    for (const [path, blob] of waiting) {
      const content = contents.get(blob);
      if (content !== undefined) await files.write(path, content);
    }
    [waiting, size] = [[], 0];
  };
  for (const [path, content] of writes) if (content === null) await files.remove(path);
  for (const [path, content] of writes) {
    if (content === null) continue;
    if ('blob' in content) {
      waiting.push([path, content.blob]);
      size += content.size;
      if (size > BATCH) await flush();
    } else await files.write(path, content);
  }
  await flush();
}
