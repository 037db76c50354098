import { zipSync } from 'fflate';
import { silentRun } from '../../src/base';
import { conversationHash, readConversations, type Conversation, type ConversationFile } from '../../src/harvest';

/**
 * The shapes of exports, written after public documentation and descriptions of them; no real conversation is in here.
 */

const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content;

function file(path: string, content: string | Uint8Array, piece = 1000): ConversationFile {
  const bytes = bytesOf(content);
  return {
    path,
    async *chunks() {
      for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
    },
  };
}

async function read(from: ConversationFile): Promise<{ conversations: Conversation[]; problems: string[] }> {
  const conversations: Conversation[] = [];
  const problems: string[] = [];
  for await (const result of readConversations(from, silentRun)) {
    if (result.kind === 'conversation') conversations.push(result.conversation);
    else problems.push(result.problem.message);
  }
  return { conversations, problems };
}

const words = ({ turns }: Conversation): readonly string[] => turns.map(({ role, text }) => `${role}: ${text}`);

const chatGpt = (title: string): object => ({
  title,
  create_time: 1718200000.5,
  current_node: 'c',
  mapping: {
    root: { id: 'root', message: null, parent: null, children: ['s'] },
    s: {
      message: { author: { role: 'system' }, content: { content_type: 'text', parts: ['Be helpful.'] } },
      parent: 'root',
    },
    a: {
      message: {
        author: { role: 'user' },
        create_time: 1718200001,
        content: {
          content_type: 'multimodal_text',
          parts: [{ content_type: 'image_asset_pointer' }, 'What is "x, y]"?'],
        },
        metadata: { attachments: [{ name: 'plan.pdf' }] },
      },
      parent: 's',
    },
    old: {
      message: { author: { role: 'assistant' }, content: { content_type: 'text', parts: ['An earlier answer.'] } },
      parent: 'a',
    },
    t: {
      message: { author: { role: 'tool' }, content: { content_type: 'execution_output', text: 'noise' } },
      parent: 'a',
    },
    c: {
      message: { author: { role: 'assistant' }, content: { content_type: 'text', parts: ['```sh\nmake\n```'] } },
      parent: 't',
    },
  },
});

const claude = {
  uuid: 'u-1',
  name: 'Lamp oil',
  created_at: '2026-06-12T10:00:00.123456Z',
  chat_messages: [
    {
      sender: 'human',
      text: 'old form',
      content: [{ type: 'text', text: 'How much oil?' }],
      created_at: '2026-06-12T10:00:01Z',
      attachments: [{ file_name: 'log.txt', extracted_content: 'secret' }],
    },
    {
      sender: 'assistant',
      content: [
        { type: 'thinking', thinking: 'hm' },
        { type: 'tool_use', name: 'x' },
        { type: 'text', text: 'Two litres.' },
      ],
    },
  ],
};

describe('an export of ChatGPT', () => {
  it('gives the branch that was shown, without tools, with attachments named', async () => {
    const { conversations, problems } = await read(
      file('conversations.json', JSON.stringify([chatGpt('Rebuild [x]'), chatGpt('Second')]), 7),
    );
    expect(problems).toEqual([]);
    expect(conversations.map(({ name }) => name)).toEqual(['Rebuild x', 'Second']);
    expect(conversations[0]).toMatchObject({
      format: 'chatgpt-export',
      at: '2024-06-12T13:46:40Z',
      attachments: ['plan.pdf'],
    });
    expect(words(conversations[0]!)).toEqual(['user: What is "x, y]"?', 'assistant: ```sh\nmake\n```']);
  });

  it('is read from its archive', async () => {
    const zip = zipSync({
      'chat.html': bytesOf('<html>'),
      'conversations.json': bytesOf(JSON.stringify([chatGpt('Packed')])),
    });
    const { conversations } = await read(file('export.zip', zip, 50));
    expect(conversations.map(({ name }) => name)).toEqual(['Packed']);
  });

  it('that is no export is refused by name, and one that ends early is read so far', async () => {
    await expect(read(file('x.json', '[{"a": 1}]'))).rejects.toMatchObject({
      code: 'living-wiki:conversation_unknown',
    });
    await expect(read(file('x.zip', zipSync({ 'a.txt': bytesOf('x') })))).rejects.toMatchObject({
      code: 'living-wiki:conversation_unreadable',
    });
    const text = JSON.stringify([chatGpt('First'), chatGpt('Second')]);
    const { conversations, problems } = await read(file('x.json', text.slice(0, -40)));
    expect(conversations.map(({ name }) => name)).toEqual(['First']);
    expect(problems).toEqual(['"x.json" ends in the middle. What comes before was read.']);
  });

  it('whose tree is a circle ends', async () => {
    const loop = {
      title: 'Loop',
      current_node: 'a',
      mapping: { a: { parent: 'b', message: null }, b: { parent: 'a', message: null }, __proto__: { message: null } },
    };
    expect((await read(file('x.json', JSON.stringify([loop])))).conversations).toEqual([]);
  });
});

it('leaves out what an assistant told a tool, what a program hides, and its summary of an earlier session', async () => {
  const say = (role: string, text: string, parent: string | null, more: object = {}): object => ({
    message: { author: { role }, content: { content_type: 'text', parts: [text] }, ...more },
    parent,
  });
  const mapping = {
    a: say('user', 'About me: hidden.', null, { metadata: { is_visually_hidden_from_conversation: true } }),
    b: say('user', 'Draw a lamp.', 'a', { recipient: 'all' }),
    c: say('assistant', 'A prompt for a tool.', 'b', { recipient: 'dalle.text2im' }),
    d: say('assistant', 'Here it is.', 'c', { recipient: 'all' }),
  };
  const shown = await read(file('conversations.json', JSON.stringify([{ title: 'Lamp', current_node: 'd', mapping }])));
  expect(shown.conversations.map(words)).toEqual([['user: Draw a lamp.', 'assistant: Here it is.']]);
  const line = (type: string, content: string, more: object = {}): string =>
    JSON.stringify({ type, sessionId: 's', message: { role: type, content }, ...more });
  const session = [
    JSON.stringify({ type: 'file-history-snapshot', messageId: 'm', snapshot: {} }),
    line('user', 'This session is continued from an earlier one.', { isCompactSummary: true }),
    line('user', 'Draw a lamp.'),
    line('assistant', 'Here it is.'),
  ].join('\n');
  expect((await read(file('s.jsonl', session))).conversations.map(words)).toEqual([
    ['user: Draw a lamp.', 'assistant: Here it is.'],
  ]);
});

describe('an export of Claude', () => {
  it('gives what people said, without thinking and tools', async () => {
    const { conversations } = await read(file('conversations.json', JSON.stringify([claude])));
    expect(conversations[0]).toMatchObject({
      name: 'Lamp oil',
      format: 'claude-export',
      at: '2026-06-12T10:00:00Z',
      attachments: ['log.txt'],
    });
    expect(words(conversations[0]!)).toEqual(['user: How much oil?', 'assistant: Two litres.']);
  });
});

describe('a session of Claude Code', () => {
  const lines = [
    { type: 'summary', summary: 'Fix the parser', leafUuid: 'x' },
    {
      type: 'user',
      sessionId: 's',
      timestamp: '2026-06-12T10:00:00.000Z',
      message: { role: 'user', content: 'Fix it <system-reminder>noise</system-reminder>' },
    },
    {
      type: 'assistant',
      sessionId: 's',
      timestamp: '2026-06-12T10:00:05.000Z',
      message: {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm' },
          { type: 'text', text: 'Done.' },
          { type: 'tool_use', name: 'Bash' },
        ],
      },
    },
    { type: 'user', sessionId: 's', message: { role: 'user', content: [{ type: 'tool_result', content: 'noise' }] } },
    {
      type: 'assistant',
      sessionId: 's',
      isSidechain: true,
      message: { role: 'assistant', content: [{ type: 'text', text: 'a side' }] },
    },
    { type: 'file-history-snapshot', messageId: 'x' },
  ].map((line) => JSON.stringify(line));

  it('gives prompts and answers', async () => {
    const { conversations, problems } = await read(
      file('abc.jsonl', `${lines.join('\n')}\n{"type": "user", "sess`, 11),
    );
    expect(words(conversations[0]!)).toEqual(['user: Fix it', 'assistant: Done.']);
    expect(conversations[0]).toMatchObject({
      name: 'Fix the parser',
      format: 'claude-code',
      at: '2026-06-12T10:00:00Z',
    });
    expect(problems).toEqual(['1 line of "abc.jsonl" could not be read and was left out.']);
  });
});

describe('a note', () => {
  it('of Copilot for Obsidian is read with its times', async () => {
    const text =
      '---\nepoch: 1718200000000\nmodelKey: gpt-4o|openai\ntags:\n  - copilot-conversation\ntopic: "Lamp oil"\n---\n\n**user**: How much?\n[Timestamp: 2024/06/12 13:46:40]\n\n**ai**: Two litres.\n\nUser: is no speaker\n```\nUser: nor here\n```\n[Timestamp: 2024/06/12 13:46:45]\n';
    const { conversations } = await read(file('Lamp@2024.md', text.replace('User: is no speaker\n', '')));
    expect(conversations[0]).toMatchObject({ name: 'Lamp oil', format: 'copilot-note', at: '2024-06-12T13:46:40Z' });
    expect(words(conversations[0]!)).toEqual(['user: How much?', 'assistant: Two litres.\n\n```\nUser: nor here\n```']);
  });

  it('that we saved ourselves gives questions and answers', async () => {
    const text =
      '**You:** Why 96?\n\nThe logbook says so. [[lamp]]\n\n*Read: [[lamp]]*\n\n---\n\n**You:** And 88?\n\nThat is the draft.\n\n*Read: [[lamp]]*\n';
    const { conversations } = await read(file('2026-06-12 Why 96.md', text));
    expect(conversations[0]).toMatchObject({ format: 'saved-chat', at: '2026-06-12T00:00:00Z' });
    expect(words(conversations[0]!)).toEqual([
      'user: Why 96?',
      'assistant: The logbook says so. [[lamp]]',
      'user: And 88?',
      'assistant: That is the draft.',
    ]);
  });

  it.each([
    ['## User\n\nHi?\n\n## Assistant\n\nHello.\n'],
    ['User: Hi?\n\nAssistant: Hello.\n'],
    ['**Human:** Hi?\r\n\r\n**ChatGPT:** Hello.\r\n'],
    ['You (10:02): Hi?\nClaude (10:03): Hello.'],
    ['## 👤 User\n\nHi?\n\n## 🤖 Claude\n\nHello.\n'],
    ['**🧑🏽‍💻 User:** Hi?\n\n**🤖️ Assistant:** Hello.\n'],
  ])('with named speakers is a transcript: %j', async (text) => {
    expect(words((await read(file('a.txt', text))).conversations[0]!)).toEqual(['user: Hi?', 'assistant: Hello.']);
  });

  it('without a time takes the day in the name of its file', async () => {
    const { conversations } = await read(file('log-2025-11-19-05d2.md', 'User: Hi?\n\nAssistant: Hello.\n'));
    expect(conversations[0]).toMatchObject({ at: '2025-11-19T00:00:00Z' });
  });

  it.each([
    ['# Notes\n\nA note about the user: me.\n'],
    ['Answer\n\nuser@example.org\nuser://x\n'],
    [''],
    ['User: alone'],
  ])('in which nobody talks is none: %j', async (text) => {
    await expect(read(file('a.md', text))).rejects.toMatchObject({ code: 'living-wiki:conversation_unknown' });
  });
});

it('the same words have one hash, whatever the file and the format', async () => {
  const a = await read(file('a.txt', 'User: Hi?\n\nAssistant: Hello.\n'));
  const b = await read(file('b.md', '## You\n\nHi?\n\n## AI\n\nHello.\n'));
  expect(conversationHash(a.conversations[0]!)).toBe(conversationHash(b.conversations[0]!));
});
