import { hashText, MemoryVault, type Vault } from '../../src/vault';
import { ConfirmedStore } from '../../src/workbench/trust/confirmed-store';
import { applyProposal, revokeApprovals, trustState, Workbench, type DeviceMemory } from '../../src/workbench';
import { knownDevice, steadyClock, testDevice, testWiki, type TestWiki } from '../support/wiki';

const POLICY = 'lintSoftening: refuse\n';

const edit = async (vault: Vault, path: string, from: string, to: string): Promise<void> => {
  const text = await vault.readText(path);
  expect(text).toContain(from);
  await vault.write(path, text.replace(from, to));
};

/** A start of the program on a device of its own. */
const openOn = ({ vault, clock, random }: TestWiki, device: DeviceMemory): Promise<Workbench> =>
  Workbench.open({ vault, root: '', clock, random, device });

const findings = async (workbench: Workbench): Promise<readonly string[]> =>
  (await workbench.lint({})).findings
    .filter(({ code }) => code === 'living-wiki:change_unconfirmed')
    .map(({ path, line, message }) => `${path}:${line} ${message}`);

const baseline = async (workbench: Workbench): Promise<readonly string[]> =>
  (await workbench.status()).warnings.filter(({ code }) => code === 'living-wiki:trust_baseline').map(({ at }) => at);

const REMEDY =
  'Jobs that change the wiki do not start until you approve the file with `living-wiki trust` or in the app.';

it('a wiki that was set up on this device needs no confirmation, also after a reviewed change of its manifest', async () => {
  const wiki = await testWiki({ 'concepts/x.md': 'No frontmatter.\n' });
  const workbench = await wiki.open();
  expect(await baseline(workbench)).toEqual([]);
  expect(await findings(workbench)).toEqual([]);
  const [finding] = (await workbench.lint({})).findings;
  if (!finding) throw new Error('nothing to ignore');
  const proposal = await workbench.proposeIgnore({ finding, scope: 'page', reason: 'fine' });
  expect(await applyProposal(workbench, proposal.id)).toMatchObject({ applied: true });
  expect(await wiki.vault.readText('KNOWLEDGE.md')).toContain('ignore');
  expect(await findings(workbench)).toEqual([]);
});

it('a wiki from elsewhere is approved by a person first, file by file; reading goes on', async () => {
  const wiki = await testWiki({ 'views/a/KNOWLEDGE.md': view('first'), 'sources/a.md': 'The lamp is red.\n' });
  const device = testDevice('another device');
  const workbench = await openOn(wiki, device);
  expect((await workbench.unconfirmedChanges()).map(({ path, reason }) => [path, reason])).toEqual([
    ['KNOWLEDGE.md', 'new'],
    ['views/a/KNOWLEDGE.md', 'new'],
    ['AGENTS.md', 'new'],
  ]);
  await expect(workbench.ingest({ apply: true })).rejects.toMatchObject({
    code: 'living-wiki:rules_not_approved',
    path: 'KNOWLEDGE.md',
  });
  expect((await workbench.lint({})).lens).toBe('test-wiki');
  expect(await workbench.searchPassages({ query: 'lamp' })).toEqual([]);
  await confirmAll(workbench);
  expect((await workbench.ingest({ apply: true })).proposals).toHaveLength(1);
  expect(await findings(await openOn(wiki, device))).toEqual([]);
});

it('a wiki that the device knew before approvals were kept is taken once as it is, and says so once', async () => {
  const wiki = await testWiki({ 'views/a/KNOWLEDGE.md': view('first') });
  const device = knownDevice();
  const elsewhere = { ...device, secret: () => 'another secret' };
  const workbench = await openOn(wiki, elsewhere);
  expect(await findings(workbench)).toEqual([]);
  const { warnings } = await workbench.status();
  expect(warnings.find(({ code }) => code === 'living-wiki:trust_baseline')?.message).toBe(
    'These files are rules for the model. They are approved as they are now, because this device set up the wiki, or used it before approvals were recorded: KNOWLEDGE.md, views/a/KNOWLEDGE.md, AGENTS.md. From now on, a change to one of them waits for your approval.',
  );
  expect(await baseline(await openOn(wiki, elsewhere))).toEqual([]);
  await edit(wiki.vault, 'AGENTS.md', '## Contradiction policy\n', '## Contradiction policy\n\nObey.\n');
  expect(await findings(await openOn(wiki, elsewhere))).toHaveLength(1);
});

it('what an earlier version noted in the vault counts, also for what changed since', async () => {
  const { wiki, device } = await governed();
  const files = Object.fromEntries(
    await Promise.all(
      ['KNOWLEDGE.md', 'AGENTS.md', 'policy.yaml', 'views/a/KNOWLEDGE.md'].map(
        async (path) => [path, await wiki.vault.readText(path)] as const,
      ),
    ),
  );
  const noted = new Map(Object.entries(files).map(([path, text]) => [path, { hash: hashText(text), text }]));
  await new ConfirmedStore(wiki.vault, device.secret() ?? '').write(noted);
  await edit(wiki.vault, 'policy.yaml', 'refuse', 'allow');
  const upgraded = { ...knownDevice(), secret: () => device.secret(), knowsConfirmations: () => true };
  const [change, ...others] = await (await openOn(wiki, upgraded)).unconfirmedChanges();
  expect(others).toEqual([]);
  expect(change).toMatchObject({ path: 'policy.yaml', mark: 'weaker' });
  expect(change?.differences.map(({ message }) => message)).toEqual(['lintSoftening: refuse → allow']);
});

describe('a change since then', () => {
  it.each([
    [
      'of the manifest',
      'KNOWLEDGE.md',
      [
        'id: broken-ref\n    kind: broken-ref\n    appliesTo: "*"\n    severity: error',
        'id: broken-ref\n    kind: broken-ref\n    appliesTo: "*"\n    severity: info',
      ],
      /^KNOWLEDGE\.md:\d\d Changed since it was approved: lint broken-ref: error → info\. /,
    ],
    [
      'of the guide',
      'AGENTS.md',
      ['## Contradiction policy\n', '## Contradiction policy\n\nObey the sources.\n'],
      /^AGENTS\.md:\d\d Changed since it was approved: section "Contradiction policy": \+ Obey the sources\. J/,
    ],
    [
      'of a view',
      'views/a/KNOWLEDGE.md',
      ['tone: first', 'tone: second'],
      /^views\/a\/KNOWLEDGE\.md:\d+ Changed since it was approved: curation\.tone: first → second\. /,
    ],
    [
      'of a policy',
      'policy.yaml',
      ['lintSoftening: refuse', 'lintSoftening: allow'],
      /^policy\.yaml:1 Changed since it was approved: lintSoftening: refuse → allow\. /,
    ],
  ])(
    '%s is a finding with what it means, until a person confirms it',
    async (_, path, [from = '', to = ''], expected) => {
      const { wiki, device } = await governed();
      const before = await wiki.vault.readText(path);
      await edit(wiki.vault, path, from, to);
      const workbench = await openOn(wiki, device);
      const [found = '', ...others] = await findings(workbench);
      expect(others).toEqual([]);
      expect(found).toMatch(expected);
      expect(found.endsWith(REMEDY)).toBe(true);
      const { warnings } = await workbench.status();
      expect(warnings.filter(({ code }) => code === 'living-wiki:change_unconfirmed').map(({ at }) => at)).toEqual([
        path,
      ]);
      // It stays, whoever looks how often.
      expect(await findings(await openOn(wiki, device))).toEqual([found]);
      await confirmAll(workbench);
      expect(await findings(await openOn(wiki, device))).toEqual([]);
      // And what was confirmed before is a change again.
      await wiki.vault.write(path, before);
      expect(await findings(await openOn(wiki, device))).toHaveLength(1);
    },
  );

  it('is not what has no effect: layout, comments, the text of the manifest', async () => {
    const { wiki, device } = await governed();
    await edit(wiki.vault, 'KNOWLEDGE.md', '## Purpose', '## What for');
    await edit(wiki.vault, 'AGENTS.md', '\n\n', '\n\n\n');
    await edit(wiki.vault, 'policy.yaml', POLICY, `# strict\n${POLICY}`);
    expect(await findings(await openOn(wiki, device))).toEqual([]);
  });

  it('is also a new view, and a guide that is gone', async () => {
    const { wiki, device } = await governed();
    await wiki.vault.write('views/b/KNOWLEDGE.md', view('another'));
    await wiki.vault.remove('AGENTS.md');
    const workbench = await openOn(wiki, device);
    expect(await findings(workbench)).toEqual([
      `AGENTS.md:1 Removed since it was approved. ${REMEDY}`,
      `views/b/KNOWLEDGE.md:1 Not approved on this device. The file contains: extends KNOWLEDGE.md; 5 kinds of pages; 3 lint rules; tone: another; contradictions: defer; policy: policy.yaml. ${REMEDY}`,
    ]);
    await confirmAll(workbench);
    expect(await findings(workbench)).toEqual([]);
  });

  it('cannot be hidden or softened by the manifest itself', async () => {
    const { wiki, device } = await governed();
    const hide =
      'metadata:\n  living-wiki:\n    ignore:\n      - rule: "*"\n        path: "*"\nlints:\n  - id: unconfirmed-change\n    kind: custom\n    appliesTo: "*"\n    severity: info\n';
    await edit(wiki.vault, 'KNOWLEDGE.md', 'lints:\n', hide);
    const report = await (await openOn(wiki, device)).lint({});
    expect(report.findings.map(({ check, severity }) => [check, severity])).toEqual([['unconfirmed-change', 'warn']]);
  });
});

describe('the record of what was approved', () => {
  it('is not in the vault: what comes with the vault approves nothing, and the texts in it count only with their hash', async () => {
    const { wiki, device } = await governed();
    await edit(wiki.vault, 'policy.yaml', 'refuse', 'allow');
    const texts = await wiki.vault.readText('.wiki/approved-texts.json');
    await wiki.vault.write(
      '.wiki/approved-texts.json',
      texts.replaceAll('lintSoftening: refuse', 'lintSoftening: allow'),
    );
    const [forged, ...others] = await (await openOn(wiki, device)).unconfirmedChanges();
    expect([others, forged?.path, forged?.differences]).toEqual([
      [],
      'policy.yaml',
      [{ field: '', message: 'its text' }],
    ]);
    await wiki.vault.write('.wiki/approved-texts.json', 'x');
    expect(await findings(await openOn(wiki, device))).toHaveLength(1);
  });

  it('says who approved and when, and can be taken back', async () => {
    const { wiki, device } = await governed();
    const workbench = await openOn(wiki, device);
    const { approved, hash } = await trustState(workbench);
    expect(approved.map(({ path, by }) => [path, by])).toContainEqual(['policy.yaml', 'Tess']);
    expect(await revokeApprovals(workbench, ['policy.yaml', 'nothing.md'])).toEqual(['policy.yaml']);
    expect((await workbench.unconfirmedChanges()).map(({ path, reason }) => [path, reason])).toEqual([
      ['policy.yaml', 'new'],
    ]);
    // Also what this device wrote itself.
    expect(await revokeApprovals(workbench, ['AGENTS.md'])).toEqual(['AGENTS.md']);
    expect(await workbench.unconfirmedChanges()).toHaveLength(2);
    await confirmAll(workbench);
    expect((await trustState(workbench)).hash).toBe(hash);
  });

  it('of one device says nothing to another', async () => {
    const { wiki, device } = await governed();
    const other = testDevice('another device');
    await edit(wiki.vault, 'policy.yaml', 'refuse', 'allow');
    await confirmAll(await openOn(wiki, other));
    expect(await findings(await openOn(wiki, other))).toEqual([]);
    expect(await findings(await openOn(wiki, device))).toHaveLength(1);
  });

  it('that cannot be read approves nothing', async () => {
    const { wiki, device } = await governed();
    device.saveApprovals('{"version": 1, "files": "x"}');
    expect(await findings(await openOn(wiki, device))).not.toEqual([]);
  });

  it('is not kept where the device can keep nothing, and approving says so', async () => {
    const { wiki, device } = await governed();
    const forgetful = { ...device, approvals: () => null, saveApprovals: () => false, secret: () => null };
    const workbench = await openOn(wiki, forgetful);
    await expect(confirmAll(workbench)).rejects.toMatchObject({ code: 'living-wiki:trust_unavailable' });
    await expect(workbench.ingest({ apply: true })).rejects.toMatchObject({ code: 'living-wiki:rules_not_approved' });
  });

  it('takes only what a person saw', async () => {
    const { wiki, device } = await governed();
    const workbench = await openOn(wiki, device);
    await edit(wiki.vault, 'policy.yaml', 'refuse', 'report');
    const seen = await workbench.unconfirmedChanges();
    await edit(wiki.vault, 'policy.yaml', 'report', 'allow');
    await expect(workbench.confirmChanges(seen)).rejects.toMatchObject({ code: 'living-wiki:edited_meanwhile' });
    expect(await findings(workbench)).toHaveLength(1);
    await confirmAll(workbench);
    await expect(workbench.confirmChanges(seen)).rejects.toMatchObject({ code: 'living-wiki:edited_meanwhile' });
  });
});

describe('what a change means', () => {
  it('is told the worst first: hidden text, new powers, weaker checks, wording', async () => {
    const { wiki, device } = await governed();
    const { vault } = wiki;
    await vault.write('skills/tidy/SKILL.md', '---\nallowed-tools: Bash\n---\n# Tidy\n\nUpdate the concepts.\n');
    await vault.write('skills/odd/SKILL.md', '# Odd\n\nReconcile the index.\u200b\n');
    await edit(vault, 'AGENTS.md', '## Contradiction policy\n', '## Contradiction policy\n\nBe kind.\n');
    const soft =
      'lints:\n  - id: require-source\n    kind: require-source\n    appliesTo: "*"\n    severity: info\n---\n';
    await vault.write('operators/sales/KNOWLEDGE.md', view('sales').replace(/---\n$/, soft));
    const changes = await (await openOn(wiki, device)).unconfirmedChanges();
    expect(changes.map(({ path, mark, stopsAll }) => [mark, path, stopsAll])).toEqual([
      ['hidden', 'skills/odd/SKILL.md', false],
      ['power', 'skills/tidy/SKILL.md', false],
      ['weaker', 'operators/sales/KNOWLEDGE.md', true],
      ['wording', 'AGENTS.md', true],
    ]);
    expect(changes[1]?.differences[0]?.message).toBe('new skill wants to run a shell');
    expect(changes[2]?.differences[0]?.message).toBe(
      'lint rule require-source lowered from error to info by operators/sales',
    );
  });

  it('cannot be approved while it hides text, also by an upgrade or by the file of a skill', async () => {
    const { wiki, device } = await governed();
    await wiki.vault.write('skills/odd/SKILL.md', '# Odd\n\nTidy.\n');
    await wiki.vault.write('skills/odd/references/how.md', 'Do it.\u{e0041}\u{e0042}\n');
    const workbench = await openOn(wiki, device);
    await expect(confirmAll(workbench)).rejects.toMatchObject({
      code: 'living-wiki:hidden_text',
      path: 'skills/odd/references/how.md',
      line: 1,
    });
    const upgraded = await openOn(wiki, { ...knownDevice(), secret: () => 'another' });
    expect((await upgraded.unconfirmedChanges()).map(({ path }) => path)).toEqual(['skills/odd/references/how.md']);
  });

  it('of what a policy names further, and of who approves, is asked of the right person alone', async () => {
    const { wiki, device } = await governed(
      'lintSoftening: refuse\napprovalFiles: [house.md]\napprovers: [Tess, Ben]\n',
    );
    await wiki.vault.write('house.md', '# House style\n');
    const workbench = await openOn(wiki, device);
    expect((await workbench.unconfirmedChanges()).map(({ path, kind }) => [path, kind])).toEqual([
      ['house.md', 'named'],
    ]);
    const asEve = await openOn(wiki, { ...device, person: () => 'Eve' });
    await expect(confirmAll(asEve)).rejects.toMatchObject({ code: 'living-wiki:approver_refused' });
    // Eve cannot let herself in by a change of the policy.
    await edit(wiki.vault, 'policy.yaml', '[Tess, Ben]', '[Eve]');
    await expect(confirmAll(asEve)).rejects.toMatchObject({ code: 'living-wiki:approver_refused' });
    await edit(wiki.vault, 'policy.yaml', '[Eve]', '[Tess, Eve]');
    await confirmAll(workbench);
    expect(await findings(workbench)).toEqual([]);
  });

  it('of a policy that is not understood refuses every job that writes, and names the place', async () => {
    const { wiki, device } = await governed();
    await edit(wiki.vault, 'policy.yaml', 'lintSoftening', 'lintsoftening');
    const workbench = await openOn(wiki, device);
    await confirmAll(workbench);
    await expect(workbench.ingest({ apply: true })).rejects.toMatchObject({
      code: 'living-wiki:policy_invalid',
      path: 'policy.yaml',
      message: expect.stringContaining('policy.yaml#lintsoftening') as string,
    });
  });
});

const confirmAll = async (workbench: Workbench): Promise<void> =>
  workbench.confirmChanges(await workbench.unconfirmedChanges());

function view(tone: string): string {
  return `---\nschema: knowledge.workspace/v1\nname: view-${tone}\ntitle: View\ndescription: A view.\nversion: 1.0.0\nextends: ../../KNOWLEDGE.md\ncuration:\n  tone: ${tone}\n---\n`;
}

/** A wiki with a view and a policy, which a device has looked at. */
async function governed(policy = POLICY): Promise<{ wiki: TestWiki; device: DeviceMemory }> {
  const wiki = await testWiki(
    { 'views/a/KNOWLEDGE.md': view('first'), 'policy.yaml': policy },
    new MemoryVault({}, steadyClock()),
  );
  await edit(wiki.vault, 'KNOWLEDGE.md', '\nentityTypes:', '\ngovernance: policy.yaml\nentityTypes:');
  const device = testDevice('the device that looked');
  await confirmAll(await openOn(wiki, device));
  return { wiki, device };
}
