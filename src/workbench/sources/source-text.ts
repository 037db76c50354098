import { isWikiError, type Run, type WikiError } from '../../base';
import { extract, fullText, type ExtractedText } from '../../ingest';
import { type Hash } from '../../vault';
import { type ModelJob } from '../model/job';
import { readTranscript, transcribeSource } from '../model/media';
import { type WikiSession } from '../wiki-session';
import { mediaKind } from './media-kind';

/**
 * The text of one source. A picture or recording is read by a model, once.
 * @param job asks that model; without one, only a stored transcript is used
 * @throws WikiError `living-wiki:source_…`; ModelError
 */
export async function readSourceText(
  session: Pick<WikiSession, 'vault' | 'host'>,
  path: string,
  hash: Hash,
  run: Run,
  job: ModelJob | null = null,
): Promise<ExtractedText> {
  const { vault, host } = session;
  const kept = await readTranscript(vault, path, hash, run);
  if (kept) return kept;
  const bytes = await vault.readBytes(path);
  const { pdf, markup, guessEncoding } = host;
  const source = { path, bytes, hash, run, pdf, markup, guessEncoding };
  return job && mediaKind(path) !== null ? transcribeSource(job, vault, source) : extract(source);
}

/** Texts of sources in which quotes are looked up, each read once. */
export class SourceTexts {
  readonly #session: WikiSession;
  readonly #run: Run;
  readonly #texts = new Map<string, string | null>();
  readonly #failed: (path: string, error: WikiError) => void;

  /** @param failed called once for each source that is unreadable */
  constructor(session: WikiSession, run: Run, failed: (path: string, error: WikiError) => void = () => undefined) {
    this.#session = session;
    this.#run = run;
    this.#failed = failed;
  }

  /** Adds a text that is already read. */
  put(path: string, text: ExtractedText): void {
    this.#texts.set(path, fullText(text));
  }

  /** `null` when the source is unreadable. */
  async get(path: string): Promise<string | null> {
    const known = this.#texts.get(path);
    if (known !== undefined) return known;
    let text: string | null = null;
    try {
      const hash = await this.#session.snapshot.sourceHash(path);
      text = fullText(await readSourceText(this.#session, path, hash, this.#run));
    } catch (error) {
      if (!isWikiError(error) || error.code === 'living-wiki:cancelled') throw error;
      this.#failed(path, error);
    }
    this.#texts.set(path, text);
    return text;
  }
}
