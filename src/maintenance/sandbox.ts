import { clip, isWikiError, WikiError, type Clock } from '../base';
import { refusalOf } from '../change';
import { OverlayVault, resolveRelative, type FileChange, type Vault } from '../vault';
import { isWikiRoot, type Layout } from '../wiki';

/** Where a skill keeps notes between runs. */
const STATE_ROOT = '.state';
/** The skill's own files. */
const SKILL_ROOT = '.skill';

/** What one run may write, and how much of a file it may read. */
const LIMITS = {
  files: 60,
  /** UTF-16 units, of the wiki's files. */
  written: 600_000,
  stateFiles: 20,
  /** UTF-16 units, of the notes. */
  state: 100_000,
} as const;

interface SandboxPorts {
  /** Scoped to the wiki's root. */
  readonly wiki: Vault;
  /** Scoped to the folder of the skill's notes. */
  readonly state: Vault;
  /** Scoped to the skill's folder; `null` for a built-in skill. */
  readonly skill: Vault | null;
  readonly layout: Layout;
  readonly clock: Clock;
  /** The text of a source that is not text itself, such as a PDF. */
  readonly sourceText: (path: string) => Promise<string>;
}

/** A place that a tool may use. */
interface SandboxPath {
  readonly vault: Vault;
  /** In that vault. */
  readonly path: string;
  readonly root: 'wiki' | 'state' | 'skill';
}

/** The files of one run: the wiki and the skill's notes under an overlay each. Nothing outside of it can be named. */
export class Sandbox {
  readonly wiki: OverlayVault;
  readonly #state: OverlayVault;
  readonly #ports: SandboxPorts;
  readonly #sizes = new Map<string, number>();
  /** The text of each page as the run first saw it, so that a person's later edit of it is merged and not undone. */
  readonly #bases = new Map<string, string>();
  /** Paths of the wiki that were read or written. */
  readonly read = new Set<string>();
  /** Why each file of the wiki was written, as the model says. */
  readonly reasons = new Map<string, string>();

  constructor(ports: SandboxPorts) {
    this.#ports = ports;
    this.wiki = new OverlayVault(ports.wiki, ports.clock);
    this.#state = new OverlayVault(ports.state, ports.clock);
  }

  /** What the run would change in the wiki. */
  difference(): Promise<readonly FileChange[]> {
    return this.wiki.difference();
  }

  /** The text of a file before the run; `null` for a new one. */
  baseOf(path: string): string | null {
    return this.#bases.get(path) ?? null;
  }

  /** What the run noted for the next one. */
  notes(): Promise<readonly FileChange[]> {
    return this.#state.difference();
  }

  /**
   * The only way from what a model wrote to a file.
   * @throws WikiError `living-wiki:sandbox_refused`
   */
  async place(written: string): Promise<SandboxPath> {
    const asked = written.trim();
    const path = resolveRelative('here', asked === '' || asked === '/' ? '.' : asked);
    if (path === null) throw refused(written, 'Outside this wiki. Give a path relative to its root.');
    const [first = '', ...rest] = path.split('/');
    const inner = rest.join('/');
    if (first === STATE_ROOT) return { vault: this.#state, path: inner, root: 'state' };
    if (first === SKILL_ROOT) {
      if (this.#ports.skill === null) throw refused(written, 'This skill has no files of its own.');
      return { vault: this.#ports.skill, path: inner, root: 'skill' };
    }
    if (path.split('/').some((name) => name.startsWith('.'))) throw refused(written, 'Hidden folders are closed.');
    const other = await this.#otherWiki(path);
    if (other !== null) throw refused(written, `"${other}" is a wiki of its own.`);
    return { vault: this.wiki, path, root: 'wiki' };
  }

  /** @throws WikiError `living-wiki:sandbox_refused`, and what the vault throws */
  async readText(written: string): Promise<string> {
    const { vault, path, root } = await this.place(written);
    if (root === 'wiki') this.read.add(path);
    try {
      const text = await vault.readText(path);
      if (root === 'wiki' && !this.#sizes.has(`wiki ${path}`) && !this.#bases.has(path)) this.#bases.set(path, text);
      return text;
    } catch (error) {
      const isSource = root === 'wiki' && path.startsWith(`${this.#ports.layout.sources}/`);
      if (!isSource || !isWikiError(error) || error.code !== 'living-wiki:not_utf8') throw error;
      return this.#ports.sourceText(path);
    }
  }

  /**
   * Keeps a text in memory.
   * @param why for the person who reviews it; may be empty
   * @throws WikiError `living-wiki:sandbox_refused` for what no proposal may write, and at a limit
   */
  async write(written: string, text: string, why = ''): Promise<void> {
    const { vault, path, root } = await this.place(written);
    if (root === 'skill') throw refused(written, "The skill's own files are read-only.");
    if (root === 'wiki') {
      const isNew = (await vault.stat(path)) === null;
      const refusal = refusalOf(path, isNew, 'maintenance', this.#ports.layout);
      if (refusal !== null) throw refused(written, refusal[1]);
      if (!isNew && !this.#sizes.has(`wiki ${path}`) && !this.#bases.has(path)) await this.readText(path);
    }
    this.#count(root, path, text.length);
    await vault.write(path, text);
    if (root === 'wiki' && why.trim() !== '') this.reasons.set(path, clip(why, 300));
  }

  #count(root: 'wiki' | 'state', path: string, length: number): void {
    const key = `${root} ${path}`;
    const sizes = new Map([...this.#sizes].filter(([each]) => each.startsWith(`${root} `))).set(key, length);
    const total = [...sizes.values()].reduce((sum, each) => sum + each, 0);
    const [files, most] = root === 'wiki' ? [LIMITS.files, LIMITS.written] : [LIMITS.stateFiles, LIMITS.state];
    if (sizes.size > files) throw refused(path, `One run may write ${files} files.`);
    if (total > most) throw refused(path, `One run may write ${most} characters.`);
    this.#sizes.set(key, length);
  }

  /** The outermost folder on the way to a path that is a wiki by itself; views belong to this one. */
  async #otherWiki(path: string): Promise<string | null> {
    // The root is this wiki itself.
    const names = path === '' ? [] : path.split('/');
    for (let depth = 1; depth <= names.length; depth++) {
      const folder = names.slice(0, depth).join('/');
      const manifest = `${folder}/KNOWLEDGE.md`;
      if ((await this.#ports.wiki.stat(manifest))?.kind !== 'file') continue;
      if (isWikiRoot(await this.#ports.wiki.readText(manifest), manifest)) return folder;
    }
    return null;
  }
}

function refused(written: string, why: string): WikiError {
  return new WikiError('living-wiki:sandbox_refused', why, {
    path: written.slice(0, 200),
    remedy: 'Use a path of this wiki.',
  });
}
