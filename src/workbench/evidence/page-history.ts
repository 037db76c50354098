import { type JsonObject } from '../../base';
import { readHistory, type HistoryEntry } from '../../proposal';
import { readCost } from '../model/cost';
import { type WikiSession } from '../wiki-session';

/** A change of one page. */
export interface PageChange extends HistoryEntry {
  /** What the page was called then. */
  readonly path: string;
  /** Title of the source that the change came from; `null` for a change without one. */
  readonly source: { readonly path: string; readonly title: string } | null;
  /** Models that wrote it; empty for the built-in curator and for people. */
  readonly models: readonly string[];
  /** Whether this device made it. */
  readonly isOwn: boolean;
}

/** Every change of a page, also under its earlier names; the newest first. Edits by hand are not among them. */
export async function pageHistory({ journal, snapshot }: WikiSession, path: string): Promise<readonly PageChange[]> {
  const entries = new Map((await readHistory(journal)).map((entry) => [entry.id, entry]));
  const found: PageChange[] = [];
  let name = path;
  for (const { id, files, facts, isOwn } of await journal.list()) {
    const entry = entries.get(id);
    const file = files.find((each) => each.path === name);
    if (entry === undefined || file === undefined) continue;
    const subject = textFact(facts, 'subject');
    const source = subject === null ? undefined : snapshot.sources.get(subject);
    const models = (readCost(facts)?.models ?? []).map(({ model }) => model);
    const told = source === undefined ? null : { path: source.path, title: source.title };
    found.push({ ...entry, path: name, source: told, models, isOwn });
    if (file.from !== undefined) name = file.from;
    else if (file.op === 'create') break;
  }
  return found;
}

function textFact(facts: JsonObject, name: string): string | null {
  const value = Object.hasOwn(facts, name) ? facts[name] : null;
  return typeof value === 'string' ? value : null;
}
