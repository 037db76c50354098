import { setTimeout as sleep } from 'node:timers/promises';
import { git } from '../test/support/git';
import { type Cluster } from '../test/support/postgres';
import { Team, type TeamWorker } from '../test/support/team';
import { type TeamRepository } from '../test/support/team-repository';
import { numbers } from './generate';
import { NOTES, NOTES_PAGE, Person } from './workers-person';
import { houses, stopAll } from './workers-sources';

/** What is left of work that is disturbed all the time. */
export interface ProofFigures {
  readonly wikis: number;
  readonly sources: number;
  readonly workers: number;
  readonly kills: number;
  readonly databaseRestarts: number;
  /** From the first job that was queued to the last that ended. */
  readonly seconds: number;
  /** Starts of jobs beyond the first of each. */
  readonly startsAgain: number;
  readonly proposals: number;
  /** Codes of jobs that failed. */
  readonly failures: readonly string[];
  readonly applied: number;
  /** How often applying was put off with 503, and tried again. */
  readonly answers503: number;
  readonly pages: number;
  /** Sources whose proposal creates another number of pages than one. Each has a page that summarises it; a name may get one, too. */
  readonly otherPages: readonly string[];
  /** Commits of people that were pushed while jobs ran and proposals were applied. */
  readonly personCommits: number;
  /** How often a person's push came second, and the server's, by wiki. */
  readonly lostRaces: Readonly<Record<string, { readonly person: number; readonly server: number }>>;
  /** Messages in the logs of the server and the workers that are no ordinary ones, and how often. */
  readonly warnings: Readonly<Record<string, number>>;
  /**
   * A source without its one result, a proposal that did not apply once, a commit of a person that is gone, a wiki that does not verify,
   * a clone that differs, a wiki without a race. Empty when all is well.
   */
  readonly problems: readonly string[];
}

const PROOF = { wikis: 4, sources: 400, workers: 3, kills: 50, restarts: 2, paragraphs: 60 };
/** Sources of each wiki that are uploaded; a person pushes the others as one commit. */
const UPLOADED = 5;

/**
 * Wikis in repositories, with workers that are killed, a database that is restarted and a person in each wiki who pushes all the time.
 * @param size how many sources and kills
 */
export async function prove(
  cluster: Cluster,
  say: (what: string) => void,
  [sources = PROOF.sources, kills = PROOF.kills]: readonly number[],
): Promise<ProofFigures> {
  const team = await Team.start({ url: cluster.url, wikis: PROOF.wikis, isInGit: true });
  const seen = new Set<TeamWorker>();
  const people = [...team.repositories].map(([wiki, repository], at) => new Person(wiki, repository, at));
  try {
    say(
      `workers: ${sources} sources in ${PROOF.wikis} wikis, ${kills} kills, ${PROOF.restarts} restarts of the database`,
    );
    await begin(team, sources);
    const stopping = new AbortController();
    const writing = people.map((person) => person.writeUntil(stopping.signal));
    const done = await disturb(cluster, team, { sources, kills, seen });
    await stopAll(team);
    say('workers: applying');
    const checked = await check(team, sources / PROOF.wikis);
    stopping.abort();
    await Promise.all(writing);
    for (const wiki of team.wikis) await team.ask('POST', wiki, '/ingest', {});
    const lost = people.map((person) => person.check(team));
    const pages = team.wikis.map((wiki) => team.verify(wiki));
    const problems = [
      ...checked.problems,
      ...lost.flat(),
      ...pages.flatMap(({ failures }, at) =>
        failures.map((each) => `${team.wikis[at] ?? ''}: ${JSON.stringify(each)}`),
      ),
    ];
    const warnings: Record<string, number> = {};
    for (const { log } of seen) countWarnings(log, warnings);
    countWarnings(team.warnings, warnings);
    return {
      ...{ wikis: PROOF.wikis, sources, workers: PROOF.workers, ...done, ...checked, warnings, problems },
      pages: pages.reduce((sum, each) => sum + each.pages, 0),
      personCommits: people.reduce((sum, { commits }) => sum + commits, 0),
      lostRaces: Object.fromEntries(people.map((person) => [person.wiki, person.lostRaces(team)])),
    };
  } finally {
    await team.close();
  }
}

/** Sources, some uploaded and the others pushed, all queued. */
async function begin(team: Team, count: number): Promise<void> {
  for (const [wiki, texts] of houses(team.wikis, count, PROOF.paragraphs)) {
    const repository = team.repositories.get(wiki);
    const all = Object.entries(texts);
    repository?.write(Object.fromEntries(all.slice(UPLOADED).map(([name, text]) => [`sources/${name}`, text])));
    repository?.write({ [NOTES]: NOTES_PAGE });
    await repository?.share('Add sources and a page');
    await team.upload(wiki, Object.fromEntries(all.slice(0, UPLOADED)));
  }
  for (const wiki of team.wikis) await team.ingest(wiki);
}

interface Disturbance {
  readonly sources: number;
  readonly kills: number;
  /** Every worker that was started. */
  readonly seen: Set<TeamWorker>;
}

/** Kills workers and restarts the database while they do all jobs. */
async function disturb(
  cluster: Cluster,
  team: Team,
  { sources, kills, seen }: Disturbance,
): Promise<Pick<ProofFigures, 'kills' | 'databaseRestarts' | 'seconds'>> {
  const next = numbers(11);
  const start = (): void => void seen.add(team.work());
  for (let at = 0; at < PROOF.workers; at += 1) start();
  const began = performance.now();
  let [killed, restarted] = [0, 0];
  for (let left = sources; left > 0;) {
    const { queued = 0, running = 0, interrupted = 0 } = await team.counts();
    left = queued + running + interrupted;
    const share = 1 - left / sources;
    if (restarted < PROOF.restarts && share >= (restarted + 1) / (PROOF.restarts + 1)) {
      restarted += 1;
      cluster.restart();
    } else if (killed < kills && share >= killed / (kills + 1)) {
      await sleep(next() * 300);
      await [...team.workers][Math.floor(next() * team.workers.size)]?.stop('SIGKILL');
      killed += 1;
      start();
    } else await sleep(50);
  }
  return { kills: killed, databaseRestarts: restarted, seconds: (performance.now() - began) / 1000 };
}

type Checked = Pick<
  ProofFigures,
  'startsAgain' | 'proposals' | 'failures' | 'applied' | 'answers503' | 'otherPages' | 'problems'
>;

/** Applies everything, in all wikis at the same time, and looks for what is missing or there twice. */
async function check(team: Team, sources: number): Promise<Checked> {
  const sum = {
    startsAgain: 0,
    proposals: 0,
    failures: [] as string[],
    applied: 0,
    answers503: 0,
    otherPages: [] as string[],
    problems: [] as string[],
  };
  const checkWiki = async (wiki: string): Promise<void> => {
    const jobs = await team.jobs(wiki);
    const proposed = await team.proposed(wiki);
    sum.proposals += proposed.size;
    for (const { title, attempts, failure } of jobs) {
      sum.startsAgain += Math.max(0, attempts - 1);
      if (failure !== null) sum.failures.push(failure.code);
      const results = [...proposed.values()].filter((source) => source === title).length + (failure === null ? 0 : 1);
      if (results !== 1) sum.problems.push(`${wiki} ${title}: ${results} results`);
    }
    if (jobs.length !== sources) sum.problems.push(`${wiki}: ${jobs.length} jobs`);
    for (const [id, source] of proposed) {
      const created = await team.created(wiki, id);
      if (created.length !== 1) sum.otherPages.push(`${wiki} ${source}: ${created.join(', ')}`);
      const kind = await applied(team, wiki, id, () => (sum.answers503 += 1));
      if (kind === 'applied') sum.applied += 1;
      else sum.problems.push(`${wiki} ${source}: ${kind}`);
    }
    sum.problems.push(...inHistory(wiki, team.repositories.get(wiki), proposed));
  };
  await Promise.all(team.wikis.map(checkWiki));
  return sum;
}

/** As a caller does who is told to come again later. @returns how it ended */
async function applied(team: Team, wiki: string, id: string, onBusy: () => void): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    const ended = await team.apply(wiki, id).catch(String);
    if (tries === 10 || !ended.includes(': 503 ')) return ended;
    onBusy();
    await sleep(5_000);
  }
}

/** Each proposal is one commit, and each source is in the log once. */
function inHistory(
  wiki: string,
  repository: TeamRepository | undefined,
  proposed: ReadonlyMap<string, string>,
): readonly string[] {
  const messages = repository?.messages() ?? [];
  const log = repository === undefined ? '' : git(repository.remote, 'show', 'main:_log.md');
  return [...proposed].flatMap(([id, source]) => {
    const commits = messages.filter((message) => message.includes(`\nProposal: ${id}\n`)).length;
    const entries = log.split(`ingest | ${source}\n`).length - 1;
    return commits === 1 && entries === 1
      ? []
      : [`${wiki} ${source}: ${commits} commits, ${entries} entries in the log`];
  });
}

function countWarnings(log: readonly string[], warnings: Record<string, number>): void {
  for (const line of log) {
    const { level, message, code, cause, at } = readLine(line);
    if (level === 'info') continue;
    const what = [message, code, cause, at].filter((part) => typeof part === 'string').join(', ');
    warnings[what] = (warnings[what] ?? 0) + 1;
  }
}

/** A line that is cut off, or of Node itself, is a message too. */
function readLine(line: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(line) as Readonly<Record<string, unknown>>;
  } catch {
    return { message: line };
  }
}
