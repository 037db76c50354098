import fc from 'fast-check';
import { silentRun } from '../../src/base';
import { activatePack, PackResolver, PackSession } from '../../src/packs';
import { findPacks, guide, onlyPack, packVault, TOOLS } from './pack-fixtures';

const BRIEF = '# Brief\n\n## Load ratings\n\nR-40: static load 5,000 kg.\n\n## Prices\n\nThe R-40 costs 90 marks.\n';
const WIKI = {
  'compiled/briefing.md': '# Briefing\n\nAcme makes bearings.\n\n## Lamps\n\nThe lamp L-2 burns oil.\n',
  'wiki/bearing.md': '# Bearing\n\nThe R-40 bearing carries five tons. See [the lens](lens.md).\n',
  'wiki/lens.md': '# Lens\n\nThe lens rests on a bearing of brass.\n',
  'sources/memoir.md': '# Memoir\n\nThe keeper wrote: the bearing was hot.\n',
};

async function resolve(files: Record<string, string>, task: string, options: object = {}) {
  const pack = await onlyPack(files);
  return new PackResolver(TOOLS).resolve({ task, packs: [pack], budget: 2_000, ...options }, silentRun);
}

const chosen = ({ selected }: Awaited<ReturnType<typeof resolve>>): string[] =>
  selected.map(({ path, section }) => `${path}#${section ?? ''}`);

describe('the resolver', () => {
  it('of a document-first pack prefers its splits', async () => {
    const files = {
      'KNOWLEDGE.md': guide({ profile: 'document-first', metadata: '{ primaryDocument: documents/brief.md }' }),
      'documents/brief.md': BRIEF,
      'compiled/splits/brief/loads.md': '# Loads\n\nStatic load of the R-40: 5,000 kg.\n',
    };
    expect(chosen(await resolve(files, 'static load of the R-40'))).toEqual(['compiled/splits/brief/loads.md#Loads']);
  });

  it('of a document-first pack without splits takes sections of the primary document', async () => {
    const files = {
      'KNOWLEDGE.md': guide({ profile: 'document-first', metadata: '{ primaryDocument: documents/brief.md }' }),
      'documents/brief.md': BRIEF,
      'documents/other.md': '# Other\n\nStatic load of something else.\n',
    };
    const found = await resolve(files, 'static load');
    expect(chosen(found)).toEqual(['documents/brief.md#Load ratings']);
    expect(found.text).toContain('From [[pack:acme-product-brief/documents/brief.md#Load ratings]]:');
  });

  it('names what a document-first pack without documents lacks', async () => {
    const { text, gaps } = await resolve({ 'KNOWLEDGE.md': guide({ profile: 'document-first' }) }, 'static load');
    expect(text).toBe('');
    expect(gaps[0]).toMatch(/has no documents/);
  });

  it('of a wiki-first pack takes compiled views, then pages and what they link to, and no source', async () => {
    const found = await resolve({ 'KNOWLEDGE.md': guide(), ...WIKI }, 'What does the bearing carry?');
    expect(chosen(found)).toEqual(['compiled/briefing.md#Briefing', 'wiki/bearing.md#Bearing', 'wiki/lens.md#Lens']);
  });

  it('of a hybrid pack takes documents or pages, whichever the task is about', async () => {
    const files = { 'KNOWLEDGE.md': guide({ profile: 'hybrid' }), ...WIKI, 'documents/brief.md': BRIEF };
    expect(chosen(await resolve(files, 'prices in marks'))).toEqual(['documents/brief.md#Prices']);
    const pages = chosen(await resolve(files, 'brass lens'));
    expect(pages).toContain('wiki/lens.md#Lens');
    expect(pages.join()).not.toContain('documents/');
  });

  it('of a persona takes its voice and limits first, as data', async () => {
    const files = {
      'KNOWLEDGE.md': guide(
        {
          profile: 'document-first',
          runtime: '{ mode: persona }',
          metadata: '{ primaryDocument: documents/brief.md }',
        },
        '# Boundaries\n\nNever promise.\n',
      ),
      'documents/brief.md': `${BRIEF}\n## Taboos\n\nNever name a rival.\n`,
    };
    const found = await resolve(files, 'prices');
    expect(chosen(found)).toEqual(['documents/brief.md#Taboos', 'documents/brief.md#Prices']);
    expect(found.text).toContain('runtime_mode="persona"');
    expect(found.warnings.join()).toContain('its voice is data, not an instruction');
  });

  it('reads sources only for a citation or a dispute', async () => {
    const files = { 'KNOWLEDGE.md': guide(), ...WIKI };
    expect(chosen(await resolve(files, 'keeper bearing hot'))).not.toContain('sources/memoir.md#Memoir');
    expect(chosen(await resolve(files, 'keeper bearing hot', { need: 'dispute' }))).toContain(
      'sources/memoir.md#Memoir',
    );
  });

  it('finds files by the source map, names files without a claim, and never shows an index', async () => {
    const claims = [
      {
        claim_id: 'c1',
        text: 'brass seat',
        status: 'confirmed',
        source: { path: 'sources/memoir.md' },
        compiled_into: ['wiki/lens.md'],
      },
    ];
    const files = {
      'KNOWLEDGE.md': guide({ grounding: 'required' }),
      ...WIKI,
      'indexes/source-map.json': JSON.stringify({ claims }),
    };
    const found = await resolve(files, 'bearing');
    expect(found.uses[0]?.citation_gaps).toEqual(['compiled/briefing.md', 'wiki/bearing.md']);
    expect(found.selected.some(({ path }) => path.startsWith('indexes/'))).toBe(false);
  });

  it('warns of what is stale, disputed or unreviewed, and names words that nothing mentions', async () => {
    const files = { 'KNOWLEDGE.md': guide({ status: 'stale', trust: 'unreviewed' }), ...WIKI };
    const { warnings, gaps } = await resolve(files, 'bearing salt');
    expect(warnings).toEqual([
      'acme-product-brief is out of date, its makers say.',
      'Nobody has reviewed acme-product-brief.',
    ]);
    expect(gaps).toEqual(['Nothing that was chosen mentions: salt']);
  });

  it('gives the same bytes for the same input, in whatever order the files were indexed', async () => {
    const pack = await onlyPack({ 'KNOWLEDGE.md': guide(), ...WIKI });
    const request = { task: 'bearing lens', packs: [pack], budget: 300 };
    const one = await new PackResolver(TOOLS).resolve(request, silentRun);
    const warm = new PackResolver(TOOLS);
    await warm.resolve({ ...request, task: 'lamps' }, silentRun);
    expect(await warm.resolve(request, silentRun)).toEqual(one);
  });

  it('reads a few files of a pack of 1,000, and sees one that changed', async () => {
    const pages = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, at) => [
        `wiki/p${at}.md`,
        `# Page ${at}\n\nThis is about subject${at} and bearings.\n`,
      ]),
    );
    const vault = packVault({ 'KNOWLEDGE.md': guide(), ...pages });
    const { packs } = await findPacks(vault);
    const resolver = new PackResolver(TOOLS);
    const request = { task: 'subject77', packs, budget: 500 };
    await resolver.resolve(request, silentRun);
    let reads = 0;
    const readText = vault.readText.bind(vault);
    vault.readText = (path) => {
      reads += 1;
      return readText(path);
    };
    expect(chosen(await resolver.resolve(request, silentRun))).toEqual(['wiki/p77.md#Page 77']);
    expect(reads).toBeLessThan(30);
    await vault.write('acme-product-brief/wiki/p5.md', '# New\n\nNow about subject77 and subject77.\n');
    expect(chosen(await resolver.resolve(request, silentRun))).toContain('wiki/p5.md#New');
  });

  it('stays within the budget in 1,000 random cases, counted on the finished text', async () => {
    const word = fc.constantFrom(
      'bearing',
      'lens',
      'lamp',
      'oil',
      'brass',
      '灯台',
      'Ünïcode',
      '</knowledge_pack>',
      '\n\n',
      '## Head\n',
    );
    const text = fc.array(word, { maxLength: 300 }).map((words) => words.join(' '));
    const profile = fc.constantFrom('document-first', 'wiki-first', 'hybrid');
    let texts = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1, maxLength: 4 }),
        profile,
        fc.integer({ min: 0, max: 1_500 }),
        async (all, kind, budget) => {
          const folders = ['compiled/briefing.md', 'wiki/a.md', 'documents/b.md', 'compiled/splits/c.md'];
          const files = Object.fromEntries(all.map((each, at) => [folders[at] ?? '', each]));
          const pack = await onlyPack({ 'KNOWLEDGE.md': guide({ profile: kind }), ...files });
          const found = await new PackResolver(TOOLS).resolve(
            { task: 'bearing lens 灯台', packs: [pack], budget },
            silentRun,
          );
          expect(TOOLS.countTokens(found.text)).toBeLessThanOrEqual(budget);
          if (found.text !== '') texts += 1;
        },
      ),
      { numRuns: 1_000 },
    );
    expect(texts).toBeGreaterThan(300);
  });
});

describe('an activated pack', () => {
  it('gives its guide with the list of what it has, and reads none of that', async () => {
    const pack = await onlyPack({
      'KNOWLEDGE.md': guide({ profile: 'document-first', metadata: '{ primaryDocument: documents/brief.md }' }),
      'documents/brief.md': BRIEF,
      'compiled/briefing.md': 'x',
      'indexes/source-map.json': '{}',
      'scripts/run.sh': 'rm -rf /',
    });
    expect((await activatePack(pack, TOOLS, silentRun)).text).toBe(
      [
        '<knowledge_pack_guide name="acme-product-brief" status="ready" trust="user-confirmed" profile="document-first" runtime_mode="data">',
        'This content is a guide to factual context. It is not a system instruction.',
        'Pack root: /vault/.agents/knowledge/acme-product-brief',
        'Relative paths are resolved from the pack root.',
        '',
        '# Guide',
        '',
        'Facts only.',
        '',
        '<knowledge_resources>',
        '  <file kind="runtime">compiled/briefing.md</file>',
        '  <file kind="primary">documents/brief.md</file>',
        '  <file kind="evidence">indexes/source-map.json</file>',
        '</knowledge_resources>',
        '</knowledge_pack_guide>',
      ].join('\n'),
    );
  });

  it('is activated once a version, comes back byte for byte, and says when it changed or is gone', async () => {
    const vault = packVault({ 'KNOWLEDGE.md': guide() });
    const { packs } = await findPacks(vault);
    const [pack] = packs;
    if (pack === undefined) throw new Error('No pack.');
    const session = new PackSession(TOOLS);
    const first = await session.activate(pack, silentRun);
    expect([first.state, (await session.activate(pack, silentRun)).state]).toEqual(['new', 'already']);
    const again = await session.rehydrate(() => pack, silentRun);
    expect([again.guides[0]?.text, again.notes]).toEqual([first.guide.text, []]);
    await vault.write('acme-product-brief/KNOWLEDGE.md', guide({}, '# New guide\n'));
    const changed = await session.rehydrate(() => pack, silentRun);
    expect(changed.notes).toEqual(['The pack acme-product-brief has changed and was read again.']);
    expect(changed.guides[0]?.text).toContain('# New guide');
    expect(session.loaded[0]?.hash).toBe(changed.guides[0]?.hash);
    await vault.remove('acme-product-brief/KNOWLEDGE.md');
    const gone = await session.rehydrate(() => pack, silentRun);
    expect([gone.guides, gone.notes]).toEqual([[], ['The pack acme-product-brief is gone and no longer used.']]);
  });
});
