import { checkpoint, isWikiError, parseForeignJson, plural, WikiError, YieldBudget, type Run } from '../../base';
import { baseName } from '../../vault';
import { MAX_CONVERSATION_UNITS } from '../limits';
import { type Conversation } from '../types';
import { readChatGpt } from './chatgpt';
import { readClaude } from './claude';
import { ClaudeCodeReader } from './claude-code';
import { textOf } from './json-fields';
import { JsonSplitter } from './split-json';
import { readTranscript } from './transcript';
import { unzipFile } from './unzip';

/** A file that may hold conversations, read piece by piece, since an export may be larger than memory. */
export interface ConversationFile {
  /** For messages. */
  readonly path: string;
  chunks(): AsyncIterable<Uint8Array>;
}

/** Something in a file that is no conversation which can be read. */
interface ReadProblem {
  readonly path: string;
  /** One plain sentence. */
  readonly message: string;
}

type ReadResult =
  | { readonly kind: 'conversation'; readonly conversation: Conversation }
  | { readonly kind: 'problem'; readonly problem: ReadProblem };

/**
 * The conversations of a file, one after the other. The format is told by the content. A conversation without a word is skipped.
 *
 * @throws WikiError `living-wiki:conversation_unreadable` for an archive that cannot be read, `living-wiki:conversation_unknown` for a
 *   format that is not known, `living-wiki:not_utf8`, `living-wiki:cancelled`
 */
export async function* readConversations(file: ConversationFile, run: Run): AsyncGenerator<ReadResult> {
  const budget = new YieldBudget(run);
  const texts = decode(file, budget);
  const first = await firstText(texts);
  const start = first
    .slice(0, 4096)
    .replace(/^\ufeff/, '')
    .trimStart();
  const rest = prepend(first, texts);
  if (/^[[{]/.test(start)) {
    if (isJsonLines(first)) yield* readSession(file, rest);
    else yield* readExport(file, rest, budget);
    return;
  }
  yield* readText(file, rest);
}

const ZIP_START = [0x50, 0x4b, 0x03, 0x04];

/** UTF-8 in pieces; of an archive, that of its conversations. */
async function* decode(file: ConversationFile, budget: YieldBudget): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  for await (const bytes of unpacked(file)) {
    if (budget.spend(bytes.length)) await budget.checkpoint();
    yield decodePiece(decoder, bytes, file.path);
  }
  yield decodePiece(decoder, null, file.path);
}

function decodePiece(decoder: TextDecoder, bytes: Uint8Array | null, path: string): string {
  try {
    return bytes === null ? decoder.decode() : decoder.decode(bytes, { stream: true });
  } catch (error) {
    throw new WikiError('living-wiki:not_utf8', `"${path}" is not text in UTF-8.`, {
      path,
      remedy: 'Save it as UTF-8, or name another file.',
      cause: error,
    });
  }
}

async function* unpacked(file: ConversationFile): AsyncGenerator<Uint8Array> {
  const chunks = file.chunks()[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done === true) return;
  const all = prepend(first.value, { [Symbol.asyncIterator]: () => chunks });
  const isZip = ZIP_START.every((byte, at) => first.value[at] === byte);
  yield* isZip ? unzipFile(all, 'conversations.json', file.path) : all;
}

async function firstText(texts: AsyncIterator<string>): Promise<string> {
  let text = '';
  // A format is told from its first line, which may be long.
  while (text.length < 64 * 1024) {
    const next = await texts.next();
    if (next.done === true) break;
    text += next.value;
  }
  return text;
}

async function* prepend<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  for await (const item of rest) yield item;
}

/** Whether each line is an object of its own, as session files of Claude Code have it. */
function isJsonLines(first: string): boolean {
  const line = first.trimStart().split('\n', 1)[0] ?? '';
  const value = tryParse(line);
  return value !== undefined && textOf(value, 'type') !== null;
}

function tryParse(text: string): unknown {
  try {
    return parseForeignJson(text);
  } catch {
    return undefined;
  }
}

async function* readSession(file: ConversationFile, texts: AsyncIterable<string>): AsyncGenerator<ReadResult> {
  const reader = new ClaudeCodeReader();
  let open = '';
  let broken = 0;
  const add = (line: string): void => {
    if (line.trim() === '') return;
    const value = tryParse(line);
    if (value === undefined) broken++;
    else reader.add(value);
  };
  for await (const text of texts) {
    const lines = (open + text).split('\n');
    open = lines.pop() ?? '';
    if (open.length > MAX_CONVERSATION_UNITS) throw unknownFormat(file.path);
    for (const line of lines) add(line);
  }
  add(open);
  if (!reader.isKnown) throw unknownFormat(file.path);
  if (broken > 0)
    yield problem(
      file.path,
      `${plural(broken, 'line')} of "${file.path}" could not be read and ${broken === 1 ? 'was' : 'were'} left out.`,
    );
  const conversation = reader.conversation(stem(file.path));
  if (conversation.turns.length > 0) yield { kind: 'conversation', conversation };
}

async function* readExport(
  file: ConversationFile,
  texts: AsyncIterable<string>,
  budget: YieldBudget,
): AsyncGenerator<ReadResult> {
  const splitter = new JsonSplitter(MAX_CONVERSATION_UNITS);
  let known = 0;
  let unknown = 0;
  for await (const text of texts) {
    for (const element of splitter.push(text)) {
      await checkpoint(budget.run);
      if (element === null) {
        yield problem(file.path, `A conversation in "${file.path}" is too long and was left out.`);
        continue;
      }
      const value = tryParse(element);
      const conversation = readChatGpt(value) ?? readClaude(value);
      if (conversation === null) unknown++;
      else known++;
      if (conversation !== null && conversation.turns.length > 0) yield { kind: 'conversation', conversation };
    }
  }
  if (known === 0 && unknown > 0) throw unknownFormat(file.path);
  if (unknown > 0)
    yield problem(
      file.path,
      `${plural(unknown, 'entry', 'entries')} of "${file.path}" of an unknown shape ${unknown === 1 ? 'was' : 'were'} left out.`,
    );
  if (!splitter.isComplete) yield problem(file.path, `"${file.path}" ends in the middle. What comes before was read.`);
}

async function* readText(file: ConversationFile, texts: AsyncIterable<string>): AsyncGenerator<ReadResult> {
  const parts: string[] = [];
  let length = 0;
  for await (const text of texts) {
    parts.push(text);
    length += text.length;
    if (length > MAX_CONVERSATION_UNITS) {
      yield problem(file.path, `"${file.path}" is too long for one conversation and was left out.`);
      return;
    }
  }
  const conversation = readTranscript(parts.join(''), stem(file.path));
  if (conversation === null) throw unknownFormat(file.path);
  yield { kind: 'conversation', conversation };
}

const problem = (path: string, message: string): ReadResult => ({ kind: 'problem', problem: { path, message } });

const stem = (path: string): string => baseName(path).replace(/\.[^.]+$/, '');

function unknownFormat(path: string): WikiError {
  return new WikiError('living-wiki:conversation_unknown', `"${path}" is not in a known conversation format.`, {
    path,
    remedy:
      'Use an export of ChatGPT or Claude, a session of Claude Code, a chat note, or text whose turns begin with "User:" and "Assistant:".',
  });
}

/** Whether an error says that a file is no conversation, so that a folder can be read on. */
export function isNoConversation(error: unknown): boolean {
  return (
    isWikiError(error) &&
    ['living-wiki:conversation_unknown', 'living-wiki:conversation_unreadable', 'living-wiki:not_utf8'].includes(
      error.code,
    )
  );
}
