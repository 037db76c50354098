import fc from 'fast-check';
import { silentRun } from '../../../src/base';
import { checkChangeSet, guard, withDependencies, type ChangeSet } from '../../../src/change';
import { rewritePages, type RewriteRequest } from '../../../src/ingest';
import { buildRewrittenFiles } from '../../../src/ingest/rewrite/build-files';
import { duePages } from '../../../src/ingest/rewrite/due-pages';
import { readRewriteMaterial } from '../../../src/ingest/rewrite/material';
import { readArticle } from '../../../src/ingest/rewrite/written-article';
import { createPageIndex } from '../../../src/search';
import { MemoryVault } from '../../../src/vault';
import { isSaidBy, readLedger, readSnapshot } from '../../../src/wiki';
import { resolveLens } from '../../../src/workspace';
import { says } from '../../model/server/behaviours';
import { ModelServer } from '../../model/server/server';
import { countingRandom, createFixture } from '../../model/support';
import { promptOf, rendered } from '../model-run/support';
import { manifest, NOW, page } from '../support/curated-wiki';

/** A page that grew source by source is written anew, and what it leaves out stays on the summaries of its sources. */

let server: ModelServer;
beforeAll(async () => {
  server = await ModelServer.start();
});
afterAll(() => server.close());

const PAGE = 'entities/halden-light.md';
const SURVEY = [
  'Halden Light was built in 1874 by Ada Holm.',
  'The tower is 29 metres tall.',
  'Peter Lund opened the tender for the paint on 3 May 1875.',
];
const REPORT = [
  'The lamp burned oil until 1931.',
  'Electric light came in 1931 after a fire.',
  'The keeper had 2 cows.',
];
const REMARK = 'My father kept this light.';

const footnotes = (source: string, sentences: readonly string[]): string =>
  sentences.map((text, at) => `[^${source}-${at + 1}]: [${source}], line ${at + 3}: “${text}”`).join('\n');
const cited = (source: string, sentences: readonly string[]): string =>
  sentences.map((text, at) => `${text}[^${source}-${at + 1}]`).join(' ');

function summary(source: string, sentences: readonly string[], more = ''): string {
  const point = sentences[0] ?? '';
  return page(
    source,
    `Summary of ${source}`,
    [
      `## What it says\n\n- ${point}[^${source}-1]\n`,
      '## Pages\n\n- [[halden-light|Halden Light]]\n',
      `[^${source}-1]: [${source}], line 3: “${point}”${more}`,
    ].join('\n'),
    `sources:\n  - sources/${source}.md\n`,
    'summary',
  );
}

function filesOf(body: string): Record<string, string> {
  return {
    'KNOWLEDGE.md': manifest(),
    [PAGE]: page(
      'halden-light',
      'Halden Light',
      `${body}\n\n${footnotes('2001-survey', SURVEY)}\n${footnotes('2002-report', REPORT)}`,
      'sources:\n  - sources/2001-survey.md\n  - sources/2002-report.md\n',
    ),
    'summaries/2001-survey.md': summary('2001-survey', SURVEY),
    'summaries/2002-report.md': summary('2002-report', REPORT),
    'sources/2001-survey.md': `# Survey\n\n${SURVEY.join('\n')}\n`,
    'sources/2002-report.md': `# Report\n\n${REPORT.join('\n')}\n`,
  };
}

const BODY = [cited('2001-survey', SURVEY), REMARK, '## Lamp', cited('2002-report', REPORT)].join('\n\n');

async function requestFor(files: Readonly<Record<string, string>>): Promise<RewriteRequest> {
  const vault = new MemoryVault(files);
  const lens = await resolveLens(vault, 'KNOWLEDGE.md');
  const snapshot = await readSnapshot({ vault, lens, run: silentRun });
  return { snapshot, lens, index: await createPageIndex(snapshot, silentRun), named: [PAGE], now: NOW, run: silentRun };
}

interface Rewritten {
  readonly changeSet: ChangeSet;
  readonly texts: Record<string, string>;
  readonly prompts: readonly string[];
}

async function rewrite(
  answer: (mark: (said: string) => string, nth: number) => string,
  files = filesOf(BODY),
): Promise<Rewritten> {
  const prompts: string[] = [];
  server.script((heard, response) => {
    const prompt = promptOf(heard);
    prompts.push(prompt);
    // The first prompt shows the statements; a repair shows what was answered.
    const mark = (said: string): string => {
      const at = (prompts[0] ?? '').indexOf(said);
      return at < 0 ? 'none' : (/\{(\d+\.\d+)\}/.exec((prompts[0] ?? '').slice(at))?.[0] ?? 'none');
    };
    return says(answer(mark, prompts.length))(heard, response);
  });
  const request = await requestFor(files);
  const changeSet = await rewritePages(request, { model: createFixture(server).model, random: countingRandom() });
  checkChangeSet(changeSet);
  expect(guard({ changeSet, snapshot: request.snapshot }).filter(({ severity }) => severity === 'error')).toEqual([]);
  const all = new Set(changeSet.files.flatMap(({ hunks }) => hunks.map(({ id }) => id)));
  return { changeSet, texts: { ...files, ...rendered(changeSet, all) }, prompts };
}

const article = (mark: (said: string) => string): string =>
  [
    '=== page halden-light',
    `Halden Light is a tower of 29 metres that Ada Holm built in 1874.${mark(SURVEY[0] ?? '')}${mark(SURVEY[1] ?? '')} {o1}`,
    '',
    '## Light',
    `Its lamp burned oil until 1931, when electric light came after a fire.${mark(REPORT[0] ?? '')}${mark(REPORT[1] ?? '')}`,
  ].join('\n');

it('a page becomes one article, and what it leaves out stands word for word on the summary of its source', async () => {
  const { changeSet, texts, prompts } = await rewrite(article);
  expect(changeSet.files.map(({ path }) => path)).toEqual([
    PAGE,
    'summaries/2001-survey.md',
    'summaries/2002-report.md',
  ]);
  expect(prompts).toHaveLength(1);
  expect(prompts[0]).toContain(`{o1: ${REMARK}}`);
  const text = texts[PAGE] ?? '';
  expect(text).toContain('that Ada Holm built in 1874.[^2001-survey-1][^2001-survey-2]');
  expect(text).toContain(REMARK);
  expect(text).not.toContain('Peter Lund');
  const survey = texts['summaries/2001-survey.md'] ?? '';
  expect(survey).toContain(`## More about Halden Light\n\n${SURVEY[2] ?? ''}[^2001-survey-3]\n\n## Pages`);
  expect(survey).toContain(`[^2001-survey-3]: [2001-survey], line 5: “${SURVEY[2] ?? ''}”`);
  expect(survey).not.toContain('29 metres');
  expect(texts['summaries/2002-report.md']).toContain(`${REPORT[2] ?? ''}[^2002-report-3]`);
});

it('a statement that is told with less is kept whole on the summary', async () => {
  const { texts } = await rewrite((mark) => article(mark).replace('that Ada Holm built in 1874', 'of 1874'));
  expect(texts['summaries/2001-survey.md']).not.toContain(`## More about Halden Light\n\n${SURVEY[0] ?? ''}`);
  // Its first point says it already.
  expect(texts['summaries/2001-survey.md']).toContain(`- ${SURVEY[0] ?? ''}[^2001-survey-1]`);
  const less = await rewrite((mark) => article(mark).replace(', when electric light came after a fire', ''));
  expect(less.texts['summaries/2002-report.md']).toContain(`${REPORT[1] ?? ''}[^2002-report-2] ${REPORT[2] ?? ''}`);
});

it('a page without a sentence of its owner is asked for again, and stays as it is if that does not help', async () => {
  const mended = await rewrite((mark, nth) => (nth === 1 ? article(mark).replace(' {o1}', '') : article(mark)));
  expect(mended.prompts).toHaveLength(2);
  expect(mended.prompts[1]).toContain('A sentence of the owner is missing');
  expect(mended.texts[PAGE]).toContain(REMARK);
  const stubborn = await rewrite((mark) => article(mark).replace(' {o1}', ''));
  expect(stubborn.changeSet.files).toEqual([]);
  expect(stubborn.changeSet.notes.join(' ')).toContain(
    'halden-light stays as it is: A sentence of the owner is missing',
  );
});

it('a figure that no statement has, and marks that say something else, are sent back', async () => {
  const { prompts } = await rewrite((mark, nth) =>
    nth === 1
      ? article(mark)
          .replace('a tower of 29 metres', 'a tower of 31 metres')
          .replace(
            '## Light\n',
            `## Light\nThe keeper of this place had cows and fed them daily.${mark(SURVEY[0] ?? '')} `,
          )
      : article(mark),
  );
  expect(prompts[1]).toContain('"31"');
  expect(prompts[1]).toContain('What these marks stand for says something else: "The keeper of this place had cows');
});

it('a page that the model leaves out stays as it is, without a second call', async () => {
  const { changeSet, prompts } = await rewrite(() => '=== page none');
  expect(prompts).toHaveLength(1);
  expect(changeSet.files).toEqual([]);
  expect(changeSet.notes).toEqual(['The model left as they are: halden-light.']);
  expect(changeSet.facts.rewritten).toEqual({ [PAGE]: 2 });
});

it('a sentence without a mark that only leads to the next is asked for with one', async () => {
  const { prompts, texts } = await rewrite((mark, nth) =>
    nth === 1
      ? article(mark).replace('## Light\n', '## Light\nTwo things came at once. ')
      : article(mark).replace('## Light\n', `## Light\nTwo things came at once.${mark(REPORT[1] ?? '')} `),
  );
  expect(prompts[1]).toContain('This has no mark of a unit and is left out: "Two things came at once."');
  expect(texts[PAGE]).toContain('Two things came at once.[^2002-report-2]');
});

it('a contradiction that waits for a person stays', async () => {
  const callout =
    '> [!warning] Contradiction: the height\n> The survey says: “The tower is 29 metres tall.”[^2001-survey-2]';
  const files = filesOf(BODY.replace('## Lamp', `${callout}\n\n## Lamp`));
  const { texts, prompts } = await rewrite(
    (mark, nth) => (nth === 1 ? article(mark) : `${article(mark)}\n\n{b3}`),
    files,
  );
  expect(prompts[1]).toContain('Block b3 waits for a person and is missing');
  expect(texts[PAGE]).toContain(callout);
});

it('a label that stands for something else on the summary gets a letter', async () => {
  const files = filesOf(BODY);
  files['summaries/2001-survey.md'] = summary(
    '2001-survey',
    SURVEY,
    '\n[^2001-survey-3]: [2001-survey], line 9: “Another passage.”',
  ).replace('- Halden', '- Another passage.[^2001-survey-3]\n- Halden');
  const { texts } = await rewrite(article, files);
  expect(texts['summaries/2001-survey.md']).toContain(`${SURVEY[2] ?? ''}[^2001-survey-3b]`);
  expect(texts['summaries/2001-survey.md']).toContain(`[^2001-survey-3b]: [2001-survey], line 5: “${SURVEY[2] ?? ''}”`);
});

it('a page and what is kept of it are accepted and rejected together', async () => {
  const { changeSet } = await rewrite(article);
  const ids = changeSet.files.flatMap(({ hunks }) => hunks.map(({ id }) => id));
  for (const id of ids) {
    expect(withDependencies(changeSet, [id], 'accept')).toEqual(new Set(ids));
    expect(withDependencies(changeSet, [id], 'reject')).toEqual(new Set(ids));
  }
});

it('rows and items are kept as rows below their head, and as items below what leads into them', async () => {
  const table = [
    'The lamps were:[^2002-report-1]',
    '',
    `- oil until 1931[^2002-report-1]\n- electric light, after a fire[^2002-report-2]`,
    '',
    `| What | How many |\n| --- | --- |\n| cows | 2[^2002-report-3] |\n| towers | 1[^2001-survey-2] |`,
  ].join('\n');
  const files = filesOf([cited('2001-survey', SURVEY), REMARK, '## Lamp', table].join('\n\n'));
  const { texts } = await rewrite((mark) => article(mark).split('\n\n')[0] ?? '', files);
  const report = texts['summaries/2002-report.md'] ?? '';
  expect(report).toContain(
    'The lamps were:[^2002-report-1]\n\n- electric light, after a fire[^2002-report-2]\n\n| What | How many |\n| --- | --- |\n| cows | 2[^2002-report-3] |',
  );
  expect(texts['summaries/2001-survey.md']).toContain('| towers | 1[^2001-survey-2] |');
});

it('whatever a new text keeps, every statement stands somewhere', async () => {
  const request = await requestFor(filesOf(BODY));
  const { pages } = duePages(request.snapshot, request);
  const material = await readRewriteMaterial(request, pages, { random: countingRandom() });
  const [view] = material.views.values();
  if (view === undefined) throw new Error('no page');
  const sentences = view.ledger.claims.filter(({ support }) => support.length > 0);
  const written = sentences.map((claim) => {
    const marks = claim.notes.map((note) => `{${material.marks.forNote(note)}}`).join('');
    return { whole: `${claim.text}${marks}`, half: `${claim.text.split(' ').slice(0, 3).join(' ')}.${marks}` };
  });
  fc.assert(
    fc.property(
      fc.shuffledSubarray([...written.keys()]),
      fc.array(fc.boolean(), { minLength: written.length, maxLength: written.length }),
      (order, halves) => {
        const said = order.map((at) => (halves[at] === true ? written[at]?.half : written[at]?.whole) ?? '');
        const raw = { ...EMPTY, slug: 'halden-light', markdown: `${said.join(' ')} {o1}` };
        const made = readArticle(view, raw, material);
        const files = buildRewrittenFiles(request, [made], material);
        const all = new Set(files.flatMap(({ hunks }) => hunks.map(({ id }) => id)));
        const texts = rendered({ files } as ChangeSet, all);
        const claims = Object.values({ ...filesOf(BODY), ...texts })
          .filter((text) => text.startsWith('---'))
          .flatMap((text) => readLedger(text).claims);
        for (const claim of sentences) expect([claim.text, isSaidBy(claim, claims)]).toEqual([claim.text, true]);
        expect(claims.some(({ text }) => text === REMARK)).toBe(true);
      },
    ),
  );
});

const EMPTY = { left: [], edits: [], dropped: [], conflicts: [], aliases: [], confidence: null, unread: [] };

it('pages of several sources are due that got as many since they were last written anew as are asked for', async () => {
  const long = Array.from({ length: 40 }, () => cited('2001-survey', SURVEY)).join(' ');
  const { snapshot } = await requestFor(filesOf(`${long}\n\n${BODY}`));
  const paths = (minNew: number, rewritten: ReadonlyMap<string, number>): readonly string[] =>
    duePages(snapshot, { minNew, rewritten }).pages.map(({ path }) => path);
  expect(paths(1, new Map())).toEqual([PAGE]);
  expect(paths(1, new Map([[PAGE, 1]]))).toEqual([PAGE]);
  expect(paths(1, new Map([[PAGE, 2]]))).toEqual([]);
  expect(paths(3, new Map())).toEqual([]);
  expect(duePages((await requestFor(filesOf(BODY))).snapshot, {}).pages).toEqual([]);
});
