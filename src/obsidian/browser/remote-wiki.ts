import {
  type FileEdit,
  type Finding,
  type HistoryEntry,
  type IgnoreRequest,
  type IngestResult,
  type Job,
  type JobsOverview,
  type LintResult,
  type PlanChange,
  type Proposal,
  type ReviewSession,
  type Run,
  type SourceCoverage,
  type SourceView,
  type TransactionDetails,
  type UndoOrder,
  type UndoResult,
  type Workbench,
} from '../../workbench';
import { type Api } from './api';
import { type ListedBranch } from './branch-note';
import { refused } from './refused';
import { RemoteReview } from './remote-review';

type Snapshot = Workbench['snapshot'];
type Page = NonNullable<ReturnType<Snapshot['pageBySlug']>>;
type Source = NonNullable<ReturnType<Snapshot['source']>>;

type Role = 'read' | 'propose' | 'review';

/** A proposal as the list names it: enough to choose it, and to know which pages it changes. */
interface ListedProposal {
  readonly id: string;
  readonly title: string;
  readonly state: Proposal['state'];
  readonly createdAt: string;
  readonly changes: readonly { readonly path: string; readonly hunks: number }[];
  /** Paths of what it was made from. */
  readonly sources: readonly string[];
  /** Only in a wiki that is reviewed on branches. */
  readonly branch?: ListedBranch;
}

type NamedPage = Pick<Page, 'slug' | 'title' | 'path'>;
type NamedSource = Pick<Source, 'path' | 'id' | 'title' | 'date' | 'authority'>;
type FoundProblems = Pick<LintResult, 'findings' | 'counts' | 'ignored'>;
interface Made {
  readonly proposal: string | null;
}

/** What a screen asks of the pages and sources, from lists that were read when the wiki was opened. */
interface RemoteSnapshot {
  readonly pages: ReadonlyMap<string, NamedPage>;
  readonly sources: ReadonlyMap<string, NamedSource>;
  readonly layout: { readonly sources: string };
  readonly lens: { readonly effective: { readonly title: string } };
  source(ref: string): NamedSource | undefined;
  sourcesOf(): readonly NamedSource[];
  pageBySlug(slug: string): NamedPage | undefined;
}

/** A lens as a person chooses one. */
export interface ListedLens {
  readonly name: string;
  readonly title: string;
}

interface Queued {
  readonly queued: readonly string[];
}

interface Status {
  readonly title: string;
  readonly role: Role;
  readonly sources: { readonly folder: string };
  /** Those that may be chosen; `lens` is the one of the configuration. */
  readonly lenses: readonly ListedLens[];
  readonly lens: string;
}

/** A wiki on the server, as far as the screens of this page ask of it what they ask of a workbench. */
export class RemoteWiki {
  readonly title: string;
  readonly role: Role;
  readonly lenses: readonly ListedLens[];
  /** Name of the lens that problems are found with. */
  lens: string | undefined;
  readonly #api: Api;
  readonly #path: string;
  readonly #sourcesFolder: string;
  readonly #reviews = new Map<string, ReviewSession>();
  #branches: ReadonlyMap<string, ListedBranch> = new Map();
  #pages: ReadonlyMap<string, NamedPage> = new Map();
  #sources: ReadonlyMap<string, NamedSource> = new Map();
  #snapshot: RemoteSnapshot;

  private constructor(api: Api, path: string, { title, role, sources, lenses, lens }: Status) {
    this.#api = api;
    this.#path = path;
    this.title = title;
    this.role = role;
    this.lenses = lenses;
    this.lens = lens;
    this.#sourcesFolder = sources.folder;
    this.#snapshot = this.#makeSnapshot();
  }

  static async open(api: Api, name: string): Promise<RemoteWiki> {
    const path = `/${encodeURIComponent(name)}`;
    return new RemoteWiki(api, path, await api.get<Status>(path));
  }

  get snapshot(): RemoteSnapshot {
    return this.#snapshot;
  }

  /** Reads the names of pages and sources again. */
  async readNames(run: Run): Promise<void> {
    const pages = await this.#readAll<NamedPage & { readonly page: string }>('pages', run);
    const sources = await this.#readAll<NamedSource>('sources', run);
    this.#pages = new Map(pages.map((page) => [page.path, { ...page, slug: page.page }]));
    this.#sources = new Map(sources.map((source) => [source.path, source]));
    this.#snapshot = this.#makeSnapshot();
  }

  review(id: string): ReviewSession {
    const known = this.#reviews.get(id) ?? new RemoteReview(this.#api, this.#path, id);
    this.#reviews.set(id, known);
    return known;
  }

  async proposals(): Promise<readonly Proposal[]> {
    const { proposals } = await this.#api.get<{ proposals: readonly ListedProposal[] }>(`${this.#path}/proposals`);
    this.#branches = new Map(proposals.flatMap(({ id, branch }) => (branch === undefined ? [] : [[id, branch]])));
    return proposals.map(listed);
  }

  /** The branch of a proposal, or why it has none, as {@link proposals} was told last; `null` where nothing is reviewed on branches. */
  branchOf(id: string): ListedBranch | null {
    return this.#branches.get(id) ?? null;
  }

  async history(): Promise<readonly HistoryEntry[]> {
    const answer = await this.#api.get<{ transactions: readonly HistoryEntry[] }>(`${this.#path}/history`, {
      limit: 1_000,
    });
    return answer.transactions;
  }

  /** The id of the newest change; `''` for none. */
  async newest(): Promise<string> {
    const path = `${this.#path}/history`;
    const { transactions } = await this.#api.get<{ transactions: readonly HistoryEntry[] }>(path, { limit: 1 });
    return transactions[0]?.id ?? '';
  }

  async transactionDetails(id: string, run: Run): Promise<TransactionDetails> {
    type Sent = Omit<TransactionDetails, 'files'> & {
      readonly files: readonly Omit<TransactionDetails['files'][number], 'before' | 'after'>[];
    };
    const { files, ...about } = await this.#api.get<Sent>(`${this.#transaction(id)}/changes`, {}, run);
    return { ...about, files: files.map((file) => ({ ...file, ...textsOf(file.edit) })) };
  }

  undoOrder(id: string, run: Run): Promise<UndoOrder> {
    return this.#api.get<UndoOrder>(this.#transaction(id), {}, run);
  }

  async undoThrough(
    id: string,
    steps: readonly string[],
  ): Promise<readonly Pick<UndoResult, 'transaction' | 'conflicts'>[]> {
    if (this.role !== 'review') throw refused();
    const { undone } = await this.#api.post<{ undone: readonly UndoResult[] }>(`${this.#transaction(id)}/undo`, {
      steps,
    });
    return undone;
  }

  /** @returns only its id, with which its review is opened */
  async proposeUndo(id: string): Promise<Pick<Proposal, 'id'>> {
    const made = await this.#api.post<{ readonly proposal: string }>(`${this.#transaction(id)}/proposal`, {});
    return { id: made.proposal };
  }

  lint(run: Run): Promise<FoundProblems> {
    return this.#api.get<FoundProblems>(`${this.#path}/lint`, { lens: this.lens }, run);
  }

  async proposeFixes({
    findings,
  }: {
    readonly findings: readonly Finding[] | 'safe';
  }): Promise<Pick<Proposal, 'id'> | null> {
    const named = findings === 'safe' ? findings : findings.map(nameOf);
    return idOf(await this.#api.post<Made>(`${this.#path}/lint/fixes`, { findings: named, ...this.#seen }));
  }

  async proposeFix(finding: Finding, suggestion: string): Promise<Pick<Proposal, 'id'> | null> {
    return idOf(
      await this.#api.post<Made>(`${this.#path}/lint/fixes`, {
        findings: [nameOf(finding)],
        suggestion,
        ...this.#seen,
      }),
    );
  }

  async proposeIgnore({ finding, reason, scope }: IgnoreRequest): Promise<Pick<Proposal, 'id'> | null> {
    const request = { finding: nameOf(finding), reason, scope, ...this.#seen };
    return idOf(await this.#api.post<Made>(`${this.#path}/lint/ignored`, request));
  }

  /** Contradictions are settled in reviews here; of those on pages, the pages are shown. */
  contradictions(): Promise<readonly never[]> {
    return Promise.resolve([]);
  }

  /** Whether it can be read as a page. Files that the server computes are in no list. */
  isPage(path: string): boolean {
    return path.endsWith('.md') && !/(?:^|\/)[._]/.test(path) && path !== 'KNOWLEDGE.md';
  }

  async pageText(path: string): Promise<string> {
    const { text } = await this.#api.get<{ text: string }>(`${this.#path}/pages/${encodeURIComponent(path)}`);
    return text;
  }

  sourceText(path: string, quote?: string): Promise<SourceView> {
    // The beginning of a long quote finds its place as well, and an address has an end.
    const query = { quote: quote === undefined || quote === '' ? undefined : quote.slice(0, MAX_QUOTE) };
    return this.#api.get<SourceView>(`${this.#path}/sources/${encodeURIComponent(path)}`, query);
  }

  /** Queues sources. @returns the ids of the jobs, and what there is nothing to do for */
  ingest(sources: readonly string[]): Promise<Queued & Pick<IngestResult, 'skipped' | 'failed'>> {
    return this.#api.post(`${this.#path}/ingest`, { sources, ...this.#seen });
  }

  /** Queues a change of the plan; a worker reads the source again. @returns the ids of the jobs */
  async changePlan(id: string, change: PlanChange): Promise<readonly string[]> {
    const plan = `${this.#path}/proposals/${encodeURIComponent(id)}/plan`;
    return (await this.#api.post<Queued>(plan, { change })).queued;
  }

  job(id: string): Promise<Job> {
    return this.#api.get<Job>(`${this.#path}/jobs/${encodeURIComponent(id)}`);
  }

  async retryJob(id: string): Promise<void> {
    await this.#api.post(`${this.#path}/jobs/${encodeURIComponent(id)}/retry`, {});
  }

  /** Why the queue waits; `null` if it does not. */
  async queuePause(): Promise<JobsOverview['pause']> {
    return (await this.#api.get<Pick<JobsOverview, 'pause'>>(`${this.#path}/jobs`, { limit: 1 })).pause;
  }

  async coverage(path: string, run: Run): Promise<SourceCoverage | null> {
    const answer = `${this.#path}/sources/${encodeURIComponent(path)}/coverage`;
    return (await this.#api.get<{ coverage: SourceCoverage | null }>(answer, {}, run)).coverage;
  }

  get #seen(): { readonly lens?: string } {
    return this.lens === undefined ? {} : { lens: this.lens };
  }

  #transaction(id: string): string {
    return `${this.#path}/history/${encodeURIComponent(id)}`;
  }

  async #readAll<T>(what: 'pages' | 'sources', run: Run): Promise<readonly T[]> {
    const all: T[] = [];
    for (let from: number | null = 0; from !== null;) {
      type Answer = Readonly<Record<string, readonly T[]>> & { readonly next: number | null };
      const answer: Answer = await this.#api.get(`${this.#path}/${what}`, { from: from === 0 ? undefined : from }, run);
      all.push(...(answer[what] ?? []));
      from = answer.next;
    }
    return all;
  }

  #makeSnapshot(): RemoteSnapshot {
    const [pages, sources] = [this.#pages, this.#sources];
    const bySlug = new Map([...pages.values()].map((page) => [page.slug, page]));
    const byId = new Map([...sources.values()].map((source) => [source.id, source]));
    return {
      ...{ pages, sources, layout: { sources: this.#sourcesFolder }, lens: { effective: { title: this.title } } },
      // The server knows a source by its id as well as by its path.
      source: (ref) => sources.get(ref) ?? byId.get(ref),
      sourcesOf: () => [],
      pageBySlug: (slug) => bySlug.get(slug),
    };
  }
}

/** Characters. */
const MAX_QUOTE = 1_000;

/** What the screens read of a proposal that they only list. */
function listed({ id, title, state, createdAt, changes, sources }: ListedProposal): Proposal {
  const files = changes.map(({ path, hunks }) => ({ path, hunks: Array.from({ length: hunks }) }));
  const changeSet = { title, files, sources: sources.map((path) => ({ path })) };
  return { id, state, createdAt, changeSet } as unknown as Proposal;
}

const idOf = ({ proposal }: Made): { readonly id: string } | null => (proposal === null ? null : { id: proposal });

const nameOf = ({ check, path, key }: Finding) => ({ check, path, key });

/** The texts before and after an edit. */
function textsOf({ kind, base, hunks }: FileEdit): { readonly before: string | null; readonly after: string | null } {
  let [after, at] = ['', 0];
  for (const { start, end, text } of hunks) {
    after += base.slice(at, start) + text;
    at = end;
  }
  return { before: kind === 'created' ? null : base, after: kind === 'deleted' ? null : after + base.slice(at) };
}
