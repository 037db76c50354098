/**
 * Promise 20. Backlogs are flat: the thousandth source costs what the first did, in time and on disk.
 *
 * Nothing is timed. Sources that resemble each other are ingested in one go, and the vault counts how often something is asked of it, and
 * how large the state of the wiki is.
 */
import { silentRun, type Run } from '../../src/base';
import { MemoryVault, type Vault } from '../../src/vault';
import { steadyClock, testWiki } from '../support/wiki';

const SOURCES = 48;
/** Sources that are added up: the wiki is empty before the first ones. */
const WINDOW = 12;

const SYLLABLES = [
  'ka',
  'ro',
  'mi',
  'ven',
  'ta',
  'lu',
  'sor',
  'ne',
  'bel',
  'ou',
  'dri',
  'fa',
  'gan',
  'pi',
  'wes',
  'zu',
];

/** A word of three syllables, another one for each number. */
function word(number: number): string {
  return [number, Math.floor(number / 16), number + Math.floor(number / 256)]
    .map((at) => SYLLABLES[at % SYLLABLES.length] ?? '')
    .join('');
}

const name = (number: number): string => word(number).replace(/^./, (letter) => letter.toUpperCase());

/** A source about a harbour of its own, which names a river that three others name, and an office that all name. */
function source(at: number): string {
  const [harbour, river] = [`${name(at * 7 + 3)} Harbour`, `${name(900 + Math.floor(at / 4))} River`];
  const paragraphs = Array.from({ length: 6 }, (_, part) => {
    const [one, two, three] = [word(at * 31 + part * 5), word(at * 17 + part * 3 + 1), word(at * 13 + part * 11 + 2)];
    const office =
      part % 3 === 0 ? ` The Lake Office wrote a letter about ${three} to its clerk there.` : ` It kept ${three}.`;
    return `In ${1800 + part} ${harbour} shipped ${one} and ${two} to the towns on the ${river}.${office}`;
  });
  return `# ${harbour}\n\n${harbour} is a port at the mouth of the ${river}.\n\n${paragraphs.join('\n\n')}\n`;
}

/** Counts what is asked of it. */
class CountingVault extends MemoryVault {
  calls = 0;
  /** Bytes of each file of the wiki's state. */
  readonly #state = new Map<string, number>();

  get state(): number {
    return [...this.#state.values()].reduce((sum, size) => sum + size, 0);
  }

  override list(folder: string): ReturnType<Vault['list']> {
    this.calls += 1;
    return super.list(folder);
  }

  override async readText(path: string): Promise<string> {
    this.calls += 1;
    return super.readText(path);
  }

  override async readBytes(path: string): Promise<Uint8Array> {
    this.calls += 1;
    return super.readBytes(path);
  }

  override async write(path: string, ...rest: [content: string | Uint8Array, options?: object]): Promise<void> {
    await super.write(path, ...rest);
    this.calls += 1;
    if (path.startsWith('.wiki/')) this.#state.set(path, rest[0].length);
  }

  override async rename(from: string, to: string): Promise<void> {
    await super.rename(from, to);
    const size = this.#state.get(from);
    this.#state.delete(from);
    if (size !== undefined) this.#state.set(to, size);
  }

  override async remove(path: string): Promise<void> {
    await super.remove(path);
    this.#state.delete(path);
  }
}

interface Costs {
  readonly calls: number;
  readonly state: number;
}

/** What each {@link WINDOW} of sources costs. */
async function ingestAll(apply: boolean): Promise<readonly Costs[]> {
  const vault = new CountingVault({}, steadyClock());
  const texts = Array.from({ length: SOURCES }, (_, at) => source(at));
  const files = texts.map((text, at) => [`sources/${String(at).padStart(3, '0')}.md`, text]);
  const wiki = await testWiki(Object.fromEntries(files) as Record<string, string>, vault);
  const workbench = await wiki.open();
  const marks: Costs[] = [];
  let isMarked = -1;
  const run: Run = {
    ...silentRun,
    progress: ({ stage, done }) => {
      if (stage !== 'Reading sources' || done % WINDOW !== 0 || done === isMarked) return;
      isMarked = done;
      marks.push({ calls: vault.calls, state: vault.state });
    },
  };
  const { proposals, failed } = await workbench.ingest({ curator: 'extractive', apply }, run);
  expect(failed).toEqual([]);
  expect(proposals).toHaveLength(SOURCES);
  expect(proposals.every(({ applied }) => applied === apply)).toBe(true);
  // What a proposal says that it fixes is kept with it: it must not grow with what waits before it.
  const fixes = proposals.map(({ findings }) => findings.fixed.length);
  expect(Math.max(...fixes.slice(-WINDOW))).toBeLessThanOrEqual(Math.max(...fixes.slice(0, WINDOW)));
  await workbench.close();
  return marks.slice(1).map((mark, at) => ({
    calls: mark.calls - (marks[at]?.calls ?? 0),
    state: mark.state - (marks[at]?.state ?? 0),
  }));
}

describe.each([
  ['applied', true],
  ['waiting', false],
])('a backlog of sources that are %s', (_, apply) => {
  it('asks no more of the disk for the last sources than for the first, and keeps no more of them', async () => {
    const windows = await ingestAll(apply);
    const [first, last] = [windows[0], windows.at(-1)];
    expect(windows).toHaveLength(SOURCES / WINDOW);
    expect((last?.calls ?? Infinity) / (first?.calls ?? 0)).toBeLessThan(1.2);
    // The page of the office grows with each source, and is kept as a whole now and then; kept whole each time, the last sources take twice as much.
    expect((last?.state ?? Infinity) / (first?.state ?? 0)).toBeLessThan(1.5);
  }, 120_000);
});
