import { silentRun } from '../../../src/base';
import { checkChangeSet, checkQuotes, renderEdit, renderedPath, type ChangeSet } from '../../../src/change';
import {
  extract,
  EXTRACTIVE_CURATOR,
  fullText,
  recall,
  type ExtractedText,
  type RecalledPage,
} from '../../../src/ingest';
import { createPageIndex, type PageIndex } from '../../../src/search';
import { MemoryVault } from '../../../src/vault';
import { readSnapshot, type Snapshot, type Source } from '../../../src/wiki';
import { resolveLens, type Lens } from '../../../src/workspace';

export type Files = Readonly<Record<string, string | Uint8Array>>;

export const NOW = Date.parse('2026-05-01T08:00:00Z');

export function manifest(more = ''): string {
  return `---\nschema: knowledge.workspace/v1\nname: test-wiki\ntitle: Test wiki\ndescription: For a test.\nversion: 1.0.0\n${more}---\n`;
}

/** A page in the text's form. */
export function page(slug: string, title: string, body: string, more = '', kind = 'entity'): string {
  return `---\nschema: knowledge/v1\nslug: ${slug}\nkind: ${kind}\ntitle: ${title}\n${more}updated_at: "2026-01-01T00:00:00Z"\n---\n\n# ${title}\n\n${body}\n`;
}

/** A wiki in memory that takes sources in as the workbench does, one after the other. */
export class CuratedWiki {
  #current: Snapshot;

  private constructor(
    readonly vault: MemoryVault,
    readonly lens: Lens,
    readonly index: PageIndex,
    current: Snapshot,
  ) {
    this.#current = current;
  }

  static async of(files: Files, more = ''): Promise<CuratedWiki> {
    const vault = new MemoryVault({ 'KNOWLEDGE.md': manifest(more), ...files });
    const lens = await resolveLens(vault, 'KNOWLEDGE.md');
    const snapshot = await readSnapshot({ vault, lens, run: silentRun });
    return new CuratedWiki(vault, lens, await createPageIndex(snapshot, silentRun), snapshot);
  }

  get snapshot(): Snapshot {
    return this.#current;
  }

  async extract(path: string): Promise<ExtractedText> {
    const bytes = await this.vault.readBytes(path);
    return extract({ path, bytes, hash: await this.#current.sourceHash(path), run: silentRun });
  }

  async curate(path: string, now = NOW): Promise<ChangeSet> {
    const source = this.#current.source(path);
    if (source === undefined) throw new Error(`no source ${path}`);
    const { lens, index } = this;
    const snapshot = this.#current;
    const text = await this.extract(path);
    const readSource = (other: Source): Promise<ExtractedText> => this.extract(other.path);
    return EXTRACTIVE_CURATOR.curate({ snapshot, lens, index, source, text, now, readSource, run: silentRun });
  }

  /** Curates a source and applies all of it. */
  async ingest(path: string, now = NOW): Promise<ChangeSet> {
    const changeSet = await this.curate(path, now);
    checkChangeSet(changeSet);
    for (const edit of changeSet.files) {
      const [to, text] = [renderedPath(edit), renderEdit(edit)];
      if (to !== null && text !== null) await this.vault.write(to, text);
    }
    this.#current = await this.#current.refreshed(
      changeSet.files.map((edit) => edit.path),
      silentRun,
    );
    await this.index.update(this.#current, silentRun);
    return changeSet;
  }

  async recall(path: string, budget = 60_000, inAnyOrder = false): Promise<readonly RecalledPage[]> {
    const { lens, index } = this;
    const snapshot = this.#current;
    return recall({ text: await this.extract(path), snapshot, index, lens, budget, inAnyOrder });
  }

  /** The evidence whose quotation the source does not hold. */
  async missingQuotes(changeSet: ChangeSet, path: string): Promise<readonly string[]> {
    const text = fullText(await this.extract(path));
    const checked = checkQuotes(changeSet, (source) => (source === path ? text : null));
    return checked.files
      .flatMap((edit) => edit.hunks.flatMap((hunk) => hunk.evidence))
      .filter((evidence) => evidence.verdict === 'not-found')
      .map((evidence) => evidence.quote);
  }

  async pages(): Promise<Readonly<Record<string, string>>> {
    const texts: Record<string, string> = {};
    for (const path of [...this.#current.pages.keys()].sort()) texts[path] = await this.vault.readText(path);
    return texts;
  }
}

/** Prose as an extracted source, a passage a paragraph. */
export function prose(body: string, more: Partial<ExtractedText> = {}): ExtractedText {
  const passages = body
    .trim()
    .split(/\n\s*\n/)
    .map((text, index) => ({
      kind: 'paragraph' as const,
      text: text.trim().replace(/\s*\n\s*/g, ' '),
      anchor: { line: index * 2 + 1 },
    }));
  return {
    path: 'sources/x.txt',
    hash: '0',
    format: 'text',
    title: null,
    date: null,
    language: null,
    passages,
    linkTexts: [],
    notes: [],
    ...more,
  };
}
