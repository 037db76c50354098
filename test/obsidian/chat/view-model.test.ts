import { folderProblem, noteName } from '../../../src/obsidian/chat/conversation-folder';
import {
  checkedMarkdown,
  turnMarkdown,
  UNCITED_MARK,
  uncheckedMarkdown,
} from '../../../src/obsidian/chat/view-model/markdown';
import { spentText, stepText } from '../../../src/obsidian/chat/view-model/text';
import { ChatThread, withEvent, type ChatTurn } from '../../../src/obsidian/chat/view-model/thread';
import { type AskResult, type AskStep, type ModelCost } from '../../../src/workbench';

const cost = (input: number, amount: number | null, calls = 1): ModelCost => {
  const usage = { input, output: 10, cached: 0, estimated: false };
  const money = amount === null ? null : { amount, currency: 'USD' };
  return { usage, money, models: calls === 0 ? [] : [{ model: 'tiny', calls, usage, money }], reused: 0 };
};

const answer = (more: Partial<AskResult> = {}): AskResult => ({
  question: 'When?',
  by: 'model',
  model: 'tiny',
  lens: 'wiki',
  text: 'In 1823 [[lens#History]].',
  citations: [],
  sourceCitations: [],
  packCitations: [],
  packFiles: [],
  uncited: [],
  removed: [],
  gaps: [],
  hiddenByLens: [],
  contradictions: [],
  read: [{ slug: 'lens', path: 'concepts/lens.md', title: 'Lens', sections: ['History'] }],
  steps: [],
  stopped: null,
  notes: [],
  draft: null,
  cost: cost(100, 0.01),
  ...more,
});

const done = (turn: ChatTurn, more: Partial<AskResult> = {}): ChatTurn => ({
  ...turn,
  state: 'done',
  answer: answer(more),
});

describe('a conversation', () => {
  it('repeats an answered question as a new one, and a stopped one as the same', () => {
    const talk = new ChatThread();
    const first = talk.begin('When?');
    talk.update({ ...first, state: 'stopped' });
    const same = talk.begin('When?', { at: 0 });
    expect([same.again, talk.turns.length]).toEqual([0, 1]);
    talk.update(done(same));
    expect(talk.begin('When?', { at: 0 }).again).toBe(1);
  });

  it('goes back to the answer whose place a stopped question took, and to no other', () => {
    const talk = new ChatThread();
    const first = done(talk.begin('When?'));
    talk.update(first);
    const before = talk.conversation;
    const again = talk.begin('When exactly?', { at: 0 });
    expect(talk.canGoBack).toBe(false);
    talk.update({ ...again, state: 'stopped' });
    expect(talk.canGoBack).toBe(true);
    talk.goBack();
    expect(talk.turns).toEqual([first]);
    expect(talk.conversation).toBe(before);
    talk.update({ ...talk.begin('More?'), state: 'failed' });
    expect(talk.canGoBack).toBe(false);
  });

  it('edited in the middle, forgets what came after', () => {
    const talk = new ChatThread();
    for (const question of ['a', 'b', 'c']) talk.update(done(talk.begin(question)));
    talk.begin('b2', { at: 1 });
    expect(talk.turns.map(({ question }) => question)).toEqual(['a', 'b2']);
  });

  it('discarded text is gone', () => {
    let turn = withEvent(new ChatThread().begin('When?'), { kind: 'text', text: 'In 19' });
    turn = withEvent(turn, { kind: 'restart', reason: '' });
    expect(withEvent(turn, { kind: 'text', text: 'In 1823' }).text).toBe('In 1823');
  });
});

describe('the drawn conversation', () => {
  it.each([
    ['![x](https://evil.example/a.png)', '[x](https://evil.example/a.png)'],
    ['![a\nb](//evil.example)', 'a\nb'],
    ['![x]\n\n[x]: https://evil.example', '\\!\\[x]\n\n\\[x]\\: https\\://evil.example'],
    ['![[secret]]', '[[secret]]'],
    ['<img src=https://evil.example>', '\\<img src=https\\://evil.example>'],
    ['</p><iframe src=x>', '\\</p>\\<iframe src=x>'],
    ['```dataviewjs\nx()\n```', '```text\nx()\n```'],
    ['- ```dataviewjs\n  x()\n  ```', '- ```text\n  x()\n  ```'],
    ['- ~~~\n```dataviewjs\nx()\n```', '- ```\n\n  ```\n```text\nx()\n```'],
    ['<image src=x> <b style="a:url(b)">', '\\<image src=x> \\<b style="a:url(b)">'],
    ['`$= x()`', '$= x()'],
    ['1 < 2', '1 < 2'],
  ])('before it was checked: %j', (written, drawn) => {
    expect(uncheckedMarkdown(written)).toBe(drawn);
  });

  it('marks follow the sentences without citations, and no text can forge them', () => {
    const text = `So it is.${UNCITED_MARK} And so.`;
    const marked = checkedMarkdown({ text, uncited: [{ start: 0, end: 9 }], draft: null, packCitations: [] });
    expect(marked).toBe(`So it is.${UNCITED_MARK}  And so.`);
  });

  it('steps say what was searched for and with what result', () => {
    const nameOf = (slug: string): string => (slug === 'lens' ? 'The lens' : slug);
    const step: AskStep = { tool: 'search', input: 'lens', ok: true, found: ['a', 'b'], problem: '' };
    expect(stepText(step, nameOf)).toBe('Searched for “lens”: 2 results');
    expect(stepText({ ...step, found: [] }, nameOf)).toBe('Searched for “lens”: no results');
    expect(stepText({ ...step, tool: 'read_page', ok: false, problem: 'There is none.' }, nameOf)).toBe(
      'Read The lens: There is none.',
    );
    expect(stepText({ ...step, tool: '__proto__' }, nameOf)).toMatch(/^__proto__ /);
  });
});

describe('the cost', () => {
  it('is the sum of the answers, and unknown where one is', () => {
    const [one, two] = [cost(100, 0.01), cost(50, 0.02)];
    expect(spentText([one, two], { tokens: 2_140, limit: 8_000 })).toBe(
      'Packs 2.1k of 8k tokens · So far: 150 tokens in, 20 out, 0.0300 USD.',
    );
    expect(spentText([one, cost(1, null)], null)).toMatch(/price unknown/);
    expect(spentText([cost(0, null, 0)], null)).toMatch(/answered from the cache at no cost/);
    expect(spentText([], null)).toBe('');
  });

  it('includes stopped, failed and repeated questions', () => {
    const talk = new ChatThread();
    talk.update({ ...talk.begin('When?'), state: 'stopped', spent: cost(10, 0.001) });
    talk.update({ ...talk.begin('When?', { at: 0 }), state: 'failed', spent: cost(20, 0.002) });
    const first = talk.begin('When?', { at: 0 });
    talk.update(withEvent(first, { kind: 'text', text: 'In' }));
    talk.update(done(first, { cost: cost(30, 0.003) }));
    talk.update({ ...talk.begin('When?', { at: 0 }), state: 'stopped', spent: null });
    talk.goBack();
    expect(talk.turns).toHaveLength(1);
    expect(spentText(talk.costs, null)).toBe('So far: 60 tokens in, 30 out, 0.0060 USD.');
  });
});

describe('a note of a conversation', () => {
  it('can be read without us', () => {
    expect(turnMarkdown(answer({ gaps: ['Who paid.'] }))).toBe(
      '**You:** When?\n\nIn 1823 [[lens#History]].\n\n## Not in the wiki\n\n- Who paid.\n\n*Read: [[lens]]*',
    );
  });

  it.each([
    ['What is a/b: c?', '2026-05-01 What is a b c'],
    ['../../etc', '2026-05-01 etc'],
    ['[[x|y]] #tag ^id', '2026-05-01 x y tag id'],
    ['???', '2026-05-01 Conversation'],
  ])('has a name that every file system takes: %j', (question, name) => {
    expect(noteName(question, '2026-05-01')).toBe(name);
  });

  it('a long question is cut between words', () => {
    expect(noteName('word '.repeat(40), '2026-05-01').length).toBeLessThan(75);
  });

  it.each([
    ['', ['wiki'], true],
    ['Notes/Chats', ['wiki'], true],
    ['wiki2', ['wiki'], true],
    ['wiki', ['wiki'], false],
    ['wiki/chats', ['wiki'], false],
    ['Notes', [''], false],
    ['../out', ['wiki'], false],
    ['a/../wiki', ['wiki'], false],
    ['/root', ['wiki'], false],
    ['.obsidian/x', ['wiki'], false],
    ['a:b', ['wiki'], false],
  ])('may lie in %j beside wikis in %j: %s', (folder, roots, may) => {
    expect(folderProblem(folder, roots) === null).toBe(may);
  });
});
