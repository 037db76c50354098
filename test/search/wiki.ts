import { silentRun } from '../../src/base';
import { type ShardStore } from '../../src/search';
import { hashText, MemoryVault } from '../../src/vault';
import { readSnapshot, type Snapshot } from '../../src/wiki';
import { type Lens, resolveLens } from '../../src/workspace';

export const run = silentRun;

export const MANIFEST = `---
schema: knowledge.workspace/v1
name: test-wiki
title: Test wiki
description: A wiki for tests.
version: 1.0.0
entityTypes:
  - name: Place
    fields: [population]
  - name: City
    fields: [mayor]
    parent: Place
  - name: APIEndpoint
    fields: [url]
---
`;

/** A view in the folder `name` of the wiki at the root. */
export function view(name: string, hints: string): string {
  return `---\nschema: knowledge.workspace/v1\nname: ${name}\ntitle: View\ndescription: A view for tests.\nversion: 1.0.0\nextends: ../KNOWLEDGE.md\nqueryHints:\n${hints}---\n`;
}

export function page(title: string, body: string, more = '', kind = 'concept'): string {
  return `---\nschema: knowledge/v1\nkind: ${kind}\ntitle: ${JSON.stringify(title)}\n${more}---\n\n${body}\n`;
}

export interface TestWiki {
  readonly vault: MemoryVault;
  readonly snapshot: Snapshot;
  readonly lens: (path: string) => Promise<Lens>;
  /** The wiki read again, as after a restart. */
  readonly reread: () => Promise<Snapshot>;
}

export async function wikiOf(files: Readonly<Record<string, string>>): Promise<TestWiki> {
  const vault = new MemoryVault({ 'KNOWLEDGE.md': MANIFEST, ...files });
  const root = await resolveLens(vault, 'KNOWLEDGE.md');
  // Long after the files were written, so that their times are proof of their texts.
  const reread = () => readSnapshot({ vault, lens: root, run, clock: { now: () => 1e9 } });
  return { vault, snapshot: await reread(), lens: (path) => resolveLens(vault, path), reread };
}

/** The next snapshot after these texts were written; `null` removes a file. */
export async function written(snapshot: Snapshot, files: Readonly<Record<string, string | null>>): Promise<Snapshot> {
  let next = snapshot;
  for (const [path, text] of Object.entries(files)) {
    const old = next.pages.has(path) ? await next.text(path) : null;
    if (old === null) next = text === null ? next : next.with([{ op: 'create', path, text }]);
    else if (text === null) next = next.with([{ op: 'delete', path, expected: hashText(old) }]);
    else next = next.with([{ op: 'update', path, expected: hashText(old), text }]);
  }
  return next;
}

/** Shards in memory, with what was written. */
export class MemoryShardStore implements ShardStore {
  readonly texts: Map<string, string>;
  readonly written: string[] = [];
  isFull = false;

  constructor(texts: Readonly<Record<string, string>> = {}) {
    this.texts = new Map(Object.entries(texts));
  }

  async names(): Promise<readonly string[]> {
    return [...this.texts.keys()];
  }

  async read(name: string): Promise<string | null> {
    return this.texts.get(name) ?? null;
  }

  async write(name: string, text: string): Promise<void> {
    if (this.isFull) throw new Error('The disk is full.');
    this.written.push(name);
    this.texts.set(name, text);
  }

  async remove(name: string): Promise<void> {
    this.texts.delete(name);
  }
}
