import { isWikiError } from '../../base';
import { CATEGORY_PATHS, DEFAULT_PROMPT, DIGEST_FILE, LEDGER_FILE, PROMPT_FILE } from '../../harvest';
import { hashText, type FileChange, type Vault } from '../../vault';

/** The files of a memory folder, read and planned. Only a transaction writes them. */
export class MemoryFiles {
  readonly #vault: Vault;

  /** @param vault scoped to the memory folder */
  constructor(vault: Vault) {
    this.#vault = vault;
  }

  /** @returns `null` if there is no such file */
  async read(path: string): Promise<string | null> {
    try {
      return await this.#vault.readText(path);
    } catch (error) {
      if (isWikiError(error) && error.code === 'living-wiki:file_missing') return null;
      throw error;
    }
  }

  /** Texts of the category files, the notes about files, and the digest, by path. */
  async texts(): Promise<ReadonlyMap<string, string>> {
    const texts = new Map<string, string>();
    const notes = (await this.#vault.list('files')).filter(({ kind, path }) => kind === 'file' && path.endsWith('.md'));
    for (const path of [...CATEGORY_PATHS, DIGEST_FILE, ...notes.map((entry) => entry.path)]) {
      const text = await this.read(path);
      if (text !== null) texts.set(path, text);
    }
    return texts;
  }

  /** What a transaction writes so that the files have these texts; `null` for a file that goes. */
  async changes(texts: ReadonlyMap<string, string | null>): Promise<readonly FileChange[]> {
    const changes: FileChange[] = [];
    for (const [path, text] of texts) {
      const current = await this.read(path);
      if (current === text) continue;
      if (text !== null) changes.push(fileChange(path, current, text));
      else if (current !== null) changes.push({ op: 'delete', path, expected: hashText(current) });
    }
    return changes;
  }

  /** The prompt is written once. */
  async promptChange(): Promise<readonly FileChange[]> {
    const text = await this.read(PROMPT_FILE);
    return text === null ? [{ op: 'create', path: PROMPT_FILE, text: DEFAULT_PROMPT }] : [];
  }
}

export const isNotes = (path: string): boolean => path.startsWith('files/');

export const isMemoryFile = (path: string): boolean =>
  [...CATEGORY_PATHS, DIGEST_FILE, LEDGER_FILE, PROMPT_FILE].includes(path) ||
  /^files\/[0-9a-z-]{1,80}\.md$/.test(path);

function fileChange(path: string, current: string | null, text: string): FileChange {
  return current === null ? { op: 'create', path, text } : { op: 'update', path, expected: hashText(current), text };
}
