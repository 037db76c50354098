import { type Run } from '../../base';
import { parseConversation, textField, type ExportedConversation } from './conversation';
import { PassageBuilder, type ExtractedContent, type ReaderInput } from './passage-builder';
import {
  isParseError,
  parseJson,
  parseJsonInSteps,
  type JsonParseError,
  type JsonNode,
  type JsonParseResult,
} from './json-parser';
import { MAX_ROWS } from './limits';
import { sourceBroken } from './source-errors';
import { checkpoint } from './checkpoint';
import { parseIsoDate, LineCounter } from './text-utils';

/** A string longer than this, or one with line breaks, is prose and a passage of its own. */
const MAX_FIELD_LENGTH = 300;
/** A record's fields are put on one line up to this many characters; then a new line begins. */
const MAX_ROW_LENGTH = 600;
/** Containers deeper than this are left out with a note. */
const MAX_RECORD_DEPTH = 40;

/**
 * JSON, or one JSON value a line: each record becomes a line `name: Ada; address.city: London`, long strings become paragraphs, and
 * an exported conversation reads as who said what. Anchors are lines of the file.
 */
export async function readJson(text: string, input: ReaderInput): Promise<ExtractedContent> {
  const builder = new PassageBuilder('json');
  const values = await parseAll(text, input, builder);
  const writer = new JsonPassageWriter(builder, new LineCounter(text));
  const only = values.length === 1 ? values[0] : undefined;
  if (only?.type === 'object') {
    builder.offerTitle(textField(only, ['title', 'name', 'headline']));
    builder.date = parseIsoDate(textField(only, ['date', 'published', 'created_at', 'createdAt', 'created']));
    builder.language =
      textField(only, ['lang', 'language', 'inLanguage'])?.match(/^[a-z]{2,3}(?:-\w{2,8})?$/iu)?.[0] ?? null;
  }
  const records =
    values.length > 1 ? values : only?.type === 'array' && parseConversation(only) === null ? only.items : values;
  let count = 0;
  const turns = values.length > 1 ? parseConversation({ type: 'array', offset: 0, items: values }) : null;
  if (turns !== null) {
    await writer.addConversation(turns, input.run);
    return builder.build();
  }
  for (const record of records) {
    count += 1;
    if (count > MAX_ROWS) {
      builder.addNote(`Only the first ${MAX_ROWS} records were read.`);
      break;
    }
    await writer.value(record, input.run);
    if (count % 200 === 0) {
      await checkpoint(input.run);
    }
  }
  return builder.build();
}

/** The one value of a JSON file, or the value of each line. */
async function parseAll(text: string, input: ReaderInput, builder: PassageBuilder): Promise<JsonNode[]> {
  const whole = await parseSingleValue(text, input.run);
  if (!isParseError(whole) && whole.end === text.length) return [whole.node];
  const values: JsonNode[] = [];
  const bad: number[] = [];
  let line = 1;
  for (let at = 0; at < text.length; line += 1) {
    const end = lineEnd(text, at);
    if (line % 500 === 0) {
      await checkpoint(input.run);
    }
    // A part of the text from its start, so that offsets stay those of the file; strings share their characters.
    const upToHere = text.slice(0, end);
    if (text.slice(at, end).trim() !== '') {
      const result = parseJson(upToHere, at);
      if (isParseError(result) || result.end !== end) bad.push(line);
      else values.push(result.node);
    }
    at = end + (text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1);
  }
  // One broken line among many is no reason to lose the rest; a document that breaks off is no list of lines.
  if (values.length === 0 || bad.length > values.length) {
    const parseError = isParseError(whole)
      ? whole
      : { message: 'something follows the end of the value.', offset: whole.end };
    throw sourceBroken(
      input.path,
      `it is not JSON. Line ${new LineCounter(text).lineAt(parseError.offset)}: ${parseError.message}`,
    );
  }
  for (const number of bad.slice(0, 5)) builder.addNote(`Line ${number} is not JSON, and was left out.`);
  if (bad.length > 5) builder.addNote(`${bad.length} lines in all are not JSON, and were left out.`);
  return values;
}

async function parseSingleValue(text: string, run: Run): Promise<JsonParseResult | JsonParseError> {
  const steps = parseJsonInSteps(text);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await checkpoint(run);
  }
}

function lineEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) return at;
  }
  return text.length;
}

interface Field {
  readonly label: string;
  readonly value: string;
  readonly offset: number;
}

class JsonPassageWriter {
  readonly #builder: PassageBuilder;
  readonly #lines: LineCounter;

  constructor(builder: PassageBuilder, lines: LineCounter) {
    this.#builder = builder;
    this.#lines = lines;
  }

  async addConversation(addConversation: ExportedConversation, run: Run): Promise<void> {
    const { title, date, turns } = addConversation;
    const first = turns[0];
    if (first === undefined) return;
    if (title !== null) this.#builder.addHeading(title, 1, { line: this.#lines.lineAt(first.offset) });
    this.#builder.date ??=
      typeof date === 'number' && date > 0 && date < 1e11
        ? `${new Date(date * 1000).toISOString().slice(0, 19)}Z`
        : parseIsoDate(date);
    for (const [index, { speaker, text, offset }] of turns.entries()) {
      if (index % 200 === 199) await checkpoint(run);
      this.#addProse(`${speaker}: ${text.trim()}`, offset);
    }
  }

  /** One record, or the whole document. */
  async value(node: JsonNode, run: Run): Promise<void> {
    const addConversation = parseConversation(node);
    if (addConversation !== null) {
      await this.addConversation(addConversation, run);
      return;
    }
    if (node.type !== 'object' || !node.entries.some(([, value]) => isRecordList(value))) {
      this.#addRecord(node);
      return;
    }
    // A document with parts: its own fields, then each part under its name.
    const own = node.entries.filter(([, value]) => !isRecordList(value));
    this.#addRecord({ ...node, entries: own });
    for (const [key, value] of node.entries) {
      if (value.type !== 'array' || !isRecordList(value)) continue;
      this.#builder.addHeading(key, 2, { line: this.#lines.lineAt(value.offset) });
      for (const [index, item] of value.items.slice(0, MAX_ROWS).entries()) {
        if (index % 200 === 199) await checkpoint(run);
        const inner = parseConversation(item);
        if (inner === null) this.#addRecord(item);
        else await this.addConversation(inner, run);
      }
      if (value.items.length > MAX_ROWS)
        this.#builder.addNote(`Only the first ${MAX_ROWS} records of "${key}" were read.`);
    }
  }

  #addRecord(node: JsonNode): void {
    let row: Field[] = [];
    let length = 0;
    const flush = (): void => {
      const first = row[0];
      if (first !== undefined) {
        const text = row.map(({ label, value }) => (label === '' ? value : `${label}: ${value}`)).join('; ');
        this.#builder.add('row', text, { line: this.#lines.lineAt(first.offset) });
      }
      row = [];
      length = 0;
    };
    for (const field of this.#fields(node, '', 0)) {
      if (field.value.length > MAX_FIELD_LENGTH || field.value.includes('\n')) {
        flush();
        this.#addProse(field.value, field.offset);
        continue;
      }
      if (length + field.value.length > MAX_ROW_LENGTH) flush();
      row.push(field);
      length += field.label.length + field.value.length;
    }
    flush();
  }

  /** The values of a record with the path that leads to each; a list of plain values is one value. */
  *#fields(node: JsonNode, label: string, depth: number): Generator<Field> {
    if (node.type === 'scalar') {
      if (node.value !== null && node.value !== '') yield { label, value: String(node.value), offset: node.offset };
      return;
    }
    if (depth > MAX_RECORD_DEPTH) {
      this.#builder.addNote(`Values more than ${MAX_RECORD_DEPTH} levels deep were left out.`);
      return;
    }
    if (node.type === 'object') {
      for (const [key, value] of node.entries)
        yield* this.#fields(value, label === '' ? key : `${label}.${key}`, depth + 1);
      return;
    }
    const plain = node.items.flatMap((item) =>
      item.type === 'scalar' && item.value !== null ? [String(item.value)] : [],
    );
    const joined = plain.join(', ');
    if (plain.length === node.items.length && joined.length <= MAX_FIELD_LENGTH && plain.length > 0) {
      yield { label, value: joined, offset: node.items[0]?.offset ?? node.offset };
      return;
    }
    for (const item of node.items) yield* this.#fields(item, label, depth + 1);
  }

  /** A long string as the paragraphs it is made of; fenced code stays code. */
  #addProse(text: string, offset: number): void {
    const anchor = { line: this.#lines.lineAt(offset) };
    for (const [index, part] of text.split(/^[ \t]*```.*$/mu).entries()) {
      if (index % 2 === 1) this.#builder.add('code', part, anchor);
      else for (const paragraph of part.split(/\n[ \t\r]*\n/u)) this.#builder.add('paragraph', paragraph, anchor);
    }
  }
}

/** A list of objects: a part of a document, not a value of a record. */
function isRecordList(node: JsonNode): boolean {
  return node.type === 'array' && node.items.length > 0 && node.items.every((item) => item.type !== 'scalar');
}
