import { isoTime, type Clock, type JsonValue } from '../../base';
import {
  LEDGER_FILE,
  parseLedger,
  planMemoryChange,
  printLedger,
  type LedgerEntry,
  type MemoryChange,
  type PlacedBullet,
} from '../../harvest';
import { type Proposal } from '../../proposal';
import { type FileChange, type Hash, type TransactionRequest } from '../../vault';
import { readCost } from '../model/cost';
import { type KeptHarvest } from './kept-harvest';
import { type MemoryFiles } from './memory-files';
import { printWritten } from './written';

interface HarvestPlanRequest {
  readonly files: MemoryFiles;
  readonly kept: KeptHarvest;
  readonly bullets: readonly PlacedBullet[];
  /** Keys of bullets that were written before. */
  readonly written: ReadonlySet<string>;
  readonly clock: Clock;
}

/** What these bullets of a harvest change in the files as they are now. */
export async function planHarvestChange(request: HarvestPlanRequest): Promise<MemoryChange> {
  const { files, kept, bullets, written, clock } = request;
  const { hash, path } = kept;
  const entry = { path, status: 'harvested', at: isoTime(clock.now()), deleted: false } as const;
  const [texts, ledger] = [await files.texts(), parseLedger(await files.read(LEDGER_FILE))];
  return planMemoryChange({ texts, ledger, bullets, written, hash, entry });
}

/** The transaction of a harvest, with what it adds and on what that rests. */
export async function harvestTransaction(
  proposal: Pick<Proposal, 'id' | 'changeSet'>,
  request: HarvestPlanRequest,
): Promise<{ readonly change: MemoryChange; readonly transaction: TransactionRequest }> {
  const { files, kept } = request;
  const { hash, path, conversation, model } = kept;
  const change = await planHarvestChange(request);
  const changes = [...(await files.changes(change.texts)), ...(await files.promptChange())];
  const added = change.added.map(({ item, ...bullet }) => ({
    path: bullet.path,
    text: bullet.text,
    quote: item.quote,
    isQuoteMissing: item.isQuoteMissing,
  }));
  const cost = readCost(proposal.changeSet.facts);
  const facts = {
    ...{ event: 'harvest', subject: conversation, proposal: proposal.id, hash, path, model },
    bullets: printWritten(added),
    ...(cost && { cost: cost as unknown as JsonValue }),
  };
  return { change, transaction: { title: `Harvest "${conversation}"`, changes, facts } };
}

/** What records these entries in the ledger; empty where it says so already. */
export async function recordedIn(
  files: MemoryFiles,
  entries: ReadonlyMap<Hash, LedgerEntry>,
): Promise<readonly FileChange[]> {
  const text = await files.read(LEDGER_FILE);
  const next = printLedger(new Map([...parseLedger(text), ...entries]));
  if (next === text) return [];
  return [...(await files.changes(new Map([[LEDGER_FILE, next]]))), ...(await files.promptChange())];
}
