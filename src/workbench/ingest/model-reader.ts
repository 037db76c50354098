import * as z from 'zod/mini';
import { isWikiError, throwIfCancelled, WikiError, type JsonValue, type Run } from '../../base';
import { type ChangeSet } from '../../change';
import {
  createModelCurator,
  estimateModelIngest,
  type AskedQuestion,
  type CurateRequest,
  type Curator,
  type ExtractedText,
  type PlanWishes,
  type SteeringNote,
} from '../../ingest';
import { type Proposal } from '../../proposal';
import { hubRole, type Snapshot, type Source } from '../../wiki';
import { type WikiSession } from '../wiki-session';
import { type ReadableSource, type SourceState } from '../sources/source-state';
import { readSourceText } from '../sources/source-text';
import { type IngestEstimate } from '../types';
import { costLogBullets } from '../model/cost';
import { type ModelJob } from '../model/job';
import { estimateMedia, type MediaEstimate } from '../model/media';
import { mediaKind } from '../sources/media-kind';
import { type Lens } from '../../workspace';
import { readingLens } from './reading-lens';
import { steeringNotesFor } from './steering';

/** Characters of text that are kept in memory between estimating and reading. */
const MAX_CACHED_CHARACTERS = 20_000_000;

/** Tokens of checking a source of about 3,000 words, and the price up to which that is done without being asked for. */
const AVERAGE_CHECK = { input: 10_000, output: 500 };
const MAX_CHECK_PRICE = 0.01;

/** Fewer sources need no overview. */
const MIN_OVERVIEW_SOURCES = 3;
const MAX_OVERVIEW = { input: 5_500, output: 1_700 };
/** What writing pages anew takes, as shares of what reading the sources does. */
const REWRITING = { input: 0.25, output: 0.35 };

/** How far the run of ingest is, for the progress bar. */
export interface IngestPosition {
  readonly done: number;
  readonly total: number;
}

/** What is known when a run of ingest begins. */
interface KnownAtStart {
  /** Earlier decisions, oldest first. The reasons of rejections steer the model. */
  readonly decided: readonly Proposal[];
  readonly questions: readonly AskedQuestion[];
  /** The lens through which the sources are read. */
  readonly view: Lens;
}

/** Lets a language model read sources one after the other, and estimates the cost. */
export class ModelReader {
  readonly job: ModelJob;
  readonly #session: WikiSession;
  readonly #known: KnownAtStart;
  readonly #run: Run;
  /** Texts that were read for the estimate, so that they are not read twice. */
  readonly #texts = new Map<string, ExtractedText>();
  /** One for the whole run, because some providers charge less for a prompt that starts like an earlier one. */
  readonly #curator: Curator;
  /** For the source that is being read. */
  #steering: readonly SteeringNote[] = [];

  constructor(session: WikiSession, job: ModelJob, known: KnownAtStart, run: Run) {
    this.#session = session;
    this.job = job;
    this.#known = known;
    this.#run = run;
    const steering = (): readonly SteeringNote[] => this.#steering;
    this.#curator = createModelCurator({
      model: job.model,
      ...this.#limits,
      handEdits: (paths) => session.handEdits(paths, run),
      get steering() {
        return steering();
      },
    });
  }

  get #limits(): Pick<
    Parameters<typeof createModelCurator>[0],
    'random' | 'maxPages' | 'language' | 'verify' | 'smallSteps'
  > {
    const { maxPages, language, smallSteps } = this.job.settings;
    return {
      random: this.#session.host.random,
      verify: this.#verifies,
      ...(maxPages !== undefined && { maxPages }),
      ...(language !== undefined && { language }),
      ...(smallSteps !== undefined && { smallSteps }),
    };
  }

  /** What new text is checked: as chosen, else what code has doubts about, where a source of average length costs little more. */
  get #verifies(): 'all' | 'doubtful' | 'off' {
    const { verify } = this.job.settings;
    if (verify !== undefined) return verify === 'on' ? 'all' : 'off';
    const { money } = this.job.estimate(AVERAGE_CHECK);
    return money !== null && money.amount <= MAX_CHECK_PRICE ? 'doubtful' : 'off';
  }

  /** Estimates without asking the model. An unreadable source counts nothing here and is reported when its turn comes. */
  async estimate(open: readonly SourceState[]): Promise<IngestEstimate> {
    const { snapshot } = this.#session;
    let [input, output, seconds, kept] = [0, 0, 0, 0];
    const knowledge = await this.job.knowledgeTokens();
    for (const { source, hash } of open) {
      throwIfCancelled(this.#run);
      if (hash === null) continue;
      const { path } = source;
      const text = await readOrNull(readSourceText(this.#session, path, hash, this.#run));
      const media = text === null && mediaKind(path) !== null ? await this.#estimateMedia(path) : null;
      if (text === null && media === null) continue;
      kept += text?.passages.reduce((sum, passage) => sum + passage.text.length, 0) ?? 0;
      if (text !== null && kept < MAX_CACHED_CHARACTERS) this.#texts.set(keyOf(path, hash), text);
      const at = { done: 0, total: open.length };
      const request = await this.#request(source, text ?? unread(path, hash), snapshot, at);
      const tokens = await estimateModelIngest(request, { ...this.#limits, pendingTokens: media?.unread ?? 0 });
      input += tokens.inputTokens + tokens.calls * knowledge + (media?.input ?? 0);
      output += tokens.outputTokens + (media?.output ?? 0);
      seconds += media?.seconds ?? 0;
      await this.#run.yieldToHost();
    }
    const { snapshot: pending } = await this.#session.withPendingApplied(this.#run);
    const composed = [
      this.#estimateOverview(pending, open.length, input),
      this.#estimateRewriting(pending, open.length, { input, output }),
    ];
    for (const each of composed) {
      input += each.input;
      output += each.output;
    }
    const { money } = this.job.estimate({ input, output });
    const recordings = seconds === 0 ? null : this.job.estimateRecordings(seconds);
    const both = recordings &&
      money &&
      recordings.money && { ...money, amount: money.amount + recordings.money.amount };
    return {
      model: this.job.model.name,
      sources: open.length,
      tokens: { input, output },
      recordings: recordings && { model: recordings.model, seconds, money: recordings.money },
      money: recordings === null ? money : both,
    };
  }

  /** A run that makes a wiki of several sources may end with an overview of them. */
  #estimateOverview(pending: Snapshot, sources: number, input: number): { input: number; output: number } {
    const { smallSteps, overview } = this.job.settings;
    const pages = [...pending.pages.values()];
    const known = new Set(pages.flatMap((page) => page.sources)).size;
    const isLikely = sources > 0 && sources + known >= MIN_OVERVIEW_SOURCES;
    const hasOne = pages.some((page) => hubRole(page) === 'overview');
    if (!isLikely || hasOne || smallSteps === 'on' || overview === 'off') return { input: 0, output: 0 };
    return { input: Math.ceil(Math.min(MAX_OVERVIEW.input, input / 6)), output: MAX_OVERVIEW.output };
  }

  /** Pages to which these sources are added may be written anew: how many is known when they are read. */
  #estimateRewriting(
    pending: Snapshot,
    sources: number,
    ingest: { input: number; output: number },
  ): { input: number; output: number } {
    const { smallSteps, rewrite } = this.job.settings;
    const hasGrown =
      sources > 1 || [...pending.pages.values()].some((page) => page.kind !== 'summary' && page.sources.length > 1);
    if (sources === 0 || !hasGrown || smallSteps === 'on' || rewrite === 'off') return { input: 0, output: 0 };
    return { input: Math.ceil(ingest.input * REWRITING.input), output: Math.ceil(ingest.output * REWRITING.output) };
  }

  async #estimateMedia(path: string): Promise<MediaEstimate | null> {
    const bytes = await readOrNull(this.#session.vault.readBytes(path));
    return bytes && estimateMedia(path, bytes);
  }

  /** The text of a source. A picture or recording is read by the model. */
  async read({ source, hash }: ReadableSource, at: IngestPosition): Promise<ExtractedText> {
    const key = keyOf(source.path, hash);
    const known = this.#texts.get(key);
    this.#texts.delete(key);
    const run = this.job.withProgress(this.#run, { ...at, path: source.path });
    return known ?? readSourceText(this.#session, source.path, hash, run, this.job);
  }

  async #request(source: Source, text: ExtractedText, snapshot: Snapshot, at: IngestPosition): Promise<CurateRequest> {
    const { host, lens: root } = this.#session;
    const index = await this.#session.indexFor(snapshot, this.#run);
    const run = this.job.withProgress(this.#run, { ...at, path: source.path });
    const { questions, view } = this.#known;
    const lens = readingLens(root, view);
    return { snapshot, lens, index, source, text, questions, now: host.clock.now(), run };
  }

  /**
   * The change that the model proposes from a source. Its cost is stored in the facts and in the log.
   * @throws ModelError; WikiError `living-wiki:model_invalid_answer` when no part of the answer is usable
   */
  async curate(
    source: Source,
    text: ExtractedText,
    snapshot: Snapshot,
    at: IngestPosition,
    resumes: { readonly units?: string | undefined } | null,
    wishes: PlanWishes,
  ): Promise<ChangeSet> {
    const { pages } = this.#session.snapshot;
    this.#steering = steeringNotesFor(this.#known.decided, source.path, (path) => pages.has(path));
    const request = { ...(await this.#request(source, text, snapshot, at)), wishes };
    const left = resumes === null ? '' : leftUnits(this.#known.decided, text.path, text.hash);
    const resume =
      resumes === null ? undefined : { left, ...(resumes.units !== undefined && { units: resumes.units }) };
    const changeSet = await this.#curator.curate(resume === undefined ? request : { ...request, resume });
    const cost = this.job.sourceCost();
    if (changeSet.files.length === 0 && cost.models.length + cost.reused > 0) throw unusableAnswer(source, changeSet);
    const { log, facts, notes } = changeSet;
    // The curator already reports the notes of extracted text.
    const media = mediaKind(text.path) === null ? [] : text.notes;
    return {
      ...changeSet,
      log: { ...log, bullets: [...log.bullets, ...costLogBullets(cost, this.job.model.name)] },
      notes: [...new Set([...notes, ...media, ...this.job.fallbackNotes()])],
      facts: { ...facts, cost: { ...cost } as unknown as JsonValue },
    };
  }
}

const coverageShape = z.lazy(() => z.object({ left: z.array(z.object({ units: z.string() })) }));

/** The units that earlier ingests of the same content left with a reason. */
function leftUnits(decided: readonly Proposal[], path: string, hash: string): string {
  const ranges = decided.flatMap(({ state, changeSet }) => {
    const isSame = changeSet.sources.some((read) => read.path === path && read.hash === hash);
    const read = coverageShape.safeParse(changeSet.facts.coverage);
    return state === 'applied' && isSame && read.success ? read.data.left.map(({ units }) => units) : [];
  });
  return ranges.join(', ');
}

/** `null` when the read fails. The failure is reported when the source's turn comes. */
async function readOrNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (isWikiError(error) && error.code !== 'living-wiki:cancelled') return null;
    throw error;
  }
}

/** A source that no model has read yet. */
function unread(path: string, hash: string): ExtractedText {
  const nothing = { title: null, date: null, language: null, passages: [], linkTexts: [], notes: [] };
  return { path, hash, format: 'text', ...nothing };
}

const keyOf = (path: string, hash: string): string => `${path}\0${hash}`;

function unusableAnswer({ path }: Source, { notes }: ChangeSet): WikiError {
  const message = ['No part of the model’s answer is usable.', ...notes].join(' ').slice(0, 1_000);
  return new WikiError('living-wiki:model_invalid_answer', message, {
    path,
    remedy: 'Try again, or choose a more capable model.',
  });
}
