import { BUILTIN_KINDS, kindName, suggest, type Manifest } from '../../workspace';
import { quote } from '../quote';
import { type Fix, type PageRule, type SuggestionFix } from '../rule';

const MAX_SUGGESTIONS = 3;

/** Source: AIP-10 JSON Schema, entry `kind`: the manifest's types and the common kinds "define the allowed values". */
export const kindUnknown: PageRule = {
  id: 'kind-unknown',
  scope: 'page',
  curatedOnly: true,
  code: 'living-wiki:kind_unknown',
  title: 'Unknown kind',
  severity: 'warn',
  fixedBy: 'edit',
  check({ page, manifest }) {
    const { kind, path } = page;
    const known = knownKinds(manifest);
    // A kind that is missing or invalid is another rule's finding; the page then has a guessed one.
    if (page.data.kind !== kind || known.includes(kind)) return [];
    const suggestions = suggest(kind, known, MAX_SUGGESTIONS);
    const [nearest] = suggestions;
    const message = `This wiki has no page type ${quote(kind)}. Use ${listKinds(suggestions, known)}, or add the type to \`entityTypes\` of KNOWLEDGE.md.`;
    const set = (to: string): Fix => {
      return (fixer) =>
        fixer.frontmatter(
          path,
          { op: 'set', path: ['kind'], value: to },
          { reason: `No type is named ${quote(kind)}.` },
        );
    };
    const applySuggestion: SuggestionFix = (fixer, to) => set(to)(fixer);
    return [
      {
        at: { field: 'kind' },
        message,
        key: kind,
        suggestions,
        applySuggestion,
        ...(nearest !== undefined && { fix: set(nearest) }),
      },
    ];
  },
};

function knownKinds({ entityTypes }: Pick<Manifest, 'entityTypes'>): readonly string[] {
  return [...new Set([...entityTypes.map(({ name }) => kindName(name)), ...BUILTIN_KINDS])];
}

function listKinds(suggestions: readonly string[], known: readonly string[]): string {
  return (suggestions.length > 0 ? suggestions : known).map(quote).join(' or ');
}
