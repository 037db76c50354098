import { buildCreation, type FileEdit, type PartSpec } from '../../change';
import { HISTORY_HEADING, pathForNewPage, renderNewPage, sourceReference } from '../../wiki';
import { confidenceCap } from '../confidence';
import { chronicleOf, placed, renderBlocks, topicOf, type PlacedStatement } from './blocks';
import { renderConflict } from './conflict-callout';
import { escapeInline, type CurationContext } from './context';
import { isOpening, type Statement } from './assign-statements';
import { FootnotePrinter } from './footnotes';
import { choosePageKind } from './kinds';
import { type Sentence } from './parse-source';
import { type PlannedPage } from './page-plan';
import { sentencesOf, withoutSentences } from './statement-parts';

/** Fewer statements need no sections. */
const MIN_SECTIONED = 5;

/** Links the first mention of each page in a part of a page. */
export type AddLinks = (text: string, linked: Set<string>) => string;

/** The page of a name: what it is, then what the sources say, by topic, and its history in order. */
export function buildPage(planned: PlannedPage, addLinks: AddLinks, context: CurationContext): FileEdit {
  const { term, title, slug, parts, unread } = planned;
  const { schema, source } = context;
  const printer = new FootnotePrinter();
  const { statements: all, calloutAfter } = splitAtConflicts(planned, printer, context);
  const lead = leadOf(all);
  const first = lead === undefined ? [] : all.filter((each) => each === lead || isBeside(each, lead));
  const rest = all.filter((each) => !first.includes(each));
  const kind = choosePageKind(
    term.name,
    term.type,
    term.definitions.map(({ predicate }) => predicate),
    context.manifest.entityTypes,
  );
  const sources = [...parts.map((part) => part.source), ...unread];
  for (const { existing } of planned.comparison.conflicts) if (existing.source !== null) sources.push(existing.source);
  sources.push(source);
  const head = renderNewPage({
    schema,
    slug,
    kind,
    title,
    sources: [...new Set(sources)].map((each) => sourceReference(each, schema)),
    confidence: confidenceCap(sources),
    updatedAt: context.updatedAt,
    aliases: planned.aliases.slice(0, 8),
    body: '',
  });
  const linked = new Set([slug]);
  const isDisputed = ({ statement }: PlacedStatement): boolean =>
    disputedTexts(planned).has(sentencesOf(statement).at(-1)?.text ?? '');
  const chronicle = chronicleOf(rest.filter((each) => !isDisputed(each)));
  const others = rest.filter((each) => !chronicle.includes(each));
  const { plain, sections } = bySection(others, title);
  const elsewhere = planned.comparison.conflicts.filter(({ existing }) => existing.earlier !== undefined);
  const opening = [
    ...renderBlocks([...first, ...plain], printer, calloutAfter),
    ...elsewhere.map((conflict) => renderConflict(conflict, printer, context)),
  ];
  const body = opening.length === 0 ? '' : `\n${addLinks(opening.join('\n\n'), linked)}\n`;
  const specs: PartSpec[] = [{ text: head + body, reason: planned.reason, ...printer.take() }];
  const section = (heading: string, blocks: readonly string[], reason: string): void => {
    const text = `\n## ${escapeInline(heading)}\n\n${addLinks(blocks.join('\n\n'), linked)}\n`;
    specs.push({ text, reason, ...printer.take() });
  };
  for (const [heading, statements] of sections) {
    section(heading, renderBlocks(statements, printer, calloutAfter), 'The sources say this under that heading.');
  }
  if (chronicle.length > 0) {
    const items = chronicle.map(({ statement, part }) => `- ${printer.statement(statement, part.cited)}`);
    section(HISTORY_HEADING, [items.join('\n')], 'The sources give these dates.');
  }
  return buildCreation({ path: pathForNewPage(context.snapshot, kind, slug), parts: specs, why: [planned.reason] });
}

/** The sentence that says what the page is about: the page has none rather than another one. */
function leadOf(statements: readonly PlacedStatement[]): PlacedStatement | undefined {
  const definitions = statements.filter(({ statement }) => statement.isDefinition);
  const [best] = definitions.sort((a, b) => b.statement.score - a.statement.score);
  return (
    best ??
    statements.find(({ statement }) => statement.isTelling) ??
    statements.find(({ statement }) => isOpening(statement))
  );
}

/** What its paragraph goes on to say stays with it. */
const isBeside = ({ statement, part }: PlacedStatement, lead: PlacedStatement): boolean =>
  part.source === lead.part.source &&
  statement.sentence.passage === lead.statement.sentence.passage &&
  statement.sentence.index > lead.statement.sentence.index;

function bySection(
  statements: readonly PlacedStatement[],
  title: string,
): { readonly plain: readonly PlacedStatement[]; readonly sections: ReadonlyMap<string, readonly PlacedStatement[]> } {
  const sections = new Map<string, PlacedStatement[]>();
  const plain: PlacedStatement[] = [];
  for (const each of statements) {
    const topic = statements.length < MIN_SECTIONED ? null : topicOf(each, title);
    if (topic === null) plain.push(each);
    else sections.set(topic, [...(sections.get(topic) ?? []), each]);
  }
  return sections.size < 2 ? { plain: statements, sections: new Map() } : { plain, sections };
}

const disputedTexts = ({ comparison }: PlannedPage): ReadonlySet<string> =>
  new Set(comparison.conflicts.flatMap(({ existing }) => (existing.earlier === undefined ? existing.text : [])));

/** The statements of a page such that a contradicted sentence ends one, without those that contradict it: these stand below it. */
function splitAtConflicts(
  planned: PlannedPage,
  printer: FootnotePrinter,
  context: CurationContext,
): {
  readonly statements: readonly PlacedStatement[];
  readonly calloutAfter: (statement: Statement) => string | null;
} {
  const { conflicts } = planned.comparison;
  const disputed = disputedTexts(planned);
  const onPage = conflicts.filter(({ existing }) => existing.earlier === undefined);
  const against = new Set(conflicts.map(({ sentence }) => sentence.text));
  const all = planned.parts.flatMap((part) =>
    placed({ ...part, statements: withoutSentences(part.statements, ({ text }) => against.has(text)) }),
  );
  const statements = all.flatMap(({ statement, part }) =>
    splitAfter(statement, disputed).map((each) => ({ statement: each, part })),
  );
  const shown = new Set<string>();
  const calloutAfter = (statement: Statement): string | null => {
    const last = sentencesOf(statement).at(-1)?.text ?? '';
    const own = onPage.filter(({ existing }) => existing.text === last && !shown.has(existing.text));
    if (own.length === 0) return null;
    shown.add(last);
    return own.map((conflict) => renderConflict(conflict, printer, context)).join('\n\n');
  };
  return { statements, calloutAfter };
}

function splitAfter(statement: Statement, texts: ReadonlySet<string>): readonly Statement[] {
  const found: Statement[] = [];
  let open: Sentence[] = [];
  const close = (): void => {
    const [sentence, ...follows] = open;
    if (sentence !== undefined)
      found.push({ ...statement, sentence, follows, isDefinition: statement.isDefinition && found.length === 0 });
    open = [];
  };
  for (const sentence of sentencesOf(statement)) {
    open.push(sentence);
    if (texts.has(sentence.text)) close();
  }
  close();
  return found;
}
