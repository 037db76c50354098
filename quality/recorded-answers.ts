import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

/** The first line of a recording. One {@link RecordedAnswer} a line follows. */
const HEADER = { livingWikiAnswers: 1 };

const ANSWER = z.strictObject({
  /** What was asked for: `plan`, `pages`, `verification`, `transcription`. */
  step: z.string(),
  /** The source: `sources/2003-06-02-survey.txt`. */
  source: z.string(),
  /** Of `pages`: the slug of the page. */
  page: z.string().optional(),
  /** As JSON, else as text; `null` if the model left the page out. */
  answer: z.json(),
});

/** An answer of a model, known by what it was asked for and not by the words of the question. */
export type RecordedAnswer = z.infer<typeof ANSWER>;

/** What a request asks for. */
export interface Asked {
  readonly step: string;
  readonly source: string;
  /** Slugs of the pages to write; empty for other steps. */
  readonly pages: readonly string[];
}

interface RequestBody {
  readonly messages?: readonly { readonly role: string; readonly content: unknown }[];
  readonly response_format?: { readonly json_schema?: { readonly name?: string } };
}

/** The step that writes the overview, the timeline and the tables. */
const HUBS = 'hubs';
/** The step that writes pages anew. */
const REWRITE = 'rewrite';

/** Steps whose answers are lines of text, known by the words of the task. */
const STEPS: readonly (readonly [words: string, step: string])[] = [
  ['Task: plan how', 'plan'],
  ['Task: write the pages', 'pages'],
  ['Task: write the hub pages', HUBS],
  ['Task: you are the editor', REWRITE],
  ['Task: mend the articles', REWRITE],
  ['Task: check the new text', 'verification'],
];

/** How the pages are named that a step writes. */
const PAGES: Readonly<Record<string, RegExp>> = {
  pages: /^Page (\S+) \([^\n]*\), (?:create|compose|edit): /gm,
  [REWRITE]: /^<untrusted-\w+ (?:page|your answer)>\nPage (\S+)/gm,
};

/** Reads from a request what it asks for: the step, the source behind the units, and the pages. */
export function askedBy(body: unknown): Asked {
  const { messages = [], response_format: format } = body as RequestBody;
  const text = messages
    .filter(({ role }) => role === 'user')
    .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))
    .join('\n');
  const step = format?.json_schema?.name ?? STEPS.find(([words]) => text.includes(words))?.[1] ?? 'text';
  const source = /^<untrusted-\w+ source ([^>\n]+)>$/m.exec(text)?.[1] ?? '';
  const slugs = [...text.matchAll(PAGES[step] ?? /$^/g)].map(([, slug = '']) => slug);
  return { step, source, pages: [...new Set(slugs)] };
}

/** The answers of a conversation. The same question asked again gets the next answer that was recorded for it. */
export class RecordedAnswers {
  readonly #file: string;
  readonly #answers = new Map<string, RecordedAnswer['answer'][]>();
  readonly #taken = new Map<string, number>();

  /** @param file JSON lines; need not exist yet */
  constructor(file: string) {
    this.#file = file;
    if (!existsSync(file)) return;
    const [first = '', ...lines] = readFileSync(file, 'utf8').trim().split('\n');
    if (first !== JSON.stringify(HEADER)) throw new Error(`${file} is no recording of answers.`);
    for (const [at, line] of lines.entries()) {
      const read = ANSWER.safeParse(JSON.parse(line));
      if (!read.success) throw new Error(`${file}, line ${at + 2}: ${read.error.issues[0]?.message ?? 'unreadable'}`);
      this.#remember(read.data);
    }
  }

  /** Whether the model wrote an overview. */
  get hasOverview(): boolean {
    return this.#has(HUBS);
  }

  /** Whether the model wrote pages anew. */
  get hasRewriting(): boolean {
    return this.#has(REWRITE);
  }

  #has(step: string): boolean {
    return [...this.#answers.keys()].some((key) => key.startsWith(`${step} of `));
  }

  /** The text of the answer, or the name of what the recording lacks. */
  take(asked: Asked): { readonly text: string } | { readonly missing: string } {
    const keys = keysOf(asked);
    const found = keys.map((key) => this.#answers.get(key)?.[this.#taken.get(key) ?? 0]);
    const lacking = keys.filter((_, at) => found[at] === undefined);
    if (lacking.length > 0) {
      const names = lacking.map((key) => `${key}${nth((this.#taken.get(key) ?? 0) + 1)}`);
      return { missing: names.join('; ') };
    }
    for (const key of keys) this.#taken.set(key, (this.#taken.get(key) ?? 0) + 1);
    const texts = found.filter((answer) => typeof answer === 'string');
    if (texts.length > 0) return { text: texts.join('\n\n') };
    if (asked.pages.length === 0) return { text: JSON.stringify(found[0]) };
    return { text: JSON.stringify({ pages: found.filter((answer) => answer !== null) }) };
  }

  /** Adds an answer at the end of the file, and counts it as taken. */
  add(asked: Asked, text: string): void {
    if (!existsSync(this.#file)) writeFileSync(this.#file, `${JSON.stringify(HEADER)}\n`);
    for (const entry of entriesOf(asked, text)) {
      this.#remember(entry);
      const key = keyOf(entry);
      this.#taken.set(key, (this.#taken.get(key) ?? 0) + 1);
      appendFileSync(this.#file, `${JSON.stringify(entry)}\n`);
    }
  }

  /** What was recorded and not asked for. */
  unused(): readonly string[] {
    return [...this.#answers].flatMap(([key, answers]) =>
      answers.slice(this.#taken.get(key) ?? 0).map((_, at) => `${key}${nth((this.#taken.get(key) ?? 0) + at + 1)}`),
    );
  }

  #remember(entry: RecordedAnswer): void {
    const key = keyOf(entry);
    this.#answers.set(key, [...(this.#answers.get(key) ?? []), entry.answer]);
  }
}

function keyOf({ step, source, page }: Pick<RecordedAnswer, 'step' | 'source' | 'page'>): string {
  return page === undefined ? `${step} of ${source}` : `${step} of ${source}: ${page}`;
}

function keysOf({ step, source, pages }: Asked): readonly string[] {
  return pages.length === 0 ? [keyOf({ step, source })] : pages.map((page) => keyOf({ step, source, page }));
}

const nth = (count: number): string => (count === 1 ? '' : `, time ${count}`);

function entriesOf({ step, source, pages }: Asked, text: string): readonly RecordedAnswer[] {
  const parts = text.split(/^(?==== page )/m).filter((part) => part.startsWith('=== page '));
  if (pages.length > 0 && parts.length > 0) {
    const slugOf = (part: string): string => /^=== page \[*([^\s\]]+)/.exec(part)?.[1] ?? '';
    return pages.map((page) => ({
      step,
      source,
      page,
      answer: parts.find((part) => slugOf(part) === page)?.trim() ?? null,
    }));
  }
  const answer = readJson(text);
  if (pages.length === 0) return [{ step, source, answer }];
  const written = z.object({ pages: z.array(z.looseObject({ slug: z.string() })) }).safeParse(answer);
  if (!written.success) return pages.map((page) => ({ step, source, page, answer: text }));
  const [only] = written.data.pages;
  return pages.map((page) => {
    const own = written.data.pages.find(({ slug }) => slug === page) ?? (pages.length === 1 ? only : undefined);
    return { step, source, page, answer: z.json().parse(own ?? null) };
  });
}

function readJson(text: string): RecordedAnswer['answer'] {
  try {
    return z.json().parse(JSON.parse(text));
  } catch {
    return text;
  }
}
