import { silentRun } from '../../src/base';
import { changedSection, currentKey, type ChangedStatement } from '../../src/ingest/changed-since';
import { readSnapshot } from '../../src/wiki';
import { CuratedWiki, page } from './support/curated-wiki';

const NOTE = { label: 'memoir-1', content: '[memoir], line 1: “The tower has nine steps.”' };
const NINE: ChangedStatement = {
  ...{ said: 'The tower has nine steps.', note: NOTE, now: 'The tower has eleven steps | and a rail.' },
  ...{ page: '[[tower|Tower]]', by: '[[2003-survey|Survey, 2003-01-02]]' },
};
const SUMMARY = 'A memoir.\n\n## What it says\n\n- The tower has nine steps.[^memoir-1]';

/** The summary with what newer sources changed, as a new version of the wiki would have it. */
async function changed(
  body: string,
  statements: readonly ChangedStatement[],
  again: Parameters<typeof changedSection>[5] = new Map(),
): Promise<string | null> {
  const text = page('memoir-summary', 'Memoir', body, 'sources:\n  - sources/memoir.md\n');
  const { vault, lens } = await CuratedWiki.of({ 'summaries/memoir-summary.md': text });
  const snapshot = await readSnapshot({ vault, lens, run: silentRun });
  const own = snapshot.pages.get('summaries/memoir-summary.md');
  if (own === undefined) throw new Error('the summary is not in the wiki');
  const edit = changedSection(own, text, 'memoir', statements, new Map([[NOTE.label, NOTE.content]]), again);
  return edit === null
    ? null
    : ((text.slice(0, edit.start) + edit.text + text.slice(edit.end)).split('# Memoir\n\n')[1]?.trimEnd() ?? '');
}

const ROW =
  '| The tower has nine steps.[^memoir-1] | The tower has eleven steps, and a rail. | [[tower\\|Tower]] | [[2003-survey\\|Survey, 2003-01-02]] |';
const SECTION = `## Changed since\n\nLater sources changed 1 statement of this one. [memoir]\n\n| It said | What is said now | Page | Source |\n| --- | --- | --- | --- |\n${ROW}`;

describe('what newer sources changed of a summary', () => {
  it('stands above what its source says, once', async () => {
    expect(await changed(SUMMARY, [NINE])).toBe(SUMMARY.replace('## What', `${SECTION}\n\n## What`));
    expect(await changed(SUMMARY.replace('## What', `${SECTION}\n\n## What`), [NINE])).toBeNull();
  });

  it('follows what is said now, and keeps what a person wrote into the section', async () => {
    const mine = `${SECTION.replace('[memoir]\n', '[memoir]\n\nI counted them myself.\n')}\n| A row of mine | |`;
    const again = new Map([
      [currentKey(NINE.now), { now: 'It has a ramp.', page: '[[tower|Tower]]', by: '[[2010-note]]' }],
    ]);
    const after = await changed(SUMMARY.replace('## What', `${mine}\n\n## What`), [], again);
    expect(after).toBe(
      SUMMARY.replace(
        '## What',
        `${mine.replace(ROW, '| The tower has nine steps.[^memoir-1] | It has a ramp. | [[tower\\|Tower]] | [[2010-note]] |')}\n\n## What`,
      ),
    );
  });

  it('is nothing where nothing changed', async () => {
    expect(await changed(SUMMARY, [])).toBeNull();
  });
});
