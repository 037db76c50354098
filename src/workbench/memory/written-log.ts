import { keyOf } from '../../harvest';
import { readHistory } from '../../proposal';
import { type Journal } from '../../vault';
import { writtenBullets, type WrittenBullet } from './written';

/** What harvests wrote, as far as it was not undone. Each transaction is read once, so that a harvest costs what it adds. */
export class WrittenLog {
  readonly #journal: Pick<Journal, 'list'>;
  /** Newest first, as last listed. */
  #ids: readonly string[] = [];
  readonly #keys = new Set<string>();
  #bullets: WrittenBullet[] = [];

  constructor(journal: Pick<Journal, 'list'>) {
    this.#journal = journal;
  }

  async bullets(): Promise<readonly WrittenBullet[]> {
    await this.#update();
    return this.#bullets;
  }

  /** Keys of those bullets. The set grows with later harvests. */
  async keys(): Promise<ReadonlySet<string>> {
    await this.#update();
    return this.#keys;
  }

  async #update(): Promise<void> {
    const summaries = await this.#journal.list();
    const added = summaries.length - this.#ids.length;
    const fresh = summaries.slice(0, Math.max(0, added));
    // An undo takes back what is counted, and so does a record of another device that comes in between.
    const isGrown = added >= 0 && this.#ids.every((id, at) => summaries[added + at]?.id === id);
    const ids = summaries.map(({ id }) => id);
    if (isGrown && fresh.every(({ undoes }) => undoes === undefined)) {
      for (const { facts } of fresh.reverse()) this.#add(writtenBullets(facts));
    } else {
      const undone = new Set((await readHistory(this.#journal)).flatMap(({ id, undoneBy }) => (undoneBy ? [id] : [])));
      this.#keys.clear();
      this.#bullets = [];
      for (const { facts } of summaries.filter(({ id }) => !undone.has(id)).reverse()) this.#add(writtenBullets(facts));
    }
    this.#ids = ids;
  }

  #add(bullets: readonly WrittenBullet[]): void {
    for (const bullet of bullets) {
      this.#bullets.push(bullet);
      this.#keys.add(keyOf(bullet.text));
    }
  }
}
