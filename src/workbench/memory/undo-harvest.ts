import { type Run } from '../../base';
import { planUndo } from '../../change';
import { DIGEST_FILE, digestChange, LEDGER_FILE, parseLedger, printLedger, PROMPT_FILE } from '../../harvest';
import { type Transaction, type TransactionRequest } from '../../vault';
import { type MemoryFiles } from './memory-files';
import { withoutBullets, writtenBullets, type WrittenBullet } from './written';

/** The transaction that takes back a harvest, and the bullets that this had added. */
export async function harvestUndo(
  files: MemoryFiles,
  harvest: Transaction,
  run: Run,
): Promise<{ readonly request: TransactionRequest; readonly written: readonly WrittenBullet[] }> {
  const written = writtenBullets(harvest.facts);
  const changes = await files.changes(await withoutHarvest(files, harvest, written, run));
  const facts = { event: 'undo', subject: harvest.title, proposal: null };
  return { request: { title: `Undo: ${harvest.title}`, changes, facts }, written };
}

/** The texts without what a harvest added, and without its entry in the ledger. What a person edited since stays. */
async function withoutHarvest(
  files: MemoryFiles,
  transaction: Transaction,
  written: readonly WrittenBullet[],
  run: Run,
): Promise<ReadonlyMap<string, string | null>> {
  const changed = new Map<string, string | null>();
  for (const file of transaction.files) {
    if (file.path === LEDGER_FILE || file.path === DIGEST_FILE || file.path === PROMPT_FILE) continue;
    const own = written.filter(({ path }) => path === file.path);
    const current = await files.read(file.path);
    const plan = await planUndo([file], () => Promise.resolve(current), run);
    const [change] = plan.changes;
    if (plan.conflicts.length > 0) changed.set(file.path, current === null ? null : withoutBullets(current, own));
    else if (change !== undefined && change.op !== 'rename')
      changed.set(file.path, change.op === 'delete' ? null : change.text);
  }
  const { hash } = transaction.facts;
  const ledger = new Map(parseLedger(await files.read(LEDGER_FILE)));
  if (typeof hash === 'string') ledger.delete(hash);
  changed.set(LEDGER_FILE, printLedger(ledger));
  const texts = await files.texts();
  if (texts.has(DIGEST_FILE)) for (const [path, text] of digestChange(texts, changed)) changed.set(path, text);
  return changed;
}
