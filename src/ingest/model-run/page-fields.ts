import { type SpliceSpec } from '../../change';
import { type FrontmatterEdit } from '../../markdown';
import { frontmatterSplices } from '../extractive/frontmatter';
import { evidenceFor } from './claims';
import { capConfidence, confidenceCap, confidenceNote } from './confidence';
import { type EditTarget, type ValidField } from './validate-edits';
import { cleanLine, isName } from './clean-text';
import { buildReason, type WriteContext } from './write-context';

/** Splices for the fields that the model sets, as far as the page and its sources support them. */
export function buildFieldSplices(
  fields: readonly ValidField[],
  target: EditTarget,
  context: WriteContext,
): { readonly splices: readonly SpliceSpec[]; readonly notes: readonly string[] } {
  const { page, text } = target;
  const notes: string[] = [];
  const splices: SpliceSpec[] = [];
  for (const [index, { field, value, claims }] of fields.entries()) {
    if (fields.slice(0, index).some((other) => other.field === field)) continue;
    const edits = fieldEdits({ field, value, claims }, target, context, notes);
    for (const [part, splice] of (edits.length === 0 ? [] : frontmatterSplices(text, edits)).entries()) {
      splices.push({
        ...splice,
        name: `field-${index}-${part}`,
        title: `Frontmatter: ${field}`,
        reason: buildReason(
          claims,
          field === 'confidence' ? '' : value,
          [text],
          field === 'confidence' ? ['The sources limit the model’s confidence.'] : [],
        ),
        evidence: evidenceFor(claims, context.quoteSource),
      });
    }
  }
  const separate = splices.filter(
    (splice, index) => !splices.slice(0, index).some((other) => other.start < splice.end && splice.start < other.end),
  );
  return { splices: separate, notes: notes.map((note) => `${page.slug}: ${note}`) };
}

function fieldEdits(
  { field, value, claims }: ValidField,
  { page, text }: EditTarget,
  context: WriteContext,
  notes: string[],
): readonly FrontmatterEdit[] {
  if (field === 'confidence') {
    const advised = Number(value);
    const sources = page.sources.flatMap((ref) => context.sourceOf(ref) ?? []);
    const cap = confidenceCap([...sources, context.source]);
    const proposed = value.trim() === '' ? null : capConfidence(advised, cap);
    if (proposed === null || proposed === page.confidence) return [];
    notes.push(confidenceNote(advised, proposed, cap));
    return [{ op: 'set', path: ['confidence'], value: proposed }];
  }
  // A name must be on the page or in a quote.
  const known = [text, ...claims.map(({ quote }) => quote)].join('\n').toLowerCase();
  const isKnown = (name: string): boolean => isName(name) && known.includes(name.toLowerCase());
  if (field === 'title') {
    const title = cleanLine(value, 160);
    return !isKnown(title) || title === page.title ? [] : [{ op: 'set', path: ['title'], value: title }];
  }
  const items = value
    .split(/[,;\n]/)
    .map((item) => cleanLine(item, 80))
    .filter((item) => (field === 'tags' ? item !== '' && item.split(' ').length <= 4 : isKnown(item)))
    .slice(0, 8);
  const isEntry = page.schema === 'knowledge.entry/v1';
  const path = field === 'aliases' && isEntry ? ['metadata', 'living-wiki', 'aliases'] : [field];
  const values = field === 'tags' ? items.map(toTag) : items;
  return values.filter((item) => item !== '').map((item) => ({ op: 'add', path, value: item }));
}

function toTag(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}/]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}
