import { splitSentences } from '../../src/markdown';
import { estimateTokens } from '../../src/model';
import { slugify } from '../../src/wiki';
import { says } from '../model/server/behaviours';
import { ModelServer, type Behaviour } from '../model/server/server';

export const VERBATIM = 'verbatim';

/**
 * A model without taste that keeps every rule: it plans a page for each heading of a source, and writes every unit as it is. What
 * comes of it tells how the program does its part, whatever a model is worth.
 */
export async function startVerbatimModel(): Promise<ModelServer> {
  const server = await ModelServer.start();
  server.models = { data: [{ id: VERBATIM, context_length: 200_000 }] };
  server.script(answer);
  return server;
}

const answer: Behaviour = (heard, response) => {
  const messages = heard.body.messages as readonly { readonly content: string }[];
  const text = JSON.stringify(answerTo(messages.at(-1)?.content ?? ''));
  const [input, output] = [estimateTokens(heard.text), estimateTokens(text)];
  const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
  return says(text, { usage })(heard, response);
};

interface PromptUnit {
  readonly mark: string;
  readonly heading: string;
  /** `''` for code, which follows on lines of its own. */
  readonly text: string;
}

function answerTo(question: string): unknown {
  if (question.includes('Task: plan how')) return planOf(question);
  if (question.includes('Task: write the pages')) return { pages: targetsOf(question).map(writePage) };
  return { findings: [] };
}

function unitsOf(text: string, fallback: string): readonly PromptUnit[] {
  let heading = fallback;
  return text.split('\n').flatMap((line) => {
    heading = /^# (.+)$/.exec(line)?.[1] ?? heading;
    const unit = /^\{(\d+\.\d+)\}(?: \((?:wish|event)\))? ?(.*)$/.exec(line);
    return unit === null ? [] : [{ mark: unit[1] ?? '', heading, text: unit[2] ?? '' }];
  });
}

function planOf(question: string): unknown {
  const known = new Set([...question.matchAll(/^- ([a-z0-9-]+)(?= \||$)/gm)].map(([, slug = '']) => slug));
  const bySlug = new Map<string, PromptUnit[]>();
  // Units are named elsewhere in a question, too: where they contradict a page.
  const source = /^<untrusted-\w+ source [^>\n]*>\n([^]*?)\n<\/untrusted/m.exec(question)?.[1] ?? '';
  for (const unit of unitsOf(source, 'Remarks')) {
    const slug = slugify(unit.heading);
    bySlug.set(slug, [...(bySlug.get(slug) ?? []), unit]);
  }
  const pages = [...bySlug].map(([slug, units]) => ({
    slug,
    title: units[0]?.heading ?? '',
    kind: 'concept',
    op: known.has(slug) ? 'edit' : 'create',
    units: units.map(({ mark }) => mark),
  }));
  return { source: { what: 'A source.', date: null, points: [] }, pages, left: [] };
}

interface Target {
  readonly slug: string;
  /** The last block that is shown and is no sentence of the owner; `null` for a new page. */
  readonly last: { readonly id: string; readonly starts: string } | null;
  readonly units: readonly PromptUnit[];
}

function targetsOf(question: string): readonly Target[] {
  const units = unitsOf(question, '');
  const parts = question.split(/^Page (\S+) \([^\n]*\), (?:create|compose|edit): /gm).slice(1);
  return parts.flatMap((slug, at) => {
    if (at % 2 === 1) return [];
    const part = parts[at + 1] ?? '';
    const [last] = [...part.matchAll(/^\[(b\d+)\] (?![({])(\S+(?: \S+){0,3})/gm)].slice(-1);
    const own = new Set(marksIn(/^Its units: (.+)$/m.exec(part)?.[1] ?? ''));
    return [
      {
        slug,
        last: last === undefined ? null : { id: last[1] ?? '', starts: last[2] ?? '' },
        units: units.filter(({ mark }) => own.has(mark)),
      },
    ];
  });
}

/** The marks of ranges such as `3-8, 11`. */
function marksIn(ranges: string): readonly string[] {
  return [...ranges.matchAll(/(\d+)(?:-(\d+))?/g)].flatMap(([, from = '', to = from]) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => `1.${Number(from) + at}`),
  );
}

/** Every sentence with its mark. */
function marked(text: string, mark: string): string {
  return splitSentences(text)
    .map(({ start, end }) => `${text.slice(start, end)}{${mark}}`)
    .join(' ');
}

function writePage({ slug, last, units }: Target): unknown {
  const markdown = units.map(({ mark, text }) => (text === '' ? `{${mark}!}` : marked(text, mark))).join('\n\n');
  if (last === null) return { slug, title: '', markdown };
  return { slug, title: '', edits: [{ block: last.id, starts: last.starts, do: 'insert_after', markdown }] };
}
