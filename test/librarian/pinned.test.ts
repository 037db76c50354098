import { silentRun } from '../../src/base';
import { type LanguageModel, type Message, type ModelRequest } from '../../src/model';
import { withTrimming } from '../../src/librarian/trim';

/** A guide of a pack outlives every trimming of a conversation. */

const GUIDE = `<knowledge_pack_guide name="acme">\n${'Bearings are rated by load. '.repeat(20)}\n</knowledge_pack_guide>`;

const sent: (readonly Message[])[] = [];
const recorder = {
  name: 'recorder',
  identity: 'recorder',
  ask: (request: ModelRequest) => {
    sent.push(request.messages);
    return Promise.reject(new Error('heard'));
  },
} as unknown as LanguageModel;

async function prompt(messages: readonly Message[], pinned: readonly string[]): Promise<readonly string[]> {
  const model = withTrimming(recorder, 3_000, () => pinned);
  await expect(model.ask({ messages }, silentRun)).rejects.toThrow('heard');
  return (sent.at(-1) ?? []).map((message) => JSON.stringify(message));
}

const long = 'The tower is tall. '.repeat(400);
const turn = (at: number, tool: string): readonly Message[] => [
  { role: 'user', content: `Question: number ${at}` },
  { role: 'assistant', text: '', toolCalls: [{ id: `c${at}`, name: 'activate_pack', arguments: '{}' }] },
  { role: 'tool', callId: `c${at}`, name: 'activate_pack', text: tool },
  { role: 'assistant', text: long },
];

it('a guide that fits is sent once, where it was activated', async () => {
  const messages: readonly Message[] = [
    { role: 'system', text: 'Rules.' },
    ...turn(1, GUIDE).slice(0, 3),
    { role: 'user', content: 'Question: last' },
  ];
  const texts = await prompt(messages, [GUIDE]);
  expect(texts.filter((text) => text.includes('knowledge_pack_guide name')).length).toBe(1);
});

it('a guide whose turn was left out begins the question, byte for byte, and one that nobody activated is not sent', async () => {
  const messages: readonly Message[] = [
    { role: 'system', text: 'Rules.' },
    ...turn(1, GUIDE),
    ...turn(2, long),
    { role: 'user', content: 'Question: last' },
  ];
  const texts = await prompt(messages, [GUIDE]);
  expect(texts.at(-1)).toContain(JSON.stringify(GUIDE).slice(1, -1));
  expect(texts.at(-1)).toContain('Question: last');
  expect(texts.join('').split('<knowledge_pack_guide').length - 1).toBe(1);
  expect((await prompt(messages, [])).join('')).not.toContain('<knowledge_pack_guide');
});
