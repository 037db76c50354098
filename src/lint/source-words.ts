import { plainText } from '../markdown';
import { wordKey, type Snapshot, type Source } from '../wiki';

/** How many sources are kept at a time. */
const MAX_KEPT = 16;

/** The words of sources that are text files. The least recently used go first. */
export class SourceWords {
  readonly #known = new Map<Source, Promise<string | null>>();

  /** In lower case with single spaces, with and without markup; `null` for a format that has to be extracted. */
  of(source: Source, snapshot: Snapshot): Promise<string | null> {
    const words = this.#known.get(source) ?? readWords(source, snapshot);
    this.#known.delete(source);
    this.#known.set(source, words);
    for (const old of this.#known.keys()) {
      if (this.#known.size <= MAX_KEPT) break;
      this.#known.delete(old);
    }
    return words;
  }
}

async function readWords({ path }: Source, snapshot: Snapshot): Promise<string | null> {
  const isMarkdown = /\.(?:md|markdown)$/i.test(path);
  if (!isMarkdown && !/\.txt$/i.test(path)) return null;
  const text = await snapshot.text(path);
  if (text === null) return null;
  return isMarkdown ? `${wordKey(plainText(text))} ${wordKey(text)}` : wordKey(text);
}
