import { type Clock, type Random } from '../../../src/base';
import {
  hashText,
  openJournal,
  type FileChange,
  type Journal,
  type TransactionRequest,
  type Vault,
  type WriteLock,
} from '../../../src/vault';

/** A clock that moves by a millisecond each time it is read. */
export function tickingClock(start = Date.UTC(2026, 3, 27, 15)): Clock {
  let now = start;
  return { now: () => now++ };
}

/** Identifiers that can be foretold. */
export function countingRandom(prefix = 'r'): Random {
  let count = 0;
  return {
    id: (length) =>
      prefix.slice(0, length - 3) + (count++).toString(36).padStart(Math.max(3, length - prefix.length), '0'),
  };
}

/** A lock for tests in which no other program writes. */
export const noLock: WriteLock = { acquire: async () => async () => undefined };

/** The secret of the machine that the tests run on. */
export const testSecret = (): string => 'the secret of this machine';

/** Opens a journal like a program that has just started; no other program writes. */
export function openAlone(vault: Vault): Promise<Journal> {
  return openJournal(vault, { clock: tickingClock(), random: countingRandom(), lock: noLock, secret: testSecret });
}

/** A small wiki, as the twelve changes find it. */
export const oldFiles: Readonly<Record<string, string>> = {
  'KNOWLEDGE.md': '---\nschema: knowledge.workspace/v1\n---\n',
  '_index.md': '# Index\n\n- [[ada]]\n- [[Gone]]\n',
  '_log.md': '## [2026-04-01T00:00:00Z] ingest | one\r\n',
  'concepts/engine.md': '\ufeff# Engine\n',
  'entities/ada.md': '# Ada\n\nFirst text.\n',
  'entities/babbage.md': '# Babbage',
  'entities/gone.md': '# Gone\n',
  'entities/lower.md': '# Lower\n',
  'sources/one.txt': 'The source.\n',
  'summaries/old.md': '# Old summary\n',
  'summaries/same.md': '# Moves as it is\n',
  'timelines/1843.md': '# 1843\n',
};

/** Twelve changes of every kind: new folders, bare and rewriting moves, one that changes only the case, deletions. */
export const twelveChanges: readonly FileChange[] = [
  { op: 'create', path: 'comparisons/new/deep.md', text: '# In two new folders\n' },
  { op: 'create', path: 'entities/new.md', text: '' },
  update('_index.md', '# Index\n\n- [[ada]]\n- [[new]]\n'),
  update('_log.md', `${oldFiles['_log.md']!}## [2026-04-27T15:00:00Z] ingest | two\r\n`),
  update('entities/ada.md', '# Ada\n\nSecond text, 日本語.\n'),
  update('concepts/engine.md', '\ufeff# Engine\r\n\r\nLonger.'),
  rename('summaries/old.md', 'summaries/renamed.md', '# Old summary, rewritten\n'),
  rename('summaries/same.md', 'archive/same.md', oldFiles['summaries/same.md']!),
  rename('entities/lower.md', 'entities/Lower.md', '# Lower, rewritten\n'),
  rename('entities/babbage.md', 'people/babbage.md', '# Babbage moved\n'),
  { op: 'delete', path: 'entities/gone.md', expected: hashText(oldFiles['entities/gone.md']!) },
  { op: 'delete', path: 'timelines/1843.md', expected: hashText(oldFiles['timelines/1843.md']!) },
];

export const twelve: TransactionRequest = {
  title: 'Twelve changes',
  changes: twelveChanges,
  facts: { proposal: 'p1' },
};

function update(path: string, text: string): FileChange {
  return { op: 'update', path, expected: hashText(oldFiles[path]!), text };
}

function rename(from: string, path: string, text: string): FileChange {
  return { op: 'rename', from, path, expected: hashText(oldFiles[from]!), text };
}

export async function fill(vault: Vault, files: Readonly<Record<string, string>> = oldFiles): Promise<void> {
  for (const [path, text] of Object.entries(files)) await vault.write(path, text);
}
