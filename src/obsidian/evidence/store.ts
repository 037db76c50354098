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
  /** Labels of the footnotes that the quote check rejects; of the text before until its own are looked up. */
  readonly unfounded: ReadonlySet<string>;
}

/** Notes that are open at a time; the evidence of others is read again. */
const MAX_KEPT = 12;

/** The evidence of the notes that are shown, read once for each text of a note. */
export class EvidenceStore {
  readonly controller: WikiController;
  readonly #entries = new Map<string, Entry>();
  readonly #checked: () => void;
  #checking = Promise.resolve();

  /** @param checked called when the quote check found something else than what was shown: {@link of} has it */
  constructor(controller: WikiController, checked: () => void) {
    this.controller = controller;
    this.#checked = checked;
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
    const unfounded = entry?.unfounded ?? new Set();
    const known = this.#read(workbench, page, text, unfounded);
    const read = { text, snapshot, known, unfounded };
    this.#keep(page, read);
    // One page after the other, each in its newest text: a page may cite many sources, and typing goes on meanwhile.
    this.#checking = this.#checking.then(() => this.#check(workbench, page, read));
    return known;
  }

  clear(): void {
    this.#entries.clear();
  }

  /** The sources are read after the page is shown. */
  async #check(workbench: Workbench, page: string, read: Entry): Promise<void> {
    const isCurrent = (): boolean => this.#entries.get(page) === read;
    try {
      await read.known;
      if (!isCurrent()) return;
      const unfounded = await workbench.unfoundedNotes(page, read.text, this.controller.backgroundRun());
      const isSame =
        unfounded.size === read.unfounded.size && [...unfounded].every((label) => read.unfounded.has(label));
      if (isSame || !isCurrent()) return;
      this.#keep(page, { ...read, unfounded, known: this.#read(workbench, page, read.text, unfounded) });
      this.#checked();
    } catch (error) {
      // What failed before the check was shown already; a note that was closed needs none.
      if (isCurrent()) this.controller.showError(error);
    }
  }

  async #read(
    workbench: Workbench,
    page: string,
    text: string,
    unfounded: ReadonlySet<string>,
  ): Promise<KnownEvidence> {
    const run = this.controller.backgroundRun();
    try {
      const evidence = await workbench.pageEvidence(page, text, run, unfounded);
      await run.yieldToHost();
      const references = footnoteReferences(text);
      await run.yieldToHost();
      return { page, text, evidence, references };
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
