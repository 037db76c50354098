import { silentRun } from '../../../src/base';
import { MemoryVault } from '../../../src/vault';
import { readSnapshot, type Snapshot } from '../../../src/wiki';
import { resolveLens } from '../../../src/workspace';

const manifest = `---
schema: knowledge.workspace/v1
name: test-wiki
title: Test wiki
description: For tests.
version: 1.0.0
---
`;

/** A valid page of the form `knowledge/v1`. */
export function page(slug: string, body: string, extra = ''): string {
  return `---\nschema: knowledge/v1\nslug: ${slug}\nkind: concept\ntitle: ${slug}\nsources: []\nupdated_at: "2026-04-01T00:00:00Z"\n${extra}---\n${body}`;
}

/** A wiki in memory with these files. */
export async function wikiOf(files: Readonly<Record<string, string>>): Promise<Snapshot> {
  const vault = new MemoryVault({ 'KNOWLEDGE.md': manifest, ...files });
  const lens = await resolveLens(vault, 'KNOWLEDGE.md');
  return readSnapshot({ vault, lens, run: silentRun, clock: { now: () => Date.UTC(2026, 3, 27) } });
}
