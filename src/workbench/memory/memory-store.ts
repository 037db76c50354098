import { type Run } from '../../base';
import { ProposalStore, type HistoryEntry } from '../../proposal';
import { openJournal, type Journal } from '../../vault';
import { isMemoryFile } from './memory-files';
import { type MemoryHost } from './types';

/** The journal of a memory folder, which refuses every file that is none of the memory. Finishes or takes back what a crash left. */
export function openMemoryJournal({ vault, clock, random, lock, device }: MemoryHost, run: Run): Promise<Journal> {
  const secret = (): string | null => device?.secret() ?? null;
  const refuse = (path: string) => (isMemoryFile(path) ? null : ('living-wiki:path_refused' as const));
  return openJournal(vault, { clock, random, run, secret, refuse, ...(lock && { lock }) });
}

/** The proposals of a memory folder. */
export function openMemoryStore(host: MemoryHost, journal: Journal): ProposalStore {
  const textBefore = async (id: string, path: string): Promise<string | null> => {
    const { files } = await journal.read(id, undefined, (one) => one === path);
    return files.find((file) => file.path === path)?.before ?? null;
  };
  return new ProposalStore(host.vault, { ...host, textBefore });
}

/** A crash between a transaction and its record leaves a proposal waiting that was applied. */
export async function recordApplied(store: ProposalStore, history: readonly HistoryEntry[]): Promise<void> {
  const applied = new Map(history.flatMap(({ id, proposal }) => (proposal === null ? [] : [[proposal, id]])));
  for (const proposal of (await store.waiting()).proposals) {
    const transaction = applied.get(proposal.id);
    if (transaction === undefined) continue;
    await store.recordDecision(proposal, 'applied', { rejectedHunks: [], reason: null, transaction });
  }
}

/** Reasons for which a person left items out, newest first. */
export async function rejectionsIn(store: ProposalStore): Promise<readonly string[]> {
  const { proposals } = await store.decided();
  const reasons = proposals.flatMap(({ decision }) => [
    decision?.reason ?? null,
    ...Object.values(decision?.reasons ?? {}),
  ]);
  return [...new Set(reasons.filter((reason): reason is string => reason !== null && reason !== ''))].reverse();
}
