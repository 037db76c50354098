import { type AnswerLayout, type ReadLayout } from '../../model';
import { codeLines } from './draft-lines';

// Answers as lines of text. They need no escaping, take fewer tokens than JSON, and suit servers that know no JSON Schema. Reading is
// tolerant: of a line that makes no sense nothing is taken, and what is then missing is asked for again.

/** Which units go to which page: one line for each page. */
export const PLAN_LAYOUT: AnswerLayout = {
  instructions: [
    'Answer with these lines only; fields after the units are optional:',
    'what: …',
    'date: …',
    'point: …',
    'page: SLUG | create, edit or compose | UNITS | title: … | kind: … | aliases: …; … | retitle: … | from: … | why: …',
    'left: UNITS | boilerplate, off-scope, already-said or navigational | NOTE',
    'replaces: OLD | BY | UNITS',
    'ended: s4k2 | UNITS',
    'holds: s01b, s7xe',
    'unnamed: NAME | REASON',
  ].join('\n'),
  read: readPlanLines,
};

/** The same, where questions are open. */
export const PLAN_LAYOUT_WITH_ANSWERS: AnswerLayout = {
  ...PLAN_LAYOUT,
  instructions: `${PLAN_LAYOUT.instructions}\nanswers: q1 | UNITS`,
};

/** For a weak model. */
export const SMALL_PLAN_LAYOUT: AnswerLayout = {
  ...PLAN_LAYOUT,
  instructions: 'Answer with one such line for each page and nothing else:\npage: SLUG | UNITS | title: TITLE',
};

/** New pages: a line for each, with its Markdown below. */
export const NEW_PAGES_LAYOUT: AnswerLayout = {
  instructions: [
    'Answer with these lines only, for each page:',
    '=== page SLUG',
    'MARKDOWN',
    '=== left UNITS',
    '=== conflict MARK, MARK: WHAT',
  ].join('\n'),
  read: readPageParts,
};

/** Pages of which some exist. */
export const PAGES_LAYOUT: AnswerLayout = {
  instructions: [
    'Answer with these lines only, for each page those that it needs:',
    '=== page SLUG',
    'MARKDOWN of a whole page',
    '=== b7 replace, delete, insert_before, insert_after or append: FIRST WORDS OF THAT BLOCK',
    'MARKDOWN of this edit',
    '=== left UNITS',
    '=== dropped MARK superseded_by, duplicate_of, moved_to or wrong: BY',
    '=== conflict MARK, MARK: WHAT',
    '=== aliases NAME; NAME',
  ].join('\n'),
  read: readPageParts,
};

/** Corrected blocks. */
export const VERIFY_LAYOUT: AnswerLayout = {
  instructions: [
    'Answer with "none", or for each finding with:',
    '=== BLOCK KIND: FIRST WORDS OF THE SENTENCE',
    'MARKDOWN of the whole block',
  ].join('\n'),
  read: readFindings,
};

/** Whether one sentence holds, for a weak model. */
export const YES_NO_LAYOUT: AnswerLayout = {
  instructions: 'Answer with one word: yes or no.',
  read(text) {
    const word = /\b(yes|no)\b/i.exec(text)?.[1]?.toLowerCase();
    return word === undefined
      ? { ok: false, problem: 'The answer is neither yes nor no.' }
      : { ok: true, value: { answer: word } };
  },
};

const OPS: ReadonlySet<string> = new Set(['create', 'edit', 'compose']);
const REASONS: ReadonlySet<string> = new Set(['boilerplate', 'off-scope', 'already-said', 'navigational']);
const RANGES = /^[{}[\]\d.,;\s–-]*\d[{}[\]\d.,;\s–-]*$/;
const LINE = /^[\s>*•-]*(what|date|point|page|left|replaces|answers|ended|holds|unnamed)\s*:\s*(.*)$/i;
const FIELD = /^(title|kind|aliases|retitle|from|why)\s*:\s*(.*)$/is;

type Fields = Record<string, unknown>;

interface PlanLines {
  what: string;
  date: string | null;
  readonly points: string[];
  readonly pages: Fields[];
  readonly left: Fields[];
  readonly replaces: Fields[];
  readonly answers: Fields[];
  readonly ended: Fields[];
  holds: string;
  readonly unnamed: Fields[];
}

function readPlanLines(text: string): ReadLayout {
  const plan: PlanLines = {
    what: '',
    date: null,
    points: [],
    pages: [],
    left: [],
    replaces: [],
    answers: [],
    ended: [],
    holds: '',
    unnamed: [],
  };
  for (const line of text.split('\n')) {
    const [, key = '', rest = ''] = LINE.exec(line) ?? [];
    if (key !== '') addPlanLine(plan, key.toLowerCase(), rest.trim());
  }
  const { what, date, points, ...lists } = plan;
  if (plan.pages.length + plan.left.length === 0) {
    return { ok: false, problem: 'The answer has no line that begins with "page:" or "left:" and names units.' };
  }
  return { ok: true, value: { source: { what, date, points }, ...lists } };
}

function addPlanLine(plan: PlanLines, key: string, rest: string): void {
  const fields = rest.split(/\s*\|\s*/).map((field) => field.trim());
  const [first = '', second = '', third = ''] = fields;
  const units = fields.find((field, at) => (at > 0 || key === 'left') && RANGES.test(field)) ?? '';
  if (key === 'what') plan.what ||= rest;
  else if (key === 'date') plan.date ??= /\b\d{4}(?:-\d{2}){0,2}\b/.exec(rest)?.[0] ?? null;
  else if (key === 'point') plan.points.push(rest);
  else if (key === 'holds') plan.holds += ` ${rest}`;
  else if (key === 'unnamed') plan.unnamed.push({ name: first, why: second });
  else if (units === '') return;
  else if (key === 'page') plan.pages.push(pageFields(fields, units));
  else if (key === 'left') {
    const reason = fields.find((field) => REASONS.has(field.toLowerCase()))?.toLowerCase();
    const note = fields.find((field) => field !== units && field.toLowerCase() !== reason) ?? '';
    if (reason !== undefined) plan.left.push({ units, reason, note });
  } else if (key === 'replaces') plan.replaces.push({ old: first, by: second, units: third });
  else if (key === 'ended') plan.ended.push({ statement: first, units });
  else plan.answers.push({ question: first, units });
}

function pageFields(fields: readonly string[], units: string): Fields {
  const [slug = '', ...rest] = fields;
  const named: Fields = {};
  for (const field of rest) {
    const [, name = '', value = ''] = FIELD.exec(field) ?? [];
    if (name !== '') named[name.toLowerCase()] = value;
    else if (OPS.has(field.toLowerCase())) named.op = field.toLowerCase();
    else if (field !== units) named.why ??= field;
  }
  return { slug: slug.replace(/[`"*]/g, ''), op: 'create', ...named, units };
}

const HEAD = /^={2,}\s*(.+?)\s*=*$/;
/** Some models write the word "block", and the number behind what is done with it. */
const EDIT_HEAD =
  /^(?:block\s+)?\[?((?:[bd]\d+(?:\.\d+)?)?)\]?\s*(replace|delete|insert_before|insert_after|append)\b\s*:?\s*(.*)$/i;
const BLOCK_BEHIND = /^\[?([bd]\d+(?:\.\d+)?)\]?(?:\s*[:,]\s*|\s+|$)(.*)$/i;
/** A line that looks like a head. With two signs it may be a heading, and without words an underline. */
const UNKNOWN_HEAD = /^={3,}\s*[\p{L}[{\d]/u;
const DROP_HEAD = /^dropped\s+(\S+)\s+(superseded_by|duplicate_of|moved_to|wrong)\b\s*:?\s*(.*)$/i;
const LEFT_HEAD = /^left:?\s+([{}[\]\d.,;\s–-]*\d[{}[\]\d.,;\s–-]*)/i;
const CONFLICT_HEAD = /^conflict\s+([^:]+):?\s*(.*)$/i;

interface PageParts {
  readonly slug: string;
  markdown: string;
  aliases: string;
  left: string;
  readonly edits: { block: string; do: string; starts: string; markdown: string }[];
  readonly dropped: Fields[];
  readonly conflicts: Fields[];
  /** Heads that mean nothing. What stands below them is no text of the page. */
  readonly unread: string[];
}

function readPageParts(text: string): ReadLayout {
  const pages: PageParts[] = [];
  let add: ((line: string) => void) | null = null;
  for (const { line, isCode } of codeLines(withoutFence(text))) {
    const head = HEAD.exec(line)?.[1];
    const next = head === undefined ? null : openPart(head, pages);
    if (next !== null) add = next;
    else if (!isCode && UNKNOWN_HEAD.test(line) && pages.length > 0) {
      pages.at(-1)?.unread.push(line.trim());
      add = null;
    } else add?.(line);
  }
  if (pages.length === 0) return { ok: false, problem: 'The answer has no line "=== page SLUG".' };
  const trimmed = pages.map((page) => ({
    ...page,
    markdown: page.markdown.trim(),
    edits: page.edits.map((edit) => ({ ...edit, markdown: edit.markdown.trim() })),
  }));
  return { ok: true, value: { pages: trimmed } };
}

/** @returns what takes the lines below a head; `null` if the line is no head */
function openPart(head: string, pages: PageParts[]): ((line: string) => void) | null {
  const slug = /^page:?\s+(.+)$/i.exec(head)?.[1];
  if (slug !== undefined) {
    const made: PageParts = {
      slug,
      markdown: '',
      aliases: '',
      left: '',
      edits: [],
      dropped: [],
      conflicts: [],
      unread: [],
    };
    pages.push(made);
    return appendTo(made);
  }
  const page = pages.at(-1);
  if (page === undefined) return null;
  const aside = addAside(head, page);
  if (aside) return appendTo(page.edits.at(-1) ?? page);
  const [whole, before = '', what = '', rest = ''] = EDIT_HEAD.exec(head) ?? [];
  if (whole === undefined) return null;
  const [, block = before, starts = rest] = (before === '' ? BLOCK_BEHIND.exec(rest) : null) ?? [];
  const edit = { block, do: what.toLowerCase(), starts, markdown: '' };
  page.edits.push(edit);
  return appendTo(edit);
}

const appendTo =
  (part: { markdown: string }) =>
  (line: string): void => {
    part.markdown += `${line}\n`;
  };

/** Takes a line that has no text below it. */
function addAside(head: string, page: PageParts): boolean {
  const [, mark, reason = '', by = ''] = DROP_HEAD.exec(head) ?? [];
  const [, marks, what = ''] = CONFLICT_HEAD.exec(head) ?? [];
  const aliases = /^aliases:?\s+(.+)$/i.exec(head)?.[1];
  const left = LEFT_HEAD.exec(head)?.[1];
  if (left !== undefined) page.left = left;
  else if (mark !== undefined) page.dropped.push({ mark, reason: reason.toLowerCase(), by });
  else if (marks !== undefined) page.conflicts.push({ marks, what });
  else if (aliases !== undefined) page.aliases = aliases;
  return [mark, marks, aliases, left].some((found) => found !== undefined);
}

const FINDING_HEAD = /^\[?(p\d+\.\d+)\]?\s+(overclaim|polarity|tense|loss|wrong_mark|repeat|style)\b\s*:?\s*(.*)$/i;

function readFindings(text: string): ReadLayout {
  const findings: { block: string; kind: string; sentence: string; markdown: string }[] = [];
  for (const line of withoutFence(text).split('\n')) {
    const [whole, block = '', kind = '', sentence = ''] = FINDING_HEAD.exec(HEAD.exec(line)?.[1] ?? '') ?? [];
    const open = findings.at(-1);
    if (whole !== undefined) findings.push({ block, kind: kind.toLowerCase(), sentence, markdown: '' });
    else if (open !== undefined) open.markdown += `${line}\n`;
  }
  if (findings.length > 0 || /^\W*(?:none|no findings)\b/i.test(text.trim())) return { ok: true, value: { findings } };
  return { ok: false, problem: 'The answer is neither "none" nor has a line "=== BLOCK KIND: …".' };
}

/** Some models put a whole answer into a code block. */
function withoutFence(text: string): string {
  const inner = /^\s*```\w*\n([^]*?)\n```\s*$/.exec(text)?.[1];
  return inner !== undefined && !inner.includes('```') ? inner : text;
}
