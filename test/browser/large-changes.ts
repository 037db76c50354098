import { buildCreation, buildUpdate, type ChangeSet, type FileEdit } from '../../src/change';
import { ProposalStore } from '../../src/proposal';
import { type PageVault } from '../host/page/options';
import { countingRandom, steadyClock, testDevice, testWiki } from '../support/wiki';

/** Changes of one long page, in ways that leave a screen little to hold on to. */

export const LINES = 6_000;

export interface LargeChange {
  readonly files: PageVault;
  readonly id: string;
}

const PATH = 'concepts/long.md';
const HEAD = `---\nschema: knowledge/v1\nslug: long\nkind: concept\ntitle: long\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\n# long\n\n`;
const many = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('');
const lampLine = (at: number): string => `Line ${at} says something about the lamp.\n`;
const towerLine = (at: number): string => `Line ${at} tells something about the tower.\n`;

async function withProposal(files: Record<string, string>, edit: FileEdit): Promise<LargeChange> {
  const wiki = await testWiki(files);
  const store = new ProposalStore(wiki.vault, { clock: steadyClock(), random: countingRandom(), device: testDevice() });
  const changeSet: ChangeSet = {
    ...{ title: 'A large change', producer: 'ingest', files: [edit], notes: [], facts: {}, sources: [] },
    log: { event: 'ingest', subject: 'long', bullets: [] },
  };
  const { id } = await store.add(changeSet, { guard: [], introduced: [], fixed: [] }, []);
  const found: Record<string, { base64: string }> = {};
  const walk = async (folder: string): Promise<void> => {
    for (const { kind, path } of await wiki.vault.list(folder)) {
      if (kind === 'folder') await walk(path);
      else found[`w/${path}`] = { base64: Buffer.from(await wiki.vault.readBytes(path)).toString('base64') };
    }
  };
  await walk('');
  return { files: found, id };
}

const created = (body: string): Promise<LargeChange> =>
  withProposal({}, buildCreation({ path: PATH, why: [], parts: [{ text: HEAD + body, reason: 'Because.' }] }));

function updated(
  body: string,
  splices: (base: string) => readonly { readonly start: number; readonly end: number; readonly text: string }[],
): Promise<LargeChange> {
  const base = HEAD + body;
  const edits = splices(base).map((each) => ({ ...each, reason: 'Because.' }));
  return withProposal({ [PATH]: base }, buildUpdate({ path: PATH, base, why: [], splices: edits }));
}

export const LARGE_CHANGES: Readonly<Record<string, () => Promise<LargeChange>>> = {
  'a new page of 6,000 lines': () => created(many(LINES, lampLine)),
  'a new page of 6,000 paragraphs': () => created(many(LINES, (at) => `${lampLine(at)}\n`)),
  'a page of 6,000 lines that are all replaced': () =>
    updated(many(LINES, lampLine), (base) => [{ start: HEAD.length, end: base.length, text: many(LINES, towerLine) }]),
  'a page of 6,000 paragraphs that are all replaced': () =>
    updated(
      many(LINES, (at) => `${lampLine(at)}\n`),
      (base) => [{ start: HEAD.length, end: base.length, text: many(LINES, (at) => `${towerLine(at)}\n`) }],
    ),
  'a page of 6,000 paragraphs with 500 changes': () =>
    updated(
      many(LINES, (at) => `${lampLine(at)}\n`),
      (base) =>
        Array.from({ length: 500 }, (_, at) => {
          const start = base.indexOf(`Line ${at * 12} says`);
          return { start, end: start + 4, text: 'Row' };
        }),
    ),
  'a line of 40,000 words': () => created(`${many(40_000, (at) => `word${at} `)}\n`),
  'a list of 6,000 tags': () =>
    withProposal(
      {},
      buildCreation({
        path: PATH,
        why: [],
        parts: [
          { text: HEAD.replace('kind:', `tags:\n${many(LINES, (at) => `  - tag-${at}\n`)}kind:`), reason: 'Because.' },
        ],
      }),
    ),
};
