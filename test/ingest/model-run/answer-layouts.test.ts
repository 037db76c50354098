import {
  NEW_PAGES_LAYOUT,
  PAGES_LAYOUT,
  PLAN_LAYOUT,
  VERIFY_LAYOUT,
} from '../../../src/ingest/model-run/answer-layouts';
import { planSchema, verifySchema, writeSchema } from '../../../src/ingest/model-run/answer-schemas';
import { says } from '../../model/server/behaviours';
import { ModelServer } from '../../model/server/server';
import { ModelWiki, rendered } from './support';

/** Answers as lines of text say what the same answers as JSON say. */

const valueOf = (layout: typeof PLAN_LAYOUT, text: string): unknown => {
  const read = layout.read(text);
  return read.ok ? read.value : read.problem;
};

describe('a plan as lines', () => {
  const read = (text: string): unknown => planSchema().validate(valueOf(PLAN_LAYOUT, text));

  it('has the source, the pages and what is left', () => {
    const text = [
      'what: A letter.',
      'date: 2003-06-02',
      'point: It was built in 1874.{1.3}',
      'page: halden-light | create | 1-8, 11 | title: Halden Light | kind: place | aliases: the Light; HL | why: main subject',
      'page: grant | edit | 9 | retitle: Amy Grant | from: tower#History',
      'left: 10, 12-13 | boilerplate | signature',
      'replaces: lamp | beacon | 4',
      'ended: s4k2 | 3-4',
      'holds: s01b, s7xe',
      'unnamed: Tolling Basin | only a place',
    ].join('\n');
    expect(read(text)).toEqual({
      ok: true,
      data: {
        source: { what: 'A letter.', date: '2003-06-02', points: ['It was built in 1874.{1.3}'] },
        pages: [
          {
            ...{ slug: 'halden-light', title: 'Halden Light', kind: 'place', op: 'create', units: ['1-8', '11'] },
            ...{ from: [], aliases: ['the Light', 'HL'], retitle: '', why: 'main subject' },
          },
          {
            ...{ slug: 'grant', title: '', kind: '', op: 'edit', units: ['9'] },
            ...{ from: ['tower#History'], aliases: [], retitle: 'Amy Grant', why: '' },
          },
        ],
        left: [{ units: ['10', '12-13'], reason: 'boilerplate', note: 'signature' }],
        replaces: [{ old: 'lamp', by: 'beacon', units: ['4'] }],
        answers: [],
        ended: [{ statement: 's4k2', units: ['3-4'] }],
        holds: ' s01b, s7xe',
        unnamed: [{ name: 'Tolling Basin', why: 'only a place' }],
      },
    });
  });

  it('may come with prose, bullets and a code block around it, and without an operation', () => {
    const plain = read('Sure! Here is the plan:\n```\n- **page: Halden Light** | 1-3\n```');
    expect(plain).toMatchObject({
      ok: true,
      data: { pages: [{ slug: 'Halden Light', op: 'create', units: ['1-3'] }] },
    });
  });

  it('does not leave a unit for a reason that there is not', () => {
    expect(read('page: a | 1\nleft: 2 | boring')).toMatchObject({ data: { left: [] } });
  });

  it('is none without units', () => {
    expect(PLAN_LAYOUT.read('The source is of 2003.')).toMatchObject({ ok: false });
    expect(PLAN_LAYOUT.read('page: halden | create | all of them')).toMatchObject({ ok: false });
  });
});

describe('pages as text', () => {
  const read = (text: string): unknown => writeSchema().validate(valueOf(PAGES_LAYOUT, text));

  it('have whole Markdown, edits, and what goes with them', () => {
    const text = [
      '=== page halden-light',
      'A light.{1.1}',
      '',
      '| Year | What |',
      '| --- | --- |',
      '=== conflict 1.3, 2.4: the height',
      '=== left 5, 8-9',
      '=== page grant',
      '=== b7 replace: Grant was',
      'Grant is old.{1.2}',
      '=== b3.2 delete: Row',
      '=== append',
      'More.{1.4}',
      '=== dropped 2.3 superseded_by: 1.2',
      '=== aliases Mr Grant; A. Grant',
    ].join('\n');
    const none = {
      edits: [],
      dropped: [],
      left: [],
      conflicts: [],
      aliases: [],
      confidence: null,
      markdown: '',
      unread: [],
    };
    expect(read(text)).toEqual({
      ok: true,
      data: {
        pages: [
          {
            ...none,
            slug: 'halden-light',
            markdown: 'A light.{1.1}\n\n| Year | What |\n| --- | --- |',
            conflicts: [{ marks: ['1.3', '2.4'], what: 'the height' }],
            left: ['5', '8-9'],
          },
          {
            ...none,
            slug: 'grant',
            edits: [
              { block: 'b7', do: 'replace', starts: 'Grant was', markdown: 'Grant is old.{1.2}' },
              { block: 'b3.2', do: 'delete', starts: 'Row', markdown: '' },
              { block: '', do: 'append', starts: '', markdown: 'More.{1.4}' },
            ],
            dropped: [{ mark: '2.3', reason: 'superseded_by', by: '1.2' }],
            aliases: ['Mr Grant', 'A. Grant'],
          },
        ],
      },
    });
  });

  it('keep an underline that is no head', () => {
    expect(read('=== page a\nTitle\n=====\nText.{1.1}')).toMatchObject({
      data: { pages: [{ markdown: 'Title\n=====\nText.{1.1}' }] },
    });
  });

  it('have one of four reasons for what is dropped, and the server is told which', () => {
    const dropped = (reason: string): unknown => read(`=== page a\nText.{1.1}\n=== dropped 2.3 ${reason}: 1.2`);
    const reasons = ['superseded_by', 'duplicate_of', 'moved_to', 'wrong'];
    expect(JSON.stringify(writeSchema().json)).toContain(JSON.stringify(reasons));
    for (const reason of reasons)
      expect(dropped(reason)).toMatchObject({ data: { pages: [{ dropped: [{ mark: '2.3', reason }] }] } });
    expect(dropped('declared')).not.toMatchObject({ data: { pages: [{ dropped: [{ mark: '2.3' }] }] } });
  });

  it('may name the block behind what is done with it', () => {
    const edits = (head: string): unknown => read(`=== page a\n${head}\nText.{1.1}`);
    for (const head of ['=== BLOCK replace: d1', '=== replace [d1]', '=== block d1 replace:'])
      expect(edits(head)).toMatchObject({ data: { pages: [{ edits: [{ block: 'd1', do: 'replace', starts: '' }] }] } });
    expect(edits('=== replace b7.2: The tower was')).toMatchObject({
      data: { pages: [{ edits: [{ block: 'b7.2', starts: 'The tower was' }] }] },
    });
  });

  it('take no line that looks like a head, and nothing below it, for text', () => {
    const text =
      '=== page a\nOne.{1.1}\n=== edit the first block\nTwo.{1.2}\n=== aliases A\n```\n=== 3 of 4 passed\n```';
    expect(read(text)).toMatchObject({
      data: { pages: [{ markdown: 'One.{1.1}\n```\n=== 3 of 4 passed\n```', unread: ['=== edit the first block'] }] },
    });
  });

  it('are none without a head', () => {
    expect(NEW_PAGES_LAYOUT.read('A light.{1.1}')).toMatchObject({ ok: false });
  });
});

it('findings are blocks with a correction, or none', () => {
  const read = (text: string): unknown => verifySchema().validate(valueOf(VERIFY_LAYOUT, text));
  expect(read('None.')).toEqual({ ok: true, data: { findings: [] } });
  expect(read('=== p1.2 overclaim: It was\nIt was planned.{1.2}')).toEqual({
    ok: true,
    data: { findings: [{ block: 'p1.2', kind: 'overclaim', sentence: 'It was', markdown: 'It was planned.{1.2}\n' }] },
  });
  expect(VERIFY_LAYOUT.read('I checked it all.')).toMatchObject({ ok: false });
});

it('a model that answers in lines makes the pages that it would make in JSON, and is sent no schema', async () => {
  const server = await ModelServer.start();
  const files = { 'sources/light.md': 'The Halden Light was built in 1874.\n\nThe "Light" is 30 metres tall.\n' };
  const inLines = [
    'what: A note.\npage: halden-light | create | 1-2 | title: Halden Light | kind: place',
    '=== page halden-light\nThe Halden Light was built in 1874.{1.1} It is 30 metres tall.{1.2}',
  ];
  const asked: string[] = [];
  server.script((heard, response) => {
    asked.push(heard.text);
    return says(inLines[asked.length - 1] ?? '')(heard, response);
  });
  const texts = rendered(await (await ModelWiki.of(server, files)).curate('sources/light.md'));
  await server.close();
  expect(asked).toHaveLength(2);
  for (const body of asked) expect(body).not.toContain('response_format');
  const made = Object.entries(texts).find(([path]) => path.endsWith('halden-light.md'))?.[1];
  expect(made).toContain('The Halden Light was built in 1874.[^light-1] It is 30 metres tall.[^light-2]');
  expect(made).toContain('“The "Light" is 30 metres tall.”');
});
