import { footnoteReferences, type PageEvidence, type Workbench } from '../../workbench';
import { type WikiController } from '../controller';

/** What a page rests on, with the places of its numbers. */
export interface KnownEvidence {
  /** Wiki-relative. */
  readonly page: string;
  /** The text that it is of. */
  readonly text: string;
  readonly evidence: PageEvidence;
  readonly references: ReturnType<typeof footnoteReferences>;
}

interface Entry {
  readonly text: string;
  readonly snapshot: Workbench['snapshot'];
  readonly known: Promise<KnownEvidence>;
}

/** Notes that are open at a time; the evidence of others is read again. */
const MAX_KEPT = 12;

/** The evidence of the notes that are shown, read once for each text of a note. */
export class EvidenceStore {
  readonly controller: WikiController;
  readonly #entries = new Map<string, Entry>();

  constructor(controller: WikiController) {
    this.controller = controller;
  }

  /** The wiki-relative path of a page of the open wiki; `null` for any other note. */
  pageOf(vaultPath: string | undefined): string | null {
    const { state } = this.controller;
    const page = vaultPath === undefined || state.kind !== 'ready' ? null : this.controller.toWikiPath(vaultPath);
    if (page === null || state.kind !== 'ready') return null;
    const found = state.workbench.snapshot.pages.get(page);
    return found === undefined || found.schema === null ? null : page;
  }

  /** @param given the text as it is shown; that of the file when absent @returns `null` for what is no page */
  async of(vaultPath: string, given?: string): Promise<KnownEvidence | null> {
    const page = this.pageOf(vaultPath);
    const { state } = this.controller;
    if (page === null || state.kind !== 'ready') return null;
    const { workbench } = state;
    const text = given ?? (await workbench.snapshot.text(page));
    if (text === null) return null;
    const { snapshot } = workbench;
    const entry = this.#entries.get(page);
    if (entry?.text === text && entry.snapshot === snapshot) return entry.known;
    const known = this.#read(workbench, page, text);
    this.#keep(page, { text, snapshot, known });
    return known;
  }

  clear(): void {
    this.#entries.clear();
  }

  async #read(workbench: Workbench, page: string, text: string): Promise<KnownEvidence> {
    const run = this.controller.backgroundRun();
    try {
      const evidence = await workbench.pageEvidence(page, text, run);
      await run.yieldToHost();
      return { page, text, evidence, references: footnoteReferences(text) };
    } catch (error) {
      this.#entries.delete(page);
      throw error;
    }
  }

  #keep(page: string, entry: Entry): void {
    this.#entries.delete(page);
    this.#entries.set(page, entry);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= MAX_KEPT) break;
      this.#entries.delete(oldest);
    }
  }
}
