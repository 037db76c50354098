import {
  MAX_GROUP_PAGES,
  isChosenLens,
  lensOrder,
  outOfScopeTotal,
  readLensTab,
  visibleGroups,
} from '../../../src/obsidian/panels/view-model/lens';
import { type LensGroup, type LensPage, type LensSummary } from '../../../src/workbench';

function page(slug: string, over: Partial<LensPage> = {}): LensPage {
  const rest = { kind: 'concept', icon: null, summary: '', updatedAt: null, age: null, marks: [] };
  return { path: `concepts/${slug}.md`, slug, title: slug, ...rest, ...over };
}

function group(key: string, pages: readonly LensPage[]): LensGroup {
  return { key, label: key, icon: null, description: null, pages };
}

describe('the pages of a lens', () => {
  const many = group(
    'concept',
    Array.from({ length: MAX_GROUP_PAGES + 7 }, (_, at) => page(`p${at}`)),
  );
  const few = group('person', [page('ada', { kind: 'person' }), page('bob', { kind: 'person', marks: ['stale'] })]);

  it('of a long group are drawn in part, and counted in full', () => {
    const [first, second] = visibleGroups([many, few], '', new Set());
    expect(first).toMatchObject({ count: MAX_GROUP_PAGES + 7 });
    expect(first?.pages).toHaveLength(MAX_GROUP_PAGES);
    expect(second?.pages).toHaveLength(2);
  });

  it('are all drawn on request', () => {
    expect(visibleGroups([many], '', new Set(['concept']))[0]?.pages).toHaveLength(MAX_GROUP_PAGES + 7);
  });

  it('are filtered by words of title, kind and mark; groups without any are left out', () => {
    const found = (filter: string): string[] =>
      visibleGroups([many, few], filter, new Set()).flatMap(({ pages }) => pages.map(({ slug }) => slug));
    expect(found('ADA')).toEqual(['ada']);
    expect(found('person stale')).toEqual(['bob']);
    expect(found('p56')).toEqual(['p56']);
    expect(found('nobody')).toEqual([]);
  });

  it('out of scope are counted together', () => {
    const outOfScope = [
      { kind: 'person', label: 'Person', count: 9 },
      { kind: 'deal', label: 'Deal', count: 5 },
    ];
    expect(outOfScopeTotal({ outOfScope })).toBe(14);
    expect(outOfScopeTotal({ outOfScope: [] })).toBe(0);
  });
});

const lens = (name: string, over: Partial<LensSummary> = {}): LensSummary => ({
  name,
  title: name,
  description: '',
  path: `${name}/KNOWLEDGE.md`,
  isRoot: false,
  refused: null,
  problem: null,
  warnings: 0,
  ref: name,
  ...over,
});

it('the switcher marks only the chosen one of two lenses of one name', () => {
  const twins = ['a', 'b'].map((folder) => {
    const path = `${folder}/KNOWLEDGE.md`;
    return lens('twin', { path, ref: path });
  });
  const shown = [lens('root', { isRoot: true }), ...twins, lens('other')];
  const chosen = (ref?: string) => shown.filter((each) => isChosenLens(each, ref)).map(({ path }) => path);
  expect(chosen()).toEqual(['root/KNOWLEDGE.md']);
  expect(chosen('b/KNOWLEDGE.md')).toEqual(['b/KNOWLEDGE.md']);
  expect(chosen('other')).toEqual(['other/KNOWLEDGE.md']);
  // The other twin was renamed since.
  expect(chosen('other/KNOWLEDGE.md')).toEqual(['other/KNOWLEDGE.md']);
});

it('the switcher lists the wiki itself, then the views, then refused views', () => {
  const refused = { code: 'knowledge_appliesto_unresolvable', message: 'It applies elsewhere.' } as const;
  const order = lensOrder([lens('a', { refused }), lens('b'), lens('root', { isRoot: true }), lens('c')]);
  expect(order.map(({ name }) => name)).toEqual(['root', 'b', 'c', 'a']);
});

it.each([
  [{ tab: 'why' }, 'why'],
  [{ tab: 'other' }, 'pages'],
  [undefined, 'pages'],
])('the remembered part of %j is %j', (state, tab) => {
  expect(readLensTab(state)).toBe(tab);
});
