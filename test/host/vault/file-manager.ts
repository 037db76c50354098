import { parse, stringify } from 'yaml';
import { getFrontMatterInfo, type Metadata } from '../metadata/parse';
import { type MetadataCache } from '../metadata/cache';
import { getLinkpath } from '../metadata/links';
import { strict } from '../strict';
import { type WriteOptions } from './adapter';
import { TFile, TFolder, type TAbstractFile } from './files';
import { Vault } from './vault';

/** d.ts `FileManager`. */
export class FileManager {
  /** What a person answers when asked whether to delete. */
  hostConfirmsDeletion = true;

  readonly #hostVault: Vault;
  readonly #hostCache: MetadataCache;

  constructor(hostVault: Vault, hostCache: MetadataCache) {
    this.#hostVault = hostVault;
    this.#hostCache = hostCache;
  }

  /** Guess: the app's default, the vault's root. */
  getNewFileParent(_sourcePath: string, _newFilePath?: string): TFolder {
    return this.#hostVault.getRoot();
  }

  /**
   * d.ts: "Rename or move a file safely, and update all links to it depending on the user's preferences"; the default is to
   * update them. Guess: the links are rewritten after the rename, one file after another, each as `Vault.process` does.
   */
  async renameFile(file: TAbstractFile, newPath: string): Promise<void> {
    await this.#hostCache.hostIdle();
    const moved: TFile[] = [];
    if (file instanceof TFile) moved.push(file);
    else if (file instanceof TFolder) {
      Vault.recurseChildren(file, (each) => {
        if (each instanceof TFile) moved.push(each);
      });
    }
    const links = this.#hostLinksTo(moved);
    await this.#hostVault.rename(file, newPath);
    for (const [source, edits] of links) {
      await this.#hostVault.process(source, (text) => {
        let result = text;
        for (const { from, original, target } of [...edits].sort((a, b) => b.from - a.from)) {
          if (result.slice(from, from + original.length) !== original) continue;
          const next = this.#hostRelink(original, target, source.path);
          result = result.slice(0, from) + next + result.slice(from + original.length);
        }
        return result;
      });
    }
  }

  async promptForDeletion(file: TAbstractFile): Promise<boolean> {
    if (this.hostConfirmsDeletion) await this.trashFile(file);
    return this.hostConfirmsDeletion;
  }

  /** The app's default is the trash bin of the system. */
  trashFile(file: TAbstractFile): Promise<void> {
    return this.#hostVault.trash(file, true);
  }

  generateMarkdownLink(file: TFile, sourcePath: string, subpath = '', alias = ''): string {
    const text = this.#hostCache.fileToLinktext(file, sourcePath);
    const mark = file.extension === 'md' ? '' : '!';
    return `${mark}[[${text}${subpath}${alias === '' ? '' : `|${alias}`}]]`;
  }

  /** d.ts: throws what the YAML parser and the callback throw. Guess: the whole frontmatter is rewritten. */
  async processFrontMatter(
    file: TFile,
    fn: (frontmatter: Record<string, unknown>) => void,
    options?: WriteOptions,
  ): Promise<void> {
    await this.#hostVault.process(
      file,
      (text) => {
        const { exists, frontmatter, contentStart } = getFrontMatterInfo(text);
        const data = (exists ? (parse(frontmatter) as Record<string, unknown> | null) : null) ?? {};
        fn(data);
        const rest = text.slice(contentStart);
        return Object.keys(data).length === 0 ? rest : `---\n${stringify(data)}---\n${rest}`;
      },
      options,
    );
  }

  /** Guess: the app's default, the vault's root; a number is added to a name that is taken. */
  async getAvailablePathForAttachment(filename: string, _sourcePath?: string): Promise<string> {
    const dot = filename.lastIndexOf('.');
    const [stem, ending] = dot > 0 ? [filename.slice(0, dot), filename.slice(dot)] : [filename, ''];
    for (let at = 0; ; at += 1) {
      const path = at === 0 ? filename : `${stem} ${String(at)}${ending}`;
      if (!(await this.#hostVault.adapter.exists(path))) return path;
    }
  }

  #hostLinksTo(moved: readonly TFile[]): Map<TFile, { from: number; original: string; target: TFile }[]> {
    const targets = new Set(moved);
    const links = new Map<TFile, { from: number; original: string; target: TFile }[]>();
    for (const source of this.#hostVault.getMarkdownFiles()) {
      const cache: Partial<Metadata> = this.#hostCache.getFileCache(source) ?? {};
      for (const { link, original, position } of [...(cache.links ?? []), ...(cache.embeds ?? [])]) {
        const target = this.#hostCache.getFirstLinkpathDest(getLinkpath(link), source.path);
        if (target === null || !targets.has(target)) continue;
        links.set(source, [...(links.get(source) ?? []), { from: position.start.offset, original, target }]);
      }
    }
    return links;
  }

  #hostRelink(original: string, target: TFile, sourcePath: string): string {
    const text = this.#hostCache.fileToLinktext(target, sourcePath);
    if (original.includes('[[')) return original.replace(/(\[\[)[^[\]|#]+/, (_, open: string) => open + text);
    return original.replace(/\]\([^()#\s]+/, () => `](${encodeURI(target.path)}`);
  }
}
strict(FileManager);
