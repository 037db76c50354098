import { silentRun } from '../../src/base';
import { type FileChange } from '../../src/vault';
import { type Snapshot } from '../../src/wiki';
import { clock, lintEngine, manifestWith, openWiki, pageText, textsAfter } from './support';

const MANIFEST = manifestWith('lints:\n  - {id: unlinked-mention, kind: custom, appliesTo: "*", severity: info}\n');

const titled = (slug: string, title: string, body: string, more = ''): string =>
  pageText(slug, 'concept', body, `sources: [sources/a.md]\n${more}`).replace(`title: ${slug}`, `title: ${title}`);

const LAMP = titled('lamp', 'Lamp', 'The lamp has a Fresnel lens, and the Fresnel lens turns.');

async function found(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { snapshot, lens } = await openWiki({ 'KNOWLEDGE.md': MANIFEST, ...files });
  const { findings } = await lintEngine().lint(snapshot, lens, { clock, run: silentRun });
  return findings.flatMap(({ check, path, message }) => (check === 'unlinked-mention' ? [`${path} ${message}`] : []));
}

describe('a page named without a link', () => {
  it('is found where the manifest asks for it, and only there', async () => {
    const files = {
      'concepts/lamp.md': LAMP,
      'concepts/fresnel-lens.md': titled('fresnel-lens', 'Fresnel lens', 'Rings.'),
    };
    expect(await found(files)).toEqual(['concepts/lamp.md Could link "Fresnel lens" to the page "Fresnel lens".']);
    expect(await found({ ...files, 'KNOWLEDGE.md': manifestWith('') })).toEqual([]);
  });

  it('is no summary, and no page of several with the name', async () => {
    const summary = titled('fresnel-lens', 'Fresnel lens', 'Rings.').replace('kind: concept', 'kind: summary');
    expect(await found({ 'concepts/lamp.md': LAMP, 'summaries/fresnel-lens.md': summary })).toEqual([]);
    const twins = {
      'concepts/one.md': titled('one', 'Fresnel lens', 'Rings.'),
      'concepts/two.md': titled('two', 'Fresnel lens', 'Rings.'),
    };
    expect(await found({ 'concepts/lamp.md': LAMP, ...twins })).toEqual([]);
  });

  it('is linked by a name that leads to it, with the words of the sentence', async () => {
    const { snapshot, lens } = await openWiki({
      'KNOWLEDGE.md': MANIFEST,
      'concepts/lamp.md': titled('lamp', 'Lamp', 'Two Fresnel lenses turn. They are Fresnel lenses.'),
      'concepts/optics.md': titled('fresnel-lens', 'Fresnel lens', 'Rings.'),
    });
    const engine = lintEngine();
    const options = { clock, run: silentRun };
    const { findings } = await engine.lint(snapshot, lens, options);
    const edits = await engine.fix(
      snapshot,
      lens,
      findings.filter(({ check }) => check === 'unlinked-mention'),
      options,
    );
    expect(textsAfter(edits)['concepts/lamp.md']).toContain(
      'Two [[optics|Fresnel lenses]] turn. They are Fresnel lenses.',
    );
  });

  it('is found again after another page gets, changes or loses the name, as by a full pass', async () => {
    const opened = await openWiki({
      'KNOWLEDGE.md': MANIFEST,
      'concepts/lamp.md': LAMP,
      'concepts/other.md': titled('other', 'Other', 'Nothing here.'),
    });
    const engine = lintEngine();
    const options = { clock, run: silentRun };
    let snapshot: Snapshot = opened.snapshot;
    const count = async (change: FileChange | null): Promise<number> => {
      if (change !== null) snapshot = snapshot.with([change]);
      const incremental = await engine.lint(snapshot, opened.lens, options);
      expect(incremental).toEqual(await lintEngine().lint(snapshot, opened.lens, options));
      return incremental.findings.filter(({ check }) => check === 'unlinked-mention').length;
    };
    const write = (op: 'create' | 'update', path: string, text: string): FileChange =>
      op === 'create' ? { op, path, text } : { op, path, text, expected: '' };
    const lens = 'concepts/optics.md';
    expect(await count(null)).toBe(0);
    expect(await count(write('create', lens, titled('optics', 'Fresnel lens', 'Rings.')))).toBe(1);
    expect(await count(write('update', lens, titled('optics', 'Optics', 'Rings.')))).toBe(0);
    expect(await count(write('update', lens, titled('optics', 'Optics', 'Rings.', 'aliases: [Fresnel lens]\n')))).toBe(
      1,
    );
    expect(await count(write('create', 'concepts/prisms.md', titled('prisms', 'Fresnel lens', 'Rings.')))).toBe(1);
    expect(await count(write('create', 'concepts/more.md', titled('more', 'Fresnel lens', 'Rings.')))).toBe(0);
  });
});
