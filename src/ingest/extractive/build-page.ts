import { buildCreation, type FileEdit, type PartSpec } from '../../change';
import { pathForNewPage, renderNewPage, sourceReference } from '../../wiki';
import { confidenceCap } from '../confidence';
import { chronicleOf, placed, renderBlocks, topicOf, type PlacedStatement } from './blocks';
import { renderConflict } from './conflict-callout';
import { escapeInline, type CurationContext } from './context';
import { FootnotePrinter } from './footnotes';
import { choosePageKind } from './kinds';
import { type PlannedPage } from './plan';

/** Fewer statements need no sections. */
const MIN_SECTIONED = 5;

/** Links the first mention of each page in a part of a page. */
export type AddLinks = (text: string, linked: Set<string>) => string;

export const HISTORY_HEADING = 'History';

/** The page of a name: what it is, then what the sources say, by topic, and its history in order. */
export function buildPage(planned: PlannedPage, addLinks: AddLinks, context: CurationContext): FileEdit {
  const { term, title, slug, parts, unread } = planned;
  const { schema, source } = context;
  const printer = new FootnotePrinter();
  const all = parts.flatMap(placed);
  const lead = leadOf(all);
  const conflicting = conflictingTexts(planned);
  const rest = all.filter((each) => each !== lead && !conflicting.has(each.statement.sentence.text));
  const kind = choosePageKind(
    term.name,
    term.type,
    term.definitions.map(({ predicate }) => predicate),
    context.manifest.entityTypes,
  );
  const sources = [...parts.map((part) => part.source), ...unread];
  if (!sources.includes(source)) sources.push(source);
  const head = renderNewPage({
    schema,
    slug,
    kind,
    title,
    sources: sources.map((each) => sourceReference(each, schema)),
    confidence: confidenceCap(sources),
    updatedAt: context.updatedAt,
    aliases: planned.aliases.slice(0, 8),
    body: '',
  });
  const linked = new Set([slug]);
  const chronicle = chronicleOf(rest);
  const others = rest.filter((each) => !chronicle.includes(each));
  const { plain, sections } = bySection(others, title);
  const opening = [
    ...renderBlocks(lead === undefined ? plain : [lead, ...plain], printer),
    ...conflictBlocks(planned, lead, printer, context),
  ];
  const body = opening.length === 0 ? '' : `\n${addLinks(opening.join('\n\n'), linked)}\n`;
  const specs: PartSpec[] = [{ text: head + body, reason: planned.reason, ...printer.take() }];
  const section = (heading: string, blocks: readonly string[], reason: string): void => {
    const text = `\n## ${escapeInline(heading)}\n\n${addLinks(blocks.join('\n\n'), linked)}\n`;
    specs.push({ text, reason, ...printer.take() });
  };
  for (const [heading, statements] of sections) {
    section(heading, renderBlocks(statements, printer), 'The sources say this under that heading.');
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
  return definitions.sort((a, b) => b.statement.score - a.statement.score)[0];
}

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

function conflictingTexts({ comparison }: PlannedPage): ReadonlySet<string> {
  return new Set(comparison.conflicts.flatMap(({ existing, sentence }) => [existing.text, sentence.text]));
}

/** Both sides of each contradiction, one below the other. */
function conflictBlocks(
  { comparison, parts }: PlannedPage,
  lead: PlacedStatement | undefined,
  printer: FootnotePrinter,
  context: CurationContext,
): readonly string[] {
  const printed = new Set(lead === undefined ? [] : [lead.statement.sentence.text]);
  return comparison.conflicts.flatMap((conflict) => {
    const { existing, sentence } = conflict;
    const old = parts
      .flatMap(placed)
      .find(({ statement }) => [statement.sentence, ...statement.follows].some(({ text }) => text === existing.text));
    const sides = [
      ...(old === undefined || printed.has(existing.text) ? [] : [printer.statement(old.statement, old.part.cited)]),
      ...(printed.has(sentence.text) ? [] : [printer.sentence(sentence, context.cited)]),
    ];
    printed.add(existing.text);
    printed.add(sentence.text);
    return sides.length === 0 ? [] : [renderConflict([conflict], sides)];
  });
}
