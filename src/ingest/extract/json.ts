import { checkpoint, type Run, type WikiError } from '../../base';
import { parseConversation, textField, type ExportedConversation } from './conversation';
import { parseDate } from './document-date';
import { PassageBuilder, type ExtractedContent, type ReaderInput } from './passage-builder';
import {
  isParseError,
  parseJson,
  parseJsonInSteps,
  type JsonParseError,
  type JsonNode,
  type JsonParseResult,
} from './json-parser';
import { MAX_ROWS, MAX_VALUES } from './limits';
import { sourceBroken, sourceTooLarge } from './source-errors';
import { LineCounter } from './text-utils';

/** A longer string, or one with line breaks, is prose and becomes its own passage. */
const MAX_FIELD_LENGTH = 300;
/** The fields of a record are joined up to this length; then a new passage begins. */
const MAX_ROW_LENGTH = 600;
/** Deeper values are left out with a note. */
const MAX_RECORD_DEPTH = 40;

/**
 * JSON, or one JSON value per line. Each record becomes a line `name: Ada; address.city: London`, long strings become paragraphs,
 * and an exported conversation becomes turns with their speakers. Anchors are lines of the file.
 */
export async function readJson(text: string, input: ReaderInput): Promise<ExtractedContent> {
  const builder = new PassageBuilder('json');
  const values = await parseAll(text, input, builder);
  const writer = new JsonPassageWriter(builder, new LineCounter(text));
  const only = values.length === 1 ? values[0] : undefined;
  if (only?.type === 'object') {
    builder.offerTitle(textField(only, ['title', 'name', 'headline']));
    builder.date = parseDate(textField(only, ['date', 'published', 'created_at', 'createdAt', 'created']));
    builder.language =
      textField(only, ['lang', 'language', 'inLanguage'])?.match(/^[a-z]{2,3}(?:-\w{2,8})?$/iu)?.[0] ?? null;
  }
  const conversation = values.length > 1 ? parseConversation({ type: 'array', offset: 0, items: values }) : null;
  if (conversation !== null) {
    await writer.addConversation(conversation, input.run);
    return builder.build();
  }
  let count = 0;
  for (const record of only?.type === 'array' && parseConversation(only) === null ? only.items : values) {
    count += 1;
    if (count > MAX_ROWS) {
      builder.addNote(`Only the first ${MAX_ROWS} records were read.`);
      break;
    }
    await writer.addValue(record, input.run);
    if (count % 200 === 0) await checkpoint(input.run);
  }
  return builder.build();
}

/** The single value of a JSON file, or the value of each line. */
async function parseAll(text: string, input: ReaderInput, builder: PassageBuilder): Promise<JsonNode[]> {
  const whole = await parseSingleValue(text, input.run);
  if (isTooLarge(whole)) throw tooManyValues(input.path);
  if (!isParseError(whole) && whole.end === text.length) return [whole.node];
  const values: JsonNode[] = [];
  const badLines: number[] = [];
  let [line, count] = [1, 0];
  for (let at = 0; at < text.length; line += 1) {
    const end = lineEnd(text, at);
    if (line % 500 === 0) await checkpoint(input.run);
    // Cutting only the end keeps the offsets of the file; the cut string shares its characters.
    const upToHere = text.slice(0, end);
    if (text.slice(at, end).trim() !== '') {
      const result = parseJson(upToHere, at);
      if (isParseError(result) || result.end !== end) badLines.push(line);
      else values.push(result.node);
      if (!isParseError(result)) count += result.values;
      if (count > MAX_VALUES || isTooLarge(result)) throw tooManyValues(input.path);
    }
    at = end + (text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1);
  }
  // A few broken lines do not spoil the rest, but a truncated document is not a list of lines.
  if (values.length === 0 || badLines.length > values.length) {
    const parseError = isParseError(whole) ? whole : { message: 'unexpected text after the value.', offset: whole.end };
    throw sourceBroken(
      input.path,
      `it is not valid JSON. Line ${new LineCounter(text).lineAt(parseError.offset)}: ${parseError.message}`,
    );
  }
  for (const number of badLines.slice(0, 5)) builder.addNote(`Line ${number} is not valid JSON and was left out.`);
  if (badLines.length > 5) builder.addNote(`${badLines.length} lines in total are not valid JSON and were left out.`);
  return values;
}

const isTooLarge = (result: JsonParseResult | JsonParseError): boolean =>
  isParseError(result) && result.isTooLarge === true;

const tooManyValues = (path: string): WikiError => sourceTooLarge(path, `it has more than ${MAX_VALUES} values.`);

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

  async addConversation({ title, date, turns }: ExportedConversation, run: Run): Promise<void> {
    const first = turns[0];
    if (first === undefined) return;
    if (title !== null) this.#builder.addHeading(title, 1, { line: this.#lines.lineAt(first.offset) });
    this.#builder.date ??=
      typeof date === 'number' && date > 0 && date < 1e11
        ? `${new Date(date * 1000).toISOString().slice(0, 19)}Z`
        : parseDate(date);
    for (const [index, { speaker, text, offset }] of turns.entries()) {
      if (index % 200 === 199) await checkpoint(run);
      this.#addProse(`${speaker}: ${text.trim()}`, offset);
    }
  }

  /** Adds a record, or the whole document. */
  async addValue(node: JsonNode, run: Run): Promise<void> {
    const conversation = parseConversation(node);
    if (conversation !== null) {
      await this.addConversation(conversation, run);
      return;
    }
    if (node.type !== 'object' || !node.entries.some(([, value]) => isRecordList(value))) {
      this.#addRecord(node);
      return;
    }
    // A document with parts: first its own fields, then each part under its name.
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

  /** The values of a record, each with its path. A short list of scalars is one value. */
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

  /** Adds a long string as paragraphs. Fenced code stays code. */
  #addProse(text: string, offset: number): void {
    const anchor = { line: this.#lines.lineAt(offset) };
    for (const [index, part] of text.split(/^[ \t]*```.*$/mu).entries()) {
      if (index % 2 === 1) this.#builder.add('code', part, anchor);
      else for (const paragraph of part.split(/\n[ \t\r]*\n/u)) this.#builder.add('paragraph', paragraph, anchor);
    }
  }
}

/** Whether a value is a list of objects or lists: a part of a document, not a field of a record. */
function isRecordList(node: JsonNode): boolean {
  return node.type === 'array' && node.items.length > 0 && node.items.every((item) => item.type !== 'scalar');
}
