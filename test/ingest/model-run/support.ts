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

/** A claim as a model gives it. */
export function claim(
  text: string,
  quote: string,
  more: { about?: string[]; pages?: string[]; key?: boolean } = {},
): unknown {
  return { text, quote, about: more.about ?? [], pages: more.pages ?? [], key: more.key ?? false };
}

export interface Edit {
  op: string;
  anchor: string;
  text: string;
  claims: string[];
  declares?: string[];
}

export const edits = (list: readonly Edit[], conflicts: readonly unknown[] = []): unknown => ({
  edits: list.map((edit) => ({ declares: [], ...edit })),
  conflicts,
});

export const texts = (summary: readonly unknown[] = [], pages: readonly unknown[] = []): unknown => ({
  summary,
  pages,
});

/** The task of a request, known by the schema of its answer. */
export type Task = 'survey' | 'texts' | 'edits' | 'picture';

export interface ModelRequest {
  readonly task: Task;
  /** The whole prompt. */
  readonly prompt: string;
  /** The path of the page, for edits. */
  readonly path: string;
  /** Number of earlier requests of this kind. */
  readonly before: number;
}

const schemas: Readonly<Record<string, Task>> = {
  survey: 'survey',
  picture_survey: 'picture',
  new_texts: 'texts',
  page_edits: 'edits',
};

/** Scripts an OpenAI-compatible server as a function of the request. */
export function answerWith(answer: (asked: ModelRequest) => unknown): Behaviour {
  const counts = new Map<string, number>();
  return (heard, response) => {
    const format = heard.body.response_format as { json_schema?: { name?: string } } | undefined;
    const task = schemas[format?.json_schema?.name ?? ''] ?? 'survey';
    const prompt = promptOf(heard);
    const path = /is data \(page ([^)]+)\)/.exec(prompt)?.[1] ?? '';
    const key = `${task} ${path}`;
    const before = counts.get(key) ?? 0;
    counts.set(key, before + 1);
    return says(JSON.stringify(answer({ task, prompt, path, before })))(heard, response);
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
