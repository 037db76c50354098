import { countItems } from './items';
import { CATEGORY_PATHS, withBullets, type PlacedBullet } from './category-files';
import { buildDigest, DIGEST_FILE } from './digest';
import { LEDGER_FILE, printLedger, type ConversationLedger, type LedgerEntry } from './ledger';
import { type Hash } from '../vault';

/** Texts of the memory folder by path. What is absent does not exist. */
type MemoryTexts = ReadonlyMap<string, string>;

interface MemoryChangeRequest {
  readonly texts: MemoryTexts;
  readonly ledger: ConversationLedger;
  readonly bullets: readonly PlacedBullet[];
  /** Keys of bullets that earlier harvests wrote: one that is gone since was taken out by its owner. */
  readonly written: ReadonlySet<string>;
  readonly hash: Hash;
  readonly entry: Omit<LedgerEntry, 'items'>;
}

export interface MemoryChange {
  /** New texts by path; `null` for a file that goes. Only files that change. */
  readonly texts: ReadonlyMap<string, string | null>;
  readonly added: readonly PlacedBullet[];
}

/** What one harvest changes: category files, ledger and digest, all at once. */
export function planMemoryChange(request: MemoryChangeRequest): MemoryChange {
  const { texts, ledger, bullets, written, hash, entry } = request;
  const changed = new Map<string, string | null>();
  const added: PlacedBullet[] = [];
  for (const path of new Set(bullets.map((bullet) => bullet.path))) {
    const own = bullets.filter((bullet) => bullet.path === path);
    const result = withBullets(texts.get(path) ?? null, own, written);
    added.push(...result.added);
    if (result.text !== null && result.added.length > 0) changed.set(path, result.text);
  }
  const items = countItems(added.map(({ item }) => item));
  changed.set(LEDGER_FILE, printLedger(new Map([...ledger, [hash, { ...entry, items }]])));
  for (const [path, text] of digestChange(texts, changed)) changed.set(path, text);
  return { texts: changed, added };
}

/** The digest after a change; nothing where it stays as it is. */
export function digestChange(
  texts: MemoryTexts,
  changed: ReadonlyMap<string, string | null>,
): ReadonlyMap<string, string | null> {
  const after = new Map<string, string>();
  for (const path of CATEGORY_PATHS) {
    const text = changed.has(path) ? (changed.get(path) ?? null) : (texts.get(path) ?? null);
    if (text !== null) after.set(path, text);
  }
  const { text } = buildDigest(after);
  return text === (texts.get(DIGEST_FILE) ?? null) ? new Map() : new Map([[DIGEST_FILE, text]]);
}
