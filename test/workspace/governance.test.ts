import { resolveLens, type Lens } from '../../src/workspace';
import { vaultOf } from './builders';

type TestLint = Readonly<Record<string, unknown>>;

const lint = (over: TestLint = {}) => ({ id: 'x', kind: 'require-source', appliesTo: '*', severity: 'error', ...over });
const people = [{ name: 'Person' }, { name: 'Investor', parent: 'Person' }, { name: 'Deal' }];
const age = (days: number, over: TestLint = {}) => lint({ id: 'age', kind: 'max-age', params: { days }, ...over });
const sure = (min: number, over: TestLint = {}) =>
  lint({ id: 'sure', kind: 'min-confidence', params: { min }, ...over });

function resolve(root: object, view: object, more: Record<string, object | string> = {}): Promise<Lens> {
  const files = { wiki: { entityTypes: people, ...root }, view: { extends: '../wiki/KNOWLEDGE.md', ...view }, ...more };
  return resolveLens(vaultOf(files), 'view/KNOWLEDGE.md');
}

const codes = (lens: Lens) => lens.warnings.map(({ code, at }) => `${code} ${at.replace('view/KNOWLEDGE.md', '')}`);

describe('a view that weakens a lint of its parent', () => {
  it.each([
    ['softens it', lint(), lint({ severity: 'warn' }), 'living-wiki:lint_softened #lints.x.severity'],
    [
      'narrows it from all pages',
      lint(),
      lint({ appliesTo: 'Person' }),
      'living-wiki:lint_narrowed #lints.x.appliesTo',
    ],
    [
      'narrows it to a subtype',
      lint({ appliesTo: 'Person' }),
      lint({ appliesTo: 'Investor' }),
      'living-wiki:lint_narrowed #lints.x.appliesTo',
    ],
    [
      'moves it elsewhere',
      lint({ appliesTo: 'Person' }),
      lint({ appliesTo: 'Deal' }),
      'living-wiki:lint_narrowed #lints.x.appliesTo',
    ],
    ['makes it check something else', lint(), lint({ kind: 'orphan' }), 'living-wiki:lint_dropped #lints.x.kind'],
    ['allows more days', age(30), age(31), 'living-wiki:lint_weakened #lints.age.params'],
    ['names no days', age(30), lint({ id: 'age', kind: 'max-age' }), 'living-wiki:lint_weakened #lints.age.params'],
    ['asks for less confidence', sure(0.6), sure(0.59), 'living-wiki:lint_weakened #lints.sure.params'],
    [
      'changes a custom pattern',
      lint({ kind: 'custom', params: { pattern: 'a' } }),
      lint({ kind: 'custom', params: { pattern: 'b' } }),
      'living-wiki:lint_weakened #lints.x.params',
    ],
  ])('is reported: it %s', async (_, above, below, expected) => {
    const lens = await resolve({ lints: [above] }, { lints: [below] });
    expect(codes(lens)).toEqual([expected]);
    expect(lens.refused).toBeUndefined();
  });

  it.each([
    ['says the same', lint({ params: { a: 1, b: [2] } }), lint({ params: { b: [2], a: 1 } })],
    ['is stricter', lint({ severity: 'info' }), lint({ severity: 'error' })],
    ['widens it to all pages', lint({ appliesTo: 'Person' }), lint()],
    ['widens it to the type above', lint({ appliesTo: 'Investor' }), lint({ appliesTo: 'Person' })],
    ['allows fewer days', age(30), age(29)],
    ['asks for more confidence', sure(0.6), sure(0.7)],
    ['adds one of its own', lint(), lint({ id: 'y', severity: 'info' })],
  ])('is not reported: it %s', async (_, above, below) => {
    expect(codes(await resolve({ lints: [above] }, { lints: [below] }))).toEqual([]);
  });

  it('is reported when it gives a type another parent', async () => {
    const lens = await resolve(
      { lints: [lint({ appliesTo: 'Person' })] },
      { entityTypes: [{ name: 'Investor', parent: 'Deal' }] },
    );
    expect(codes(lens)).toEqual(['living-wiki:lint_narrowed #entityTypes.Investor.parent']);
  });

  it('is reported once, at the view of the chain that does it', async () => {
    const files = {
      wiki: { lints: [lint()] },
      team: { extends: '../wiki/KNOWLEDGE.md', lints: [lint({ severity: 'warn' })] },
      view: { extends: '../team/KNOWLEDGE.md', lints: [lint({ severity: 'warn' })] },
    };
    const lens = await resolveLens(vaultOf(files), 'view/KNOWLEDGE.md');
    expect(codes(lens)).toEqual(['living-wiki:lint_softened team/KNOWLEDGE.md#lints.x.severity']);
    expect(lens.provenance.get('lints.x.severity')?.softened).toBeUndefined();
  });
});

describe('the policy of a parent', () => {
  const strict = 'lintSoftening: refuse\ngovernanceRebinding: refuse\n';
  const soft = { lints: [lint({ severity: 'warn' })] };
  const refused = { code: 'governance:lint_softening_refused', path: 'view/KNOWLEDGE.md' };

  it.each([
    ['a YAML file', { governance: 'policy.yaml' }, { 'wiki/policy.yaml': strict }],
    ['a YAML file with a document mark', { governance: 'policy.yaml' }, { 'wiki/policy.yaml': `---\n${strict}` }],
    [
      'a YAML file with Windows line endings',
      { governance: 'policy.yaml' },
      { 'wiki/policy.yaml': strict.replace(/\n/g, '\r\n') },
    ],
    [
      'the frontmatter of a markdown file',
      { governance: '../policy.md' },
      { 'policy.md': `---\n${strict}---\nWhy.\n` },
    ],
    ['a reference', { governance: 'ws://policies/strict' }, { 'policies/strict.yaml': strict }],
    ['its own metadata', { metadata: { 'living-wiki': { policy: { lintSoftening: 'refuse' } } } }, {}],
  ])('is read from %s, and refuses the view', async (_, root, files: Record<string, string>) => {
    const lens = await resolve({ ...root, lints: [lint()] }, soft, files);
    expect(lens.refused).toMatchObject(refused);
    expect(codes(lens)).toEqual(['governance:lint_softening_refused ']);
    // What it would be is still shown.
    expect(lens.effective.lints[0]?.severity).toBe('warn');
  });

  it.each([
    ['below the floor only', 'lintSoftening: refuse\n', lint({ severity: 'warn' }), lint({ severity: 'info' }), false],
    [
      'at another floor',
      'lintSoftening: refuse\nfloor: warn\n',
      lint({ severity: 'warn' }),
      lint({ severity: 'info' }),
      true,
    ],
    ['but not above that floor', 'lintSoftening: refuse\nfloor: warn\n', lint(), lint({ severity: 'warn' }), false],
    ['narrowing too', 'lintSoftening: refuse\n', lint(), lint({ appliesTo: 'Person' }), true],
    ['dropping too', 'lintSoftening: refuse\n', lint(), lint({ kind: 'orphan' }), true],
    ['except what it excepts', 'lintSoftening: refuse\nexceptions: [x]\n', lint(), lint({ severity: 'info' }), false],
    ['a misspelt word counts as refuse', 'lintSoftening: refuze\n', lint(), lint({ severity: 'info' }), true],
    ['broken YAML counts as refuse', 'lintSoftening: [\n', lint(), lint({ severity: 'info' }), true],
    ['a list counts as refuse', '- lintSoftening: allow\n', lint(), lint({ severity: 'info' }), true],
    ['a policy of other matters says nothing', 'approvers: [ann]\n', lint(), lint({ severity: 'info' }), false],
  ])('refuses %s', async (_, policy, above, below, expected) => {
    const lens = await resolve({ governance: 'p.yaml', lints: [above] }, { lints: [below] }, { 'wiki/p.yaml': policy });
    expect(lens.refused?.code).toBe(expected ? 'governance:lint_softening_refused' : undefined);
    expect(lens.warnings.length).toBeGreaterThan(0);
  });

  it('may allow it without a warning, with its origin still marked', async () => {
    const policy = { metadata: { 'living-wiki': { policy: { lintSoftening: 'allow' } } } };
    const lens = await resolve({ ...policy, lints: [lint()] }, soft);
    expect(lens.warnings).toEqual([]);
    expect(lens.provenance.get('lints.x.severity')?.softened).toBe(true);
  });

  it('applies to a view that binds or writes its own policy', async () => {
    const own = {
      ...soft,
      governance: 'lax.yaml',
      metadata: { 'living-wiki': { policy: { lintSoftening: 'allow', governanceRebinding: 'allow' } } },
    };
    const files = { 'wiki/strict.yaml': 'lintSoftening: refuse\n', 'view/lax.yaml': 'lintSoftening: allow\n' };
    const lens = await resolve({ governance: 'strict.yaml', lints: [lint()] }, own, files);
    expect(lens.refused).toMatchObject(refused);
    expect(codes(lens)).toEqual(['governance:lint_softening_refused ', 'living-wiki:governance_rebound #governance']);
  });

  it('applies to a view of a view that allows everything', async () => {
    const files = {
      wiki: { lints: [lint()] },
      team: {
        extends: '../wiki/KNOWLEDGE.md',
        metadata: { 'living-wiki': { policy: { lintSoftening: 'allow' } } },
      },
      view: { extends: '../team/KNOWLEDGE.md', ...soft },
    };
    const lens = await resolveLens(vaultOf(files), 'view/KNOWLEDGE.md');
    expect(codes(lens)).toEqual(['living-wiki:lint_softened #lints.x.severity']);
  });

  it.each([
    ['the file it names is missing', { governance: 'gone.yaml' }, 'governance_unresolvable'],
    ['the file it names is no text', { governance: 'bytes.yaml' }, 'governance_unresolvable'],
    ['the file it names lies outside the vault', { governance: '../../../p.yaml' }, 'governance_unresolvable'],
  ])('refuses everything where %s', async (_, root, code) => {
    const vault = vaultOf({
      wiki: { ...root, lints: [lint()] },
      view: { extends: '../wiki/KNOWLEDGE.md', ...soft },
      harmless: { extends: '../wiki/KNOWLEDGE.md', curation: { tone: 'plain' } },
    });
    await vault.write('wiki/bytes.yaml', new Uint8Array([0xff]));
    const lens = await resolveLens(vault, 'view/KNOWLEDGE.md');
    expect(lens.refused).toMatchObject(refused);
    expect(lens.warnings[0]).toMatchObject({ code: `living-wiki:${code}`, at: 'wiki/KNOWLEDGE.md#governance' });
    expect(lens.warnings[0]?.message).toContain('so it refuses everything');
    expect((await resolveLens(vault, 'harmless/KNOWLEDGE.md')).refused).toBeUndefined();
  });

  it.each([
    ['the conflict policy', { conflictResolution: 'recency' }, true, ['conflictResolution']],
    ['a conflict policy that was not written', { conflictResolution: 'keep-both' }, true, ['conflictResolution'], {}],
    ['tone and depth', { tone: 'sales', depth: 'shallow' }, false, ['tone', 'depth']],
    ['nothing, by repeating it', { tone: 'academic', conflictResolution: 'defer' }, false, []],
    ['nothing, by repeating the default', { conflictResolution: 'defer' }, false, [], {}],
    ['nothing, by setting what was not set', { newEntryThreshold: 'twice' }, false, []],
  ])(
    'counts an override of curation as softening: a view changes %s',
    async (
      _,
      own,
      isRefused,
      fields,
      curation: object = { tone: 'academic', depth: 'deep', conflictResolution: 'defer' },
    ) => {
      const strictRoot = { metadata: { 'living-wiki': { policy: { lintSoftening: 'refuse' } } }, curation };
      const lens = await resolve(strictRoot, { curation: own });
      expect(lens.refused?.code).toBe(isRefused ? 'governance:lint_softening_refused' : undefined);
      const expected = fields.map((field) =>
        isRefused ? 'governance:lint_softening_refused ' : `living-wiki:curation_overridden #curation.${field}`,
      );
      expect(codes(lens)).toEqual(expected);
      expect(codes(await resolve({ curation }, { curation: own }))).toEqual([]);
    },
  );

  it('may except a field of curation', async () => {
    const policy = { lintSoftening: 'refuse', exceptions: ['curation.conflictResolution'] };
    const lens = await resolve(
      { metadata: { 'living-wiki': { policy } } },
      { curation: { conflictResolution: 'recency' } },
    );
    expect(lens.refused).toBeUndefined();
    expect(codes(lens)).toEqual(['living-wiki:curation_overridden #curation.conflictResolution']);
  });

  it('applies from a view in between too', async () => {
    const files = {
      wiki: { lints: [lint()] },
      team: { extends: '../wiki/KNOWLEDGE.md', governance: 'p.yaml' },
      'team/p.yaml': 'lintSoftening: refuse\n',
      view: { extends: '../team/KNOWLEDGE.md', ...soft },
    };
    expect((await resolveLens(vaultOf(files), 'view/KNOWLEDGE.md')).refused).toMatchObject(refused);
  });
});

describe('a view that binds another policy', () => {
  const policy = (verdict: string) => ({
    'wiki/p.yaml': `governanceRebinding: ${verdict}\n`,
    'view/q.yaml': 'title: Q\n',
  });

  it('is refused where the parent forbids it', async () => {
    const lens = await resolve({ governance: 'p.yaml' }, { governance: 'q.yaml' }, policy('refuse'));
    expect(lens.refused).toMatchObject({ code: 'living-wiki:governance_rebinding_refused' });
    expect(lens.effective.governance).toBe('q.yaml');
  });

  it('is reported where the parent says nothing', async () => {
    const lens = await resolve({ governance: 'p.yaml' }, { governance: 'q.yaml' }, policy('report'));
    expect(codes(lens)).toEqual(['living-wiki:governance_rebound #governance']);
  });

  it('passes where the parent allows it', async () => {
    expect(codes(await resolve({ governance: 'p.yaml' }, { governance: 'q.yaml' }, policy('allow')))).toEqual([]);
  });

  it('may name the same file by another path', async () => {
    expect(codes(await resolve({ governance: 'p.yaml' }, { governance: '../wiki/p.yaml' }, policy('refuse')))).toEqual(
      [],
    );
  });

  it('is reported for a file of the same name elsewhere', async () => {
    const files = { ...policy('refuse'), 'view/p.yaml': 'title: P\n' };
    const lens = await resolve({ governance: 'p.yaml' }, { governance: 'p.yaml' }, files);
    expect(lens.refused).toMatchObject({ code: 'living-wiki:governance_rebinding_refused' });
  });

  it('passes where no parent binds one', async () => {
    expect(codes(await resolve({}, { governance: 'q.yaml' }, policy('refuse')))).toEqual([]);
  });

  it.each(['gone.yaml', '../../../outside.yaml', 'ws://policies/gone', 'ws://../../etc', 'C:\\policy', '\u0000'])(
    'to %j, which is nowhere, is a warning',
    async (governance) => {
      const lens = await resolve({ governance }, {});
      expect(lens.warnings.map(({ code, at }) => `${code} ${at}`)).toEqual([
        'living-wiki:governance_unresolvable wiki/KNOWLEDGE.md#governance',
      ]);
    },
  );
});

describe('what a policy protects', () => {
  const policy = (lines: string) => ({ 'wiki/p.yaml': `${lines}\n` });
  const bound = { governance: 'p.yaml' };

  it('is a lint that no view may soften, although the policy allows to soften others', async () => {
    const rules = policy('lintSoftening: allow\nexceptions: [x]\nprotectedLints: [x]');
    const root = { ...bound, lints: [lint({ severity: 'info' }), age(30)] };
    const lens = await resolve(root, { lints: [lint({ severity: 'info', appliesTo: 'Person' })] }, rules);
    expect(lens.refused).toMatchObject({ code: 'governance:lint_softening_refused', path: 'view/KNOWLEDGE.md' });
    expect((await resolve(root, { lints: [age(60)] }, rules)).refused).toBeUndefined();
  });

  it.each([
    ['a leaf', 'curation.tone', { curation: { tone: 'loud' } }],
    ['a group', 'sources', { sources: { signing: 'none' } }],
    ['a type', 'entityTypes.Person', { entityTypes: [{ name: 'Person', fields: ['x'] }] }],
  ])('is a field that no view may override: %s', async (_, field, view) => {
    const rules = policy(`protectedFields: [${field}]`);
    const root = { ...bound, curation: { tone: 'plain' }, sources: { signing: 'required' } };
    const lens = await resolve(root, view, rules);
    expect(lens.refused).toMatchObject({
      code: 'living-wiki:field_override_refused',
      path: 'view/KNOWLEDGE.md',
      message: expect.stringContaining('The policy wiki/p.yaml forbids that.') as string,
    });
    expect((await resolve(root, { curation: { depth: 'deep' } }, rules)).refused).toBeUndefined();
    expect((await resolve(root, root, rules)).refused?.code).not.toBe('living-wiki:field_override_refused');
  });

  it('is listed with the lens: files that need approval, who approves, whose signatures count', async () => {
    const rules = policy('approvalFiles: [house-style.md, rules/]\napprovers: [Anna]\nsigners: [RWQ1]');
    const { policies } = await resolve(bound, {}, rules);
    expect(policies).toMatchObject([
      { from: 'wiki/p.yaml', approvalFiles: ['house-style.md', 'rules/'], approvers: ['Anna'], signers: ['RWQ1'] },
    ]);
  });

  it.each([
    ['a misspelt key', 'lintsoftening: allow', 'wiki/p.yaml#lintsoftening', 'Did you mean lintSoftening?'],
    ['a key that nobody knows', 'quorum: 3', 'wiki/p.yaml#quorum', 'unknown key quorum'],
    ['lints that are no list', 'protectedLints: yes', 'wiki/p.yaml#protectedLints', 'everything is refused'],
    ['fields that are no list', 'protectedFields: {a: 1}', 'wiki/p.yaml#protectedFields', 'everything is refused'],
    ['approvers that are no list', 'approvers: Anna', 'wiki/p.yaml#approvers', 'nobody may approve'],
    ['signers that are no list', 'signers: [1]', 'wiki/p.yaml#signers', 'no signature counts'],
  ])('fails closed at %s, and names the place', async (_, text, at, message) => {
    const lens = await resolve(
      { ...bound, lints: [lint()] },
      { lints: [lint({ severity: 'info' })] },
      policy(
        `${text}\nlintSoftening: ${text.startsWith('approvers') || text.startsWith('signers') ? 'refuse' : 'allow'}`,
      ),
    );
    expect(lens.warnings).toContainEqual({
      code: 'living-wiki:policy_invalid',
      message: expect.stringContaining(message) as string,
      at,
    });
    expect(lens.refused?.code).toBe('governance:lint_softening_refused');
    expect(lens.policies[0]?.approvers ?? null).toEqual(text.startsWith('approvers') ? [] : null);
  });
});
