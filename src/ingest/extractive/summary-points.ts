import { type YieldBudget } from '../../base';
import { type PartSpec } from '../../change';
import { wordKey } from '../../wiki';
import { topicOfHeading } from './blocks';
import { escapeInline, type CurationContext } from './context';
import { type FootnotePrinter } from './footnotes';
import { type KnownStatements } from './known-statements';
import { isArrangement } from './meeting';
import { isMinuted, type MinutesSummary } from './minutes-summary';
import { type Sentence } from './parse-source';
import { chooseKeySentences } from './rank-sentences';
import { describesSource, isIndependent, isStatement } from './statement-rules';
import { type Term } from './terms';
import { type ThreadSummary } from './thread-summary';

const POINTS_REASON = 'Sentences that represent the source and are on no page.';

/** Sentences of a source of which few are on pages. */
const MAX_CHECKED = 40;
/** Matters of a meeting. */
const MAX_TOPICS = 15;
const MAX_SPEAKERS = 6;

/** A text with fewer headings is about one matter. */
const MIN_SECTIONS = 3;

/** From what a summary chooses its statements. */
export interface SummaryStatements {
  readonly terms: readonly Term[];
  /** Whether a page says a sentence. */
  readonly isPlaced: (sentence: Sentence) => boolean;
  readonly known: KnownStatements;
}

/** The parts of a summary that quote the source: what a text says, how a discussion went, what a meeting decided. */
export async function createPointParts(
  content: SummaryStatements,
  { thread, minutes }: { readonly thread: ThreadSummary | null; readonly minutes: MinutesSummary | null },
  printer: FootnotePrinter,
  context: CurationContext,
  budget: YieldBudget,
): Promise<readonly PartSpec[]> {
  const said = new Set<Sentence>();
  const quoter = new PartQuoter(printer, content, context, said);
  const parts: PartSpec[] = [];
  if (thread !== null) parts.push(...(await quoter.thread(thread)));
  else {
    if (minutes !== null) parts.push(...quoter.minutes(minutes));
    const points = await choosePoints(content, context, budget);
    const { meeting } = context.parsed;
    // Where it is written down who said what, the rest only leads from one to the other.
    const isTold = context.parsed.sentences.some(({ speaker }) => speaker !== null);
    const isShown = (sentence: Sentence): boolean =>
      meeting === null || (!isTold && !said.has(sentence) && isMinuted(sentence, meeting));
    const shown = points.filter(isShown);
    parts.push(...quoter.points(shown));
  }
  const answers = [...new Set(context.questionMatches.flatMap((match) => match.sentences))]
    .filter((sentence) => !said.has(sentence))
    .sort((a, b) => a.index - b.index);
  return [...parts, ...quoter.part('Answers', 'These sentences share the words of an open question.', answers)];
}

/** Prints the parts, and remembers what they say. */
class PartQuoter {
  readonly #printer: FootnotePrinter;
  readonly #known: KnownStatements;
  readonly #context: CurationContext;
  readonly #said: Set<Sentence>;

  constructor(printer: FootnotePrinter, { known }: SummaryStatements, context: CurationContext, said: Set<Sentence>) {
    this.#printer = printer;
    this.#known = known;
    this.#context = context;
    this.#said = said;
  }

  part(heading: string, reason: string, sentences: readonly Sentence[]): readonly PartSpec[] {
    for (const sentence of sentences) this.#said.add(sentence);
    const lines = sentences.map((sentence) => this.#printer.sentence(sentence, this.#context.cited));
    return this.#lines(heading, reason, lines);
  }

  /** What a text says, each sentence behind the heading that it stands under. */
  points(sentences: readonly Sentence[]): readonly PartSpec[] {
    const { parsed, title, cited } = this.#context;
    const isSectioned = parsed.headings.size >= MIN_SECTIONS;
    const lines = sentences.map((sentence) => {
      this.#said.add(sentence);
      const shown = this.#printer.sentence(sentence, cited);
      const topic = isSectioned ? topicOfHeading(sentence.anchor.heading ?? null, [parsed.text.title, title]) : null;
      const isPlain = topic === null || (parsed.meeting !== null && isArrangement(topic));
      const isNamed = isPlain || sentence.text.toLowerCase().includes(topic.toLowerCase());
      return isNamed ? shown : `${escapeInline(topic)}: ${shown}`;
    });
    return this.#lines('What it says', POINTS_REASON, lines);
  }

  async thread({ opening, isReply, findings, outcome }: ThreadSummary): Promise<readonly PartSpec[]> {
    const quote = async (sentences: readonly Sentence[]): Promise<readonly string[]> =>
      sentences[0] === undefined || (await this.#known.find(sentences[0].text)) !== null
        ? []
        : [this.#printer.quotation(sentences, this.#context.cited)];
    const first = await quote(opening);
    const parts = isReply
      ? this.#lines('First reply', 'What was answered first, as a quote: the opening post quotes only others.', first)
      : this.#lines('Opening post', 'What the discussion asks or reports, as a quote.', first);
    const found: string[] = [];
    for (const sentence of findings) found.push(...(await quote([sentence])));
    const last = await quote(outcome);
    return [
      ...parts,
      ...this.#lines('What was found', POINTS_REASON, found),
      ...this.#lines('Outcome', 'How the discussion ended, as a quote.', last),
    ];
  }

  minutes({ decided, tasks, discussed }: MinutesSummary): readonly PartSpec[] {
    const entry = ({ sentence, topic }: MinutesSummary['decided'][number]): string => {
      this.#said.add(sentence);
      const on = topic === null ? '' : `${escapeInline(topic, 100)}: `;
      return on + this.#printer.sentence(sentence, this.#context.cited);
    };
    const matters = discussed.slice(0, MAX_TOPICS).map(({ topic, speakers }) => {
      const names = speakers.slice(0, MAX_SPEAKERS).map((name) => escapeInline(name, 40));
      const more = speakers.length - names.length;
      const by = [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ');
      return escapeInline(topic, 160) + (by === '' ? '' : ` (${by})`);
    });
    if (discussed.length > MAX_TOPICS) matters.push(`${discussed.length - MAX_TOPICS} more`);
    return [
      ...this.#lines('Decided', 'What the minutes record as decided.', decided.map(entry)),
      ...this.#lines('To do', 'What the minutes give somebody to do.', tasks.map(entry)),
      ...this.#lines('Discussed', 'The matters of the meeting, and who spoke about each.', matters),
    ];
  }

  #lines(heading: string, reason: string, lines: readonly string[]): readonly PartSpec[] {
    if (lines.length === 0) return [];
    const text = `\n## ${heading}\n\n${lines.map((line) => `- ${line}\n`).join('')}`;
    return [{ text, reason, ...this.#printer.take() }];
  }
}

async function choosePoints(
  { terms, isPlaced, known }: SummaryStatements,
  { parsed, limits }: CurationContext,
  budget: YieldBudget,
): Promise<readonly Sentence[]> {
  const seen = new Set<string>();
  const isFree = (sentence: Sentence): boolean => {
    const key = wordKey(sentence.text);
    if (!isStatement(sentence) || isPlaced(sentence) || seen.has(key)) return false;
    if (!isIndependent(sentence) && !describesSource(sentence)) return false;
    seen.add(key);
    return true;
  };
  const chosen = await chooseKeySentences(parsed, terms, limits, isFree, budget);
  const points: Sentence[] = [];
  for (const sentence of chosen.slice(0, MAX_CHECKED)) {
    if ((await known.find(sentence.text)) === null) points.push(sentence);
  }
  return points;
}
