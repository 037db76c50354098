import fc from 'fast-check';
import { silentRun } from '../../../src/base';
import { hunksToAccept, nameLosses, type ChangeSet } from '../../../src/change';
import { isModelError } from '../../../src/model';
import { allHunkIds } from '../../../src/proposal';
import { readLedger } from '../../../src/wiki';
import { page } from '../support/curated-wiki';
import { says } from '../../model/server/behaviours';
import { ModelServer, type Behaviour } from '../../model/server/server';
import { answerWith, ModelWiki, pagesOf, planOf, rendered, type ModelRequest, type WrittenPageAnswer } from './support';

/** Whatever a weak model answers, nothing of a source is lost, nothing is invented, and a page keeps what it said. */

const FACTS = Array.from(
  { length: 24 },
  (_, at) => `Lamp number ${at + 1} was lit in the year ${1800 + at} by keeper ${at + 1}.`,
);
const SOURCE = `# The lamps\n\n${FACTS.join('\n\n')}\n`;
const OWN = 'I never saw any of them lit.';
const PAGE = page(
  'the-lamps',
  'The lamps',
  `The lamps stand on a rock.[^memoir-1]\n\n${OWN}\n\n## History\n\nGrant painted them in 1790.[^memoir-2]\n\n[^memoir-1]: [memoir], line 1: “The lamps stand on a rock.”\n[^memoir-2]: [memoir], line 3: “Grant painted them in 1790.”`,
  'sources:\n  - sources/memoir.md\n',
);
const FILES = {
  'entities/the-lamps.md': PAGE,
  'sources/memoir.md': 'The lamps stand on a rock.\n\nGrant painted them in 1790.\n',
  'sources/lamps.md': SOURCE,
};
/** What no source says. */
const INVENTED = 'The queen came with forty boats.';

let server: ModelServer;
beforeAll(async () => {
  server = await ModelServer.start();
});
afterAll(() => server.close());

/** Pseudo-random choices, so that a failure can be repeated. */
function chooser(seed: number): (outOf: number) => boolean {
  let state = seed >>> 0;
  return (outOf) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % outOf === 0;
  };
}

/** A model that forgets, repeats, mismarks, invents, edits what is not there and sometimes stops in the middle. */
function weakModel(seed: number): Behaviour {
  const isOne = chooser(seed);
  const plan = ({ units }: ModelRequest): unknown => {
    const marks = [...units.keys()].filter(() => !isOne(4));
    const left = marks.filter(() => isOne(6)).map((mark) => ({ units: [mark], reason: 'off-scope', note: '' }));
    return planOf(
      [
        {
          slug: 'the-lamps',
          op: isOne(2) ? 'compose' : 'edit',
          units: [...marks.slice(0, 8), ...(isOne(3) ? ['1.99', 'x'] : [])],
        },
        {
          slug: isOne(3) ? 'lamps, 2/../x' : 'keepers',
          title: isOne(3) ? '' : 'Keepers',
          units: marks.slice(isOne(2) ? 6 : 8),
        },
      ],
      { left },
    );
  };
  const sentences = (units: ReadonlyMap<string, string>): string =>
    [...units]
      .flatMap(([mark, text]) => {
        if (isOne(4)) return [];
        if (isOne(6)) return [INVENTED];
        if (isOne(8)) return [`${text}{1.77}`];
        if (isOne(8)) return [`${INVENTED} ${text}{${mark}}`];
        return [isOne(10) ? `${text}{${mark},1.1,1.2,1.3,1.4}` : `${text}{${mark}}`];
      })
      .join(isOne(2) ? '\n\n' : ' ');
  const write = ({ units, targets }: ModelRequest): unknown =>
    pagesOf(
      targets.flatMap(({ slug, op }): readonly WrittenPageAnswer[] => {
        if (isOne(5)) return [];
        const markdown = `${isOne(3) ? '{o1}\n\n' : ''}${isOne(3) ? '{b1}\n\n{b9}\n\n' : ''}${sentences(units)}${isOne(3) ? '\n\n{2.1} {2.2}' : ''}`;
        if (op !== 'edit') return [{ slug, markdown, confidence: isOne(4) ? 7 : null }];
        const edits = ['b1', 'b3', 'b9']
          .filter(() => isOne(2))
          .map((block) => ({
            ...{ block, starts: isOne(2) ? 'The lamps' : '' },
            do: isOne(3) ? 'delete' : isOne(2) ? 'replace' : 'append',
            markdown,
          }));
        return [{ slug, edits, ...(isOne(5) ? { markdown } : {}) }];
      }),
    );
  const sane = answerWith((asked) => (asked.task === 'plan' ? plan(asked) : write(asked)));
  const isMute = seed % 7 === 0;
  return (heard, response) => {
    if (isMute || isOne(12)) return says('Here is the plan: {"pages": [')(heard, response);
    if (isOne(14)) return says('Sure! I would be happy to.')(heard, response);
    return sane(heard, response);
  };
}

/** The hunks that are applied without a person: none that removes a statement, not even when others are left out. */
async function unattended(changeSet: ChangeSet): Promise<ReadonlySet<string>> {
  let accepted = hunksToAccept(changeSet);
  for (;;) {
    const kept = accepted;
    const files = changeSet.files.map((edit) => ({ ...edit, hunks: edit.hunks.filter(({ id }) => kept.has(id)) }));
    const named = await nameLosses({ ...changeSet, files }, new Map(), silentRun);
    const fewer = hunksToAccept(named);
    if (fewer.size === accepted.size) return accepted;
    accepted = fewer;
  }
}

/** Noise: what models answer that understand little, or break down in the middle. */
const NOISE: readonly string[] = [
  '',
  '{"source": {"what": "Lamps", "date": null, "points": []}, "pages": [{"slug": "lam',
  'Sure! Here is the JSON:\n```json\n{"pages": []}\n```\nLet me know if you need more.',
  'ランプは岩の上にあります。とても古いです。',
  'The lamps. The lamps. The lamps. The lamps. The lamps. The lamps. The lamps. The lamps.',
  `=== page the-lamps\n${INVENTED}\n=== page ../../etc\n${INVENTED}{9.9}`,
  `page: lamps | 1-999\npage: | 3\nleft: 1-24 | because | no\nleft: 99 | boilerplate`,
  `{"pages": [{"slug": "the-lamps", "markdown": "${INVENTED}", "edits": [{"block": "b1", "do": "delete"}]}]}`,
  '{"findings": "none"}',
  '[]',
];

/** Now and then a usable answer, in JSON or in lines, of a model that else answers noise or stops in the middle. */
function ruinousModel(seed: number): Behaviour {
  const isOne = chooser(seed);
  const sane = weakModel(seed | 1);
  const share = 2 + (Math.abs(seed) % 4);
  let at = Math.abs(seed) % NOISE.length;
  const inLines: Behaviour = (heard, response) => {
    const prompt = JSON.stringify(heard.body.messages);
    const [, slug = 'lamps'] = /Page (\S+) \(/.exec(prompt) ?? [];
    // Its own answers come back with a request to repair them; only lines that begin with a mark are units.
    const units = [...prompt.matchAll(/\\n\{1\.(\d+)\} (Lamp[^\\]*)/g)];
    const text = prompt.includes('Task: plan')
      ? `page: lamps | create | ${isOne(2) ? '1-12' : '5-30'} | title: Lamps\npage: the-lamps | compose | 3, 4, 7`
      : `=== page ${slug}\n${units.map(([, n, words]) => (isOne(3) ? INVENTED : `${words ?? ''}{1.${n ?? ''}}`)).join(' ')}`;
    return says(text)(heard, response);
  };
  return (heard, response) => {
    if (isOne(share)) return isOne(2) ? inLines(heard, response) : sane(heard, response);
    at += 1;
    const text = NOISE[at % NOISE.length] ?? '';
    return says(text, isOne(5) ? { finish: 'length' } : {})(heard, response);
  };
}

it.each([
  ['a weak model', weakModel, {}, 10],
  ['a weak model, asked in small steps', weakModel, { smallSteps: 'on' }, 10],
  ['a model that answers mostly noise', ruinousModel, {}, 3],
  ['a model that answers mostly noise, asked in small steps', ruinousModel, { smallSteps: 'on' }, 3],
] as const)(
  'nothing is lost or invented by %s',
  async (_, model, options, least) => {
    let [changed, refused] = [0, 0];
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        server.script(model(seed));
        const wiki = await ModelWiki.of(server, FILES);
        const changeSet = await wiki.curate('sources/lamps.md', options).catch((error: unknown) => {
          if (!isModelError(error)) throw error;
          return null;
        });
        if (changeSet === null) {
          refused += 1;
          return;
        }
        changed += 1;
        expect(wiki.refused(changeSet)).toEqual([]);
        const texts = rendered(changeSet, await unattended(changeSet));
        const everything = Object.values(rendered(changeSet, allHunkIds(changeSet))).join('\n');
        expect(everything).not.toContain(INVENTED);
        // Every unit is cited or listed, or was left with a reason.
        const { left } = changeSet.facts.coverage as { left: readonly { units: string }[] };
        const explained = new Set(left.flatMap(({ units }) => units.split(', ').flatMap(expand)));
        for (const [at, fact] of FACTS.entries()) if (!explained.has(at + 1)) expect(everything).toContain(`“${fact}”`);
        // The page says what it said, and what its owner wrote is there to the letter.
        const after = texts['entities/the-lamps.md'] ?? PAGE;
        expect(after).toContain(OWN);
        const now = new Set(readLedger(after).claims.flatMap(({ support }) => support));
        for (const { support } of readLedger(PAGE).claims) for (const key of support) expect(now).toContain(key);
        // What is new rests on a source.
        const before = new Set(readLedger(PAGE).claims.map(({ key }) => key));
        for (const { key, text, support, citations } of readLedger(after).claims)
          if (!before.has(key)) expect([text, support.length + citations.length > 0]).toEqual([text, true]);
      }),
      { numRuns: 40 },
    );
    expect(changed).toBeGreaterThan(least);
    expect(refused).toBeGreaterThan(0);
  },
  240_000,
);

function expand(range: string): readonly number[] {
  const [first = 0, last = first] = range.split('-').map(Number);
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

it('a model that places few units of a long prompt is asked in pieces, until every unit has a place', async () => {
  const facts = Array.from({ length: 200 }, (_, at) => `Lamp number ${at + 1} was lit in the year ${at + 1}.`);
  server.script(
    answerWith(({ task, units }) => {
      const marks = [...units.keys()].slice(0, 25);
      if (task === 'plan') return planOf([{ slug: 'lamps', title: 'Lamps', units: marks }]);
      return pagesOf([{ slug: 'lamps', markdown: [...units].map(([mark, text]) => `${text}{${mark}}`).join(' ') }]);
    }),
  );
  const wiki = await ModelWiki.of(server, { 'sources/lamps.md': `# The lamps\n\n${facts.join('\n\n')}\n` });
  const changeSet = await wiki.curate('sources/lamps.md');
  expect(changeSet.facts.coverage).toMatchObject({ units: 200, cited: '1-200', unplaced: '' });
});
