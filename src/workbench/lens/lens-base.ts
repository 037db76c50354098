import { noteName, type Run } from '../../base';
import { buildCreation, buildUpdate, diffToHunks, type ChangeSet, type FileEdit } from '../../change';
import { type Proposal } from '../../proposal';
import { type Layout } from '../../wiki';
import { isSubtype, kindName, type Lens } from '../../workspace';
import { proposeChange } from '../proposals/propose-change';
import { type WikiSession } from '../wiki-session';
import { usableLens } from './lenses';

/**
 * Proposes a file of Obsidian's Bases that shows the wiki as a lens does. `null` if the file says so already.
 * @param name of the lens; the wiki's own when absent @throws WikiError `living-wiki:lens_missing`, `living-wiki:lens_ambiguous`
 */
export function proposeBase(session: WikiSession, name: string | undefined, run: Run): Promise<Proposal | null> {
  return session.exclusively(run, async () => {
    const lens = await usableLens(session, name, run);
    const path = `${fileName(lens.name)}.base`;
    const { vault, snapshot, host } = session;
    const text = renderBase(lens, snapshot.layout, host.root);
    const before = (await vault.stat(path))?.kind === 'file' ? await vault.readText(path) : null;
    if (before === text) return null;
    return proposeChange(session, toChangeSet(lens, baseEdit(path, before, text)), run);
  });
}

/** A name that every system allows. */
const fileName = (name: string): string =>
  noteName(name)
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+|[.-]+$/g, '') || 'lens';

function baseEdit(path: string, before: string | null, text: string): FileEdit {
  const reason = 'Shows the pages of the lens as a table in Obsidian.';
  if (before === null) return buildCreation({ path, parts: [{ text, reason, title: path }], why: [reason] });
  const splices = diffToHunks(before, text, path, { reason }).map(({ start, end, text: to }) => ({
    start,
    end,
    text: to,
    reason,
  }));
  return buildUpdate({ path, base: before, splices, why: [reason] });
}

function toChangeSet({ effective: { title } }: Lens, edit: FileEdit): ChangeSet {
  return {
    title: `Bases view of ${title}`,
    producer: 'manual',
    files: [edit],
    log: { event: 'manual', subject: edit.path, bullets: [`Bases view of ${title}`] },
    sources: [],
    notes: [],
    facts: {},
  };
}

/** What a view is grouped by, as the manifest names it. */
const GROUPS = { kind: 'note.kind', tag: 'file.tags', source: 'note.sources' } as const;

/**
 * A `.base` file for a lens: its scope as a filter, its entity types as views with their fields as columns, and its grouping. YAML, in which every
 * text is in double quotes, so that no name can be anything else. See https://help.obsidian.md/bases/syntax
 *
 * @param root of the wiki in the vault; `''` for the vault itself
 */
export function renderBase(
  { effective }: Pick<Lens, 'effective'>,
  { sources }: Pick<Layout, 'sources'>,
  root: string,
): string {
  const { entityTypes, queryHints, display, title } = effective;
  const { scopeTo = [] } = queryHints;
  const inScope = entityTypes.filter(
    ({ name }) => scopeTo.length === 0 || scopeTo.some((scope) => isSubtype(name, scope, effective)),
  );
  const builtIn = scopeTo.filter((scope) => scope !== '*' && !entityTypes.some(({ name }) => name === scope));
  const kinds = [...new Set([...inScope.map(({ name }) => name), ...builtIn].map(kindName))];
  const isLimited = scopeTo.length > 0 && !scopeTo.includes('*');
  const fields = [...new Set(inScope.flatMap((type) => type.fields))];
  const group = GROUPS[display.defaultGrouping ?? 'kind'];
  const lines = [
    'filters:',
    '  and:',
    ...(root === '' ? [] : [filter(`file.inFolder(${literal(root)})`, 4)]),
    filter('file.ext == "md"', 4),
    filter(`!file.inFolder(${literal(root === '' ? sources : `${root}/${sources}`)})`, 4),
    '    - or:',
    filter('note.schema == "knowledge/v1"', 8),
    filter('note.schema == "knowledge.entry/v1"', 8),
    ...(isLimited && kinds.length > 0 ? ['    - or:', ...kinds.map((kind) => filter(isKind(kind), 8))] : []),
    'properties:',
    ...[
      ['file.name', 'Page'],
      ['note.kind', 'Kind'],
      ['note.updated_at', 'Updated'],
      ['note.sources', 'Sources'],
    ].flatMap(([key = '', shown = '']) => [`  ${quoted(key)}:`, `    displayName: ${quoted(shown)}`]),
    'views:',
    ...view(title, { order: ['file.name', 'note.kind', ...fields.map(property), ...TAIL], group }),
    ...inScope.flatMap(({ name, fields: own }) =>
      view(name, { order: ['file.name', ...own.map(property), ...TAIL], only: isKind(kindName(name)) }),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

const TAIL = ['note.updated_at', 'note.sources', 'file.tags'];

interface ViewSpec {
  readonly order: readonly string[];
  readonly group?: string;
  readonly only?: string;
}

function view(name: string, { order, group, only }: ViewSpec): readonly string[] {
  return [
    '  - type: table',
    `    name: ${quoted(name)}`,
    ...(only === undefined ? [] : ['    filters:', '      and:', filter(only, 8)]),
    ...(group === undefined ? [] : ['    groupBy:', `      property: ${quoted(group)}`, '      direction: ASC']),
    '    order:',
    ...[...new Set(order)].map((each) => `      - ${quoted(each)}`),
  ];
}

const filter = (expression: string, indent: number): string => `${' '.repeat(indent)}- ${quoted(expression)}`;

const isKind = (kind: string): string => `note.kind == ${literal(kind)}`;

const property = (field: string): string => `note.${field}`;

/** A text in the language of filters. */
const literal = (text: string): string => `"${text.replace(/[\\"]/g, (char) => `\\${char}`).replace(/[\r\n]+/g, ' ')}"`;

/** JSON is YAML, but for what its readers may take for a line break. */
const quoted = (text: string): string =>
  JSON.stringify(text).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
