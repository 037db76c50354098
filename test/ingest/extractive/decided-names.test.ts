import { silentRun, YieldBudget } from '../../../src/base';
import { withDecidedNames } from '../../../src/ingest/extractive/decided-names';
import { parseSource } from '../../../src/ingest/extractive/parse-source';
import { extractTerms } from '../../../src/ingest/extractive/terms';
import { nameDecisions } from '../../../src/workspace';
import { readSnapshot } from '../../../src/wiki';
import { CuratedWiki, prose } from '../support/curated-wiki';

it('a source with very many names asks for the decision about each a few times, not once for each other one', async () => {
  const names = Array.from({ length: 2_000 }, (_, at) => `Ann B${at.toString(16)}x is a baker. `);
  const pace = new YieldBudget(silentRun);
  const parsed = await parseSource(prose(names.join('')), pace);
  const unknown = await extractTerms(parsed, pace);
  const { vault, lens } = await CuratedWiki.of({});
  const snapshot = await readSnapshot({ vault, lens, run: silentRun });
  const decided = nameDecisions(snapshot.manifest);
  let asked = 0;
  const counted = { ...decided, titleFor: (name: string) => ((asked += 1), decided.titleFor(name)) };
  const matched = withDecidedNames({ subjects: new Map(), unknown, notes: [] }, { snapshot }, counted, parsed);
  expect(unknown.length).toBeGreaterThan(1_500);
  expect(matched.unknown).toEqual(unknown);
  expect(asked).toBeLessThanOrEqual(3 * unknown.length);
});
