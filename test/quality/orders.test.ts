import { silentRun } from '../../src/base';
import { readLedger } from '../../src/wiki';
import { NO_MODEL_SETTINGS, Workbench, type ModelHost } from '../../src/workbench';
import { testWiki } from '../support/wiki';
import { startVerbatimModel, VERBATIM } from './verbatim-model';

/** Sources of one subject, of which later ones repeat, correct and continue earlier ones. */
const SOURCES: readonly (readonly [string, string])[] = [
  [
    'sources/1998-03-14-handbook.md',
    '# Marl Canal\n\nThe Marl Canal was opened in 1801. It has 23 locks, of which 8 are restored.\n\n# Long Pound\n\nThe Long Pound is the summit of the Marl Canal. It is 412 metres long.\n',
  ],
  [
    'sources/2009-11-20-report.md',
    '# Marl Canal\n\nThe Marl Canal was opened in 1803, as the minute book says. 12 of its 23 locks are restored.\n\n# Members\n\nThe trust has 2,140 members.\n',
  ],
  [
    'sources/2024-01-15-letter.md',
    '# Members\n\nThe trust has 3,310 members.\n\n# Marl Canal\n\n19 of its 23 locks are restored.\n\n# Long Pound\n\nThe Long Pound is 412 metres long. It was drained in 2020.\n',
  ],
];

const timer: ModelHost['timer'] = {
  sleep: (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
};

/** Every statement with each passage that supports it, after the sources came in one by one. */
async function claimsAfter(url: string, order: readonly (readonly [string, string])[]): Promise<readonly string[]> {
  const wiki = await testWiki(Object.fromEntries(SOURCES));
  const settings = {
    ...NO_MODEL_SETTINGS,
    baseUrl: url,
    model: VERBATIM,
    overview: 'off' as const,
    rewrite: 'off' as const,
  };
  const { vault, clock, random, device } = wiki;
  const workbench = await Workbench.open({ vault, root: '', clock, random, device, model: { settings, fetch, timer } });
  for (const [source] of order) {
    const { proposals, failed, stopped } = await workbench.ingest({ sources: [source], curator: 'model', apply: true });
    expect([proposals.map(({ applied }) => applied), failed, stopped]).toEqual([[true], [], null]);
  }
  await workbench.close(silentRun);
  const pages = Object.entries(await wiki.tree()).filter(([path]) => /^concepts\/.*\.md$/.test(path));
  const claims = pages.flatMap(([path, text]) =>
    readLedger(text).claims.flatMap(({ key, support }) => support.map((each) => `${path}: ${key} (${each})`)),
  );
  return [...new Set(claims)].sort();
}

it('the same sources in another order give the same claims on the same pages', async () => {
  const server = await startVerbatimModel();
  const [a, b, c] = SOURCES as [(typeof SOURCES)[0], (typeof SOURCES)[0], (typeof SOURCES)[0]];
  const dated = await claimsAfter(server.url, [a, b, c]);
  const others = [
    [c, b, a],
    [b, c, a],
  ];
  expect(dated.length).toBeGreaterThanOrEqual(10);
  for (const order of others) expect(await claimsAfter(server.url, order)).toEqual(dated);
  await server.close();
});
