import { silentRun } from '../../../src/base';
import {
  checkChangeSet,
  guard,
  hunksToAccept,
  renderEdit,
  renderedPath,
  type ChangeSet,
  type Hunk,
} from '../../../src/change';
import { createModelCurator, extract, type CurateRequest, type ModelCuratorOptions } from '../../../src/ingest';
import { createPageIndex, type PageIndex } from '../../../src/search';
import { MemoryVault } from '../../../src/vault';
import { readSnapshot, type Snapshot } from '../../../src/wiki';
import { resolveLens, type Lens } from '../../../src/workspace';
import { says } from '../../model/server/behaviours';
import { type Behaviour, type Heard, type ModelServer } from '../../model/server/server';
import { createFixture, countingRandom } from '../../model/support';
import { manifest, NOW, page, type Files } from '../support/curated-wiki';

export { page };

/** The task of a request, known by its words. */
export type Task = 'plan' | 'pages' | 'verification' | 'transcription';

export interface ModelRequest {
  readonly task: Task;
  /** The whole prompt. */
  readonly prompt: string;
  /** The units in the prompt: text by mark, such as `1.3`. */
  readonly units: ReadonlyMap<string, string>;
  /** The pages to write: slug and op. */
  readonly targets: readonly { readonly slug: string; readonly op: string }[];
  /** Number of earlier requests of this kind. */
  readonly before: number;
}

/** A planned page; what is absent is empty. */
export interface PlanPage {
  readonly slug: string;
  readonly title?: string;
  readonly kind?: string;
  readonly op?: 'create' | 'compose' | 'edit';
  readonly units: readonly string[];
  readonly from?: readonly string[];
  readonly aliases?: readonly string[];
  readonly retitle?: string;
  readonly why?: string;
}

export function planOf(pages: readonly PlanPage[], more: Readonly<Record<string, unknown>> = {}): unknown {
  return {
    source: { what: 'A source about a light.', date: null, points: [] },
    pages: pages.map((page) => ({
      title: page.slug,
      kind: 'entity',
      op: 'create',
      from: [],
      aliases: [],
      retitle: '',
      why: '',
      ...page,
    })),
    left: [],
    replaces: [],
    answers: [],
    ...more,
  };
}

/** A written page; what is absent is empty. */
export interface WrittenPageAnswer {
  readonly slug: string;
  readonly markdown?: string;
  readonly edits?: readonly unknown[];
  readonly dropped?: readonly unknown[];
  readonly conflicts?: readonly unknown[];
  readonly aliases?: readonly string[];
  readonly confidence?: number | null;
}

export const pagesOf = (pages: readonly WrittenPageAnswer[]): unknown => ({
  pages: pages.map((page) => ({
    title: '',
    aliases: [],
    aliasesRemove: [],
    markdown: '',
    edits: [],
    dropped: [],
    conflicts: [],
    confidence: null,
    ...page,
  })),
});

/** A model that puts every unit on one page and repeats it there, word for word. */
export function diligent(slug: string, title: string): (asked: ModelRequest) => unknown {
  return ({ task, units }) => {
    const marks = [...units.keys()];
    if (task === 'plan') return planOf([{ slug, title, units: marks }]);
    if (task === 'verification') return { findings: [] };
    const sentences = [...units].map(([mark, text]) => `${text.replace(/[.!?]$/, '')}.{${mark}}`);
    return pagesOf([{ slug, markdown: sentences.join(' ') }]);
  };
}

const TASKS: readonly (readonly [words: string, task: Task])[] = [
  ['Task: plan how', 'plan'],
  ['Task: write the pages', 'pages'],
  ['Task: check the new text', 'verification'],
];

/** Scripts an OpenAI-compatible server as a function of the request. */
export function answerWith(answer: (asked: ModelRequest) => unknown): Behaviour {
  const counts = new Map<string, number>();
  return (heard, response) => {
    const prompt = promptOf(heard);
    const task = TASKS.find(([words]) => prompt.includes(words))?.[1] ?? 'transcription';
    const before = counts.get(task) ?? 0;
    counts.set(task, before + 1);
    const units = new Map(
      [...prompt.matchAll(/^\{(\d+\.\d+)\}(?: \([\w ]+\))? ((?!\{).*)$/gm)].map(([, mark = '', text = '']) => [
        mark,
        text,
      ]),
    );
    const targets = [...prompt.matchAll(/^Page (\S+) \([^)]*\), (create|compose|edit):/gm)].map(
      ([, slug = '', op = '']) => ({ slug, op }),
    );
    return says(JSON.stringify(answer({ task, prompt, units, targets, before })))(heard, response);
  };
}

export function promptOf(heard: Heard): string {
  const messages = heard.body.messages as readonly { content: unknown }[];
  return messages.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content))).join('\n\n');
}

/** A wiki in memory, curated by a model over HTTP. */
export class ModelWiki {
  private constructor(
    readonly vault: MemoryVault,
    readonly lens: Lens,
    readonly index: PageIndex,
    public snapshot: Snapshot,
    readonly server: ModelServer,
  ) {}

  static async of(server: ModelServer, files: Files, more = ''): Promise<ModelWiki> {
    const vault = new MemoryVault({ 'KNOWLEDGE.md': manifest(more), ...files });
    const lens = await resolveLens(vault, 'KNOWLEDGE.md');
    const snapshot = await readSnapshot({ vault, lens, run: silentRun });
    return new ModelWiki(vault, lens, await createPageIndex(snapshot, silentRun), snapshot, server);
  }

  async request(path: string): Promise<CurateRequest> {
    const source = this.snapshot.source(path);
    if (source === undefined) throw new Error(`no source ${path}`);
    const { lens, index, snapshot } = this;
    const bytes = await this.vault.readBytes(path);
    const text = await extract({ path, bytes, hash: await snapshot.sourceHash(path), run: silentRun });
    return { snapshot, lens, index, source, text, now: NOW, run: silentRun };
  }

  async curate(path: string, more: Partial<ModelCuratorOptions> = {}): Promise<ChangeSet> {
    const curator = createModelCurator({ model: createFixture(this.server).model, random: countingRandom(), ...more });
    const changeSet = await curator.curate(await this.request(path));
    checkChangeSet(changeSet);
    return changeSet;
  }

  /** The errors of the guard for a change, or for the accepted part of it. */
  refused(changeSet: ChangeSet, accepted?: ReadonlySet<string>): readonly string[] {
    return guard({ changeSet, snapshot: this.snapshot, ...(accepted === undefined ? {} : { accepted }) })
      .filter(({ severity }) => severity === 'error')
      .map(({ path, code, message }) => `${path} ${code} ${message}`);
  }
}

/** The texts that a change produces, by path. */
export function rendered(
  changeSet: ChangeSet,
  accepted: ReadonlySet<string> = hunksToAccept(changeSet),
): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const edit of changeSet.files) {
    const [path, text] = [renderedPath(edit, accepted), renderEdit(edit, accepted)];
    if (path !== null && text !== null) texts[path] = text;
  }
  return texts;
}

export function hunksOf(changeSet: ChangeSet, path: string): readonly Hunk[] {
  return changeSet.files.find((edit) => edit.path === path)?.hunks ?? [];
}
