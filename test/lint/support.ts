import { silentRun, type Clock } from '../../src/base';
import { renderEdit, renderedPath, type FileEdit } from '../../src/change';
import * as ingest from '../../src/ingest';
import { createLintEngine, type Finding, type LintEngine, type LintReport } from '../../src/lint';
import { MemoryVault } from '../../src/vault';
import { readSnapshot, type Snapshot } from '../../src/wiki';
import { resolveLens, type Lens } from '../../src/workspace';

/** The day on which the tests check: 2026-05-01. */
export const clock: Clock = { now: () => Date.parse('2026-05-01T00:00:00Z') };

export function manifestWith(extra: string): string {
  return `---\nschema: knowledge.workspace/v1\nname: wiki\ntitle: W\ndescription: A wiki.\nversion: 1.0.0\n${extra}---\n`;
}

/** A page without findings, except for what `extra` and `body` add. */
export function pageText(slug: string, kind: string, body: string, extra = 'sources: [sources/a.md]\n'): string {
  return `---\nschema: knowledge/v1\nslug: ${slug}\nkind: ${kind}\ntitle: ${slug}\n${extra}updated_at: "2026-04-27T15:00:00Z"\n---\n\n${body}\n`;
}

export interface Opened {
  readonly vault: MemoryVault;
  readonly snapshot: Snapshot;
  readonly lens: Lens;
}

/** A wiki in memory, with a manifest and the source `sources/a.md` unless they are given. */
export async function openWiki(files: Readonly<Record<string, string>>, view?: string): Promise<Opened> {
  const vault = new MemoryVault({ 'KNOWLEDGE.md': manifestWith(''), 'sources/a.md': 'A source.\n', ...files });
  const root = await resolveLens(vault, 'KNOWLEDGE.md');
  const snapshot = await readSnapshot({ vault, lens: root, run: silentRun });
  return { vault, snapshot, lens: view === undefined ? root : await resolveLens(vault, view) };
}

export async function lintWiki(files: Readonly<Record<string, string>>, view?: string): Promise<LintReport> {
  const { snapshot, lens } = await openWiki(files, view);
  return lintEngine().lint(snapshot, lens, { clock, run: silentRun });
}

/** The engine as the workbench makes it. */
export function lintEngine(): LintEngine {
  return createLintEngine(() => Promise.resolve(ingest));
}

/** `path:line` of each finding. */
export function placesOf(findings: readonly Finding[]): readonly string[] {
  return findings.map(({ path, line }) => `${path}:${line}`);
}

/** What the edits make of their files. */
export function textsAfter(edits: readonly FileEdit[]): Readonly<Record<string, string | null>> {
  return Object.fromEntries(edits.map((edit) => [renderedPath(edit) ?? edit.path, renderEdit(edit)]));
}
