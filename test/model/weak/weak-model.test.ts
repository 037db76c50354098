import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { isWikiError, silentRun, type Run } from '../../../src/base';
import {
  DIGEST_MAX_BYTES,
  harvestConversations,
  Memory,
  NO_MODEL_SETTINGS,
  readKeptHarvest,
  waitingHarvests,
  Workbench,
  type IngestResult,
  type LintResult,
  type ModelHost,
  verify,
} from '../../../src/workbench';
import { MemoryVault } from '../../../src/vault';
import { countingRandom, steadyClock, testWiki, treeOf } from '../../support/wiki';

/**
 * A real language model of 135 million parameters, which understands little of what it is asked. What it says is not
 * judged here: only that nothing it says breaks a promise. `scripts/weak-model.mjs` fetches it.
 */

const folder = process.env.LIVING_WIKI_WEAK_MODEL ?? path.join(homedir(), '.cache', 'living-wiki', 'weak-model');
const isThere = ['model.gguf', 'ready'].every((name) => existsSync(path.join(folder, name)));

/** How long the model may take, in milliseconds; what is not answered then is given up. */
const PATIENCE = 90_000;
/** The same for a harvest of one short conversation. */
const HARVEST_PATIENCE = 40_000;
const SOURCE = 'sources/lens.md';
const WORDS = `# Fresnel lenses

A Fresnel lens is a lens built from concentric rings of prisms. Augustin Fresnel brought it to lighthouses in 1823.
`;

const children: ChildProcess[] = [];
afterAll(() => children.forEach((child) => child.kill()));

/** Starts the server and waits for its address. */
async function serve(): Promise<string> {
  const started = spawn(process.execPath, [path.join(__dirname, 'server.mjs'), folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(started);
  for await (const line of createInterface({ input: started.stdout })) {
    if (line.startsWith('http://127.0.0.1:')) return line;
  }
  throw new Error('the server of the weak model ended before it said its address');
}

const timer: ModelHost['timer'] = {
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const wait = setTimeout(resolve, ms);
      const stop = (): void => {
        clearTimeout(wait);
        resolve();
      };
      signal.addEventListener('abort', stop, { once: true });
    }),
};

const errorsOf = ({ findings }: LintResult): string[] =>
  findings.filter(({ severity }) => severity === 'error').map(({ rule, path: at }) => `${rule} ${at}`);

(isThere ? it : it.skip)(
  `nothing that a real, weak model says breaks a promise${isThere ? '' : ` (its package or its runtime is not in ${folder}: node scripts/weak-model.mjs)`}`,
  async () => {
    const wiki = await testWiki({ [SOURCE]: WORDS });
    const asked: string[] = [];
    const model: ModelHost = {
      settings: { ...NO_MODEL_SETTINGS, baseUrl: await serve(), model: 'smollm2-135m' },
      fetch: (address, init) => {
        asked.push(new URL(address instanceof Request ? address.url : address).pathname);
        return fetch(address, init);
      },
      timer,
    };
    const { vault, clock, random } = wiki;
    const workbench = await Workbench.open({ vault, root: '', clock, random, model });
    const before = await wiki.tree();
    const errors = errorsOf(await workbench.lint({}));

    const run: Run = { ...silentRun, signal: AbortSignal.timeout(PATIENCE) };
    // Too slow is no broken promise, and anything else that is thrown is one.
    const ingest = (apply: boolean): Promise<IngestResult | null> =>
      workbench.ingest({ curator: 'model', apply }, run).catch((error: unknown) => {
        expect(isWikiError(error) ? error.code : error).toBe('living-wiki:cancelled');
        return null;
      });

    const proposed = await ingest(false);
    expect(asked).toContain('/v1/chat/completions');
    expect(await wiki.tree()).toEqual(before);
    expect((await workbench.status()).sources.pending).toEqual([SOURCE]);
    if (proposed !== null) {
      expect([...proposed.failed.map(({ path: at }) => at), ...proposed.proposals.map(({ source }) => source)]).toEqual(
        [SOURCE],
      );
      for (const { code } of proposed.failed) expect(code).toMatch(/^living-wiki:model_/);
    }
    for (const { id } of proposed?.proposals ?? []) {
      const { changeSet, checks } = await workbench.findProposal(id);
      expect(changeSet.facts).toMatchObject({ curator: 'model', model: 'smollm2-135m' });
      expect(checks.introduced.filter(({ severity }) => severity === 'error')).toEqual([]);
      const evidence = changeSet.files.flatMap(({ hunks }) => hunks.flatMap((hunk) => hunk.evidence));
      for (const { verdict, quote } of evidence) expect(verdict).toBe(WORDS.includes(quote) ? 'found' : 'not-found');
    }

    const applied = await ingest(true);
    const isApplied = applied?.proposals.some((proposal) => proposal.applied) ?? false;
    expect((await workbench.status()).sources.pending).toEqual(isApplied ? [] : [SOURCE]);
    if (!isApplied) expect(await wiki.tree()).toEqual(before);
    expect(errorsOf(await workbench.lint({}))).toEqual(errors);
    expect(await verify(workbench)).toMatchObject({ ok: true });
    expect((await treeOf(vault))[SOURCE]).toBe(WORDS);
  },
  PATIENCE + 30_000,
);

(isThere ? it : it.skip)(
  'nothing that it answers cites what was not read, and nothing is written',
  async () => {
    const folders = ['concepts', 'entities', 'comparisons'];
    const example = path.join(__dirname, '..', '..', '..', 'examples', 'vault', 'lighthouse');
    const files = Object.fromEntries(
      folders.flatMap((name) =>
        readdirSync(path.join(example, name)).map((file) => [
          `${name}/${file}`,
          readFileSync(path.join(example, name, file), 'utf8'),
        ]),
      ),
    );
    const wiki = await testWiki(files);
    const { vault, clock, random } = wiki;
    const model: ModelHost = {
      settings: { ...NO_MODEL_SETTINGS, baseUrl: await serve(), model: 'smollm2-135m' },
      fetch: (address, init) => fetch(address, init),
      timer,
    };
    const workbench = await Workbench.open({ vault, root: '', clock, random, model });
    const before = await wiki.tree();
    const run: Run = { ...silentRun, signal: AbortSignal.timeout(PATIENCE) };
    try {
      const answer = await workbench.ask('What is a Fresnel lens?', { steps: 3 }, run);
      const read = new Map(answer.read.map((page) => [page.path, page.sections]));
      for (const { path: cited, section } of answer.citations) {
        expect(read.has(cited)).toBe(true);
        if (section !== null) expect(read.get(cited)).toContain(section);
      }
      expect([...answer.text.matchAll(/\[\[[^\]]*\]\]/g)].length).toBeGreaterThanOrEqual(answer.citations.length);
      expect(answer.text + answer.gaps.join('') + answer.notes.join('')).not.toBe('');
    } catch (error) {
      // Too slow, or an error with a name.
      expect(isWikiError(error) ? error.code : error).toMatch(/^living-wiki:(?:cancelled|model_)/);
    }
    expect(await wiki.tree()).toEqual(before);
    expect((await workbench.usage(1)).total.calls).toBeGreaterThan(0);
  },
  PATIENCE + 30_000,
);

(isThere ? it : it.skip)(
  'a harvest keeps what the conversation says, marks what it does not, or fails and keeps it',
  async () => {
    const talk = 'User: How much oil does the lamp burn?\n\nAssistant: Two litres a night. We use the log of 1911.\n';
    const vault = new MemoryVault({}, steadyClock());
    let asked = 0;
    const memory = await Memory.open(
      {
        vault,
        lock: { acquire: () => Promise.resolve(() => Promise.resolve()) },
        clock: { now: () => Date.parse('2026-06-20T12:00:00Z') },
        random: countingRandom(),
        identify: () => Promise.resolve(null),
        trash: (at) => Promise.resolve(`.trash/${at}`),
        model: {
          settings: { ...NO_MODEL_SETTINGS, baseUrl: await serve(), model: 'smollm2-135m' },
          fetch: (address, init) => {
            asked++;
            return fetch(address, init);
          },
          timer,
        },
      },
      silentRun,
    );
    const input = {
      path: 'lamp.md',
      changedAt: Date.parse('2026-06-20T11:00:00Z'),
      isKept: false,
      async *chunks() {
        yield new TextEncoder().encode(talk);
      },
    };
    const run: Run = { ...silentRun, signal: AbortSignal.timeout(HARVEST_PATIENCE) };
    const result = await harvestConversations(memory, [input], { apply: false }, run).catch((error: unknown) => {
      expect(isWikiError(error) ? error.code : error).toBe('living-wiki:cancelled');
      return null;
    });
    for (const { error } of result?.conversations ?? []) {
      if (error !== null) expect(error.code).toMatch(/^living-wiki:(?:harvest_failed|cancelled|model_)/);
    }
    expect(asked).toBeGreaterThan(0);
    if (result?.conversations.some(({ outcome }) => outcome === 'failed') === true) {
      expect([...(await memory.ledger()).values()]).toMatchObject([{ status: 'harvest-failed', deleted: false }]);
    }
    expect(await vault.stat('facts.md')).toBeNull();
    for (const proposal of await waitingHarvests(memory)) {
      const items = readKeptHarvest(proposal.changeSet)?.items ?? [];
      for (const { quote } of items) if (quote !== null) expect(talk).toContain(quote);
      await memory.apply(proposal, new Set(items.map(({ hunk }) => hunk)), silentRun);
      const digest = await vault.readText('digest.md');
      expect(new TextEncoder().encode(digest).length).toBeLessThanOrEqual(DIGEST_MAX_BYTES);
    }
  },
  HARVEST_PATIENCE + 30_000,
);
