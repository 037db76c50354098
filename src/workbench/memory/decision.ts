import { WikiError } from '../../base';
import { placeItem, readBullets, type PlacedBullet } from '../../harvest';
import { type Proposal } from '../../proposal';
import { readKeptHarvest, type KeptHarvest } from './kept-harvest';

/** What a person decided about a proposal. */
export interface MemoryDecision {
  readonly reason?: string | null;
  /** Why single items are left out, by hunk id. */
  readonly reasons?: Readonly<Record<string, string>>;
  /** Text that a person wrote instead, by hunk id. */
  readonly edited?: Readonly<Record<string, string>>;
}

/** @throws WikiError `living-wiki:harvest_damaged` for a proposal of something else */
export function keptOf({ id, changeSet }: Proposal): KeptHarvest {
  const kept = readKeptHarvest(changeSet);
  if (kept !== null) return kept;
  throw new WikiError('living-wiki:harvest_damaged', `Proposal ${id} is not of a harvest.`, {
    remedy: 'Reject it, and harvest the conversation again.',
  });
}

/** The bullets of the accepted items, with the text that a person wrote instead. */
export function bulletsOf(
  kept: KeptHarvest,
  accepted: ReadonlySet<string> | null,
  { edited }: MemoryDecision,
): readonly PlacedBullet[] {
  return kept.items
    .filter(({ hunk }) => accepted?.has(hunk) ?? true)
    .map((item) => {
      const bullet = placeItem(item, { conversation: kept.conversation, day: kept.day }, item.file);
      const text = edited?.[item.hunk];
      return text === undefined ? bullet : { ...bullet, text: editedBullet(text) };
    });
}

/** A text that a person wrote instead of a bullet, which may begin with the headings of a new file. */
function editedBullet(text: string): string {
  const [first] = readBullets(text);
  return first === undefined ? `- ${text.trim().replace(/\s*\n\s*/g, ' ')}` : text.slice(first.start).trimEnd();
}
