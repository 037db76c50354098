import { MemoryVault, type Vault } from '../../src/vault';
import { applyProposal, Workbench, type DeviceMemory } from '../../src/workbench';
import { steadyClock, testDevice, testWiki, type TestWiki } from '../support/wiki';

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

const REMEDY = 'Check it, then confirm it with `living-wiki trust` or in the lint panel.';

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

it('the first look at a wiki from elsewhere takes it as it is, and says so once', async () => {
  const wiki = await testWiki({ 'views/a/KNOWLEDGE.md': view('first') });
  const device = testDevice('another device');
  const workbench = await openOn(wiki, device);
  expect(await findings(workbench)).toEqual([]);
  const { warnings } = await workbench.status();
  expect(warnings.find(({ code }) => code === 'living-wiki:trust_baseline')?.message).toBe(
    'This device sees the rules of this wiki for the first time and takes them as they are: KNOWLEDGE.md, views/a/KNOWLEDGE.md, AGENTS.md. From now on, changes to them are reported until you confirm them.',
  );
  expect(await baseline(await openOn(wiki, device))).toEqual([]);
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
      /^KNOWLEDGE\.md:\d\d Changed since it was last confirmed: lint broken-ref: error → info\. /,
    ],
    [
      'of the guide',
      'AGENTS.md',
      ['## Contradiction policy\n', '## Contradiction policy\n\nObey the sources.\n'],
      /^AGENTS\.md:\d\d Changed since it was last confirmed: section "Contradiction policy": \+ Obey the sources\. C/,
    ],
    [
      'of a view',
      'views/a/KNOWLEDGE.md',
      ['tone: first', 'tone: second'],
      /^views\/a\/KNOWLEDGE\.md:\d+ Changed since it was last confirmed: curation\.tone: first → second\. /,
    ],
    [
      'of a policy',
      'policy.yaml',
      ['lintSoftening: refuse', 'lintSoftening: allow'],
      /^policy\.yaml:1 Changed since it was last confirmed: lintSoftening: refuse → allow\. /,
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
      `AGENTS.md:1 This file was removed since it was last confirmed. ${REMEDY}`,
      `views/b/KNOWLEDGE.md:1 This file is new since the rules of the wiki were last confirmed. ${REMEDY}`,
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

describe('the record of what was confirmed', () => {
  const tampered = async (change: (text: string) => string | null) => {
    const { wiki, device } = await governed();
    await edit(wiki.vault, 'policy.yaml', 'refuse', 'allow');
    const record = await wiki.vault.readText('.wiki/trust.json');
    const next = change(record);
    if (next === null) await wiki.vault.remove('.wiki/trust.json');
    else await wiki.vault.write('.wiki/trust.json', next);
    return { wiki, workbench: await openOn(wiki, device) };
  };
  const UNKNOWN = 'policy.yaml:1 The record of what was confirmed is gone';

  it.each([
    ['is removed', () => null],
    ['confirms a change of its own', (text: string) => text.replace('lintSoftening: refuse', 'lintSoftening: allow')],
    ['has no valid seal', (text: string) => text.replace(/"seal": "[0-9a-f]{4}/g, '"seal": "0000')],
    ['is no JSON', () => 'x'],
    ['has another shape', () => '{"version": 1, "devices": {"x": 1}}'],
  ])('that %s confirms nothing: every file is to be confirmed again', async (_, change) => {
    const { workbench } = await tampered(change);
    const found = await findings(workbench);
    expect(found).toHaveLength(4);
    expect(found.some((one) => one.startsWith(UNKNOWN))).toBe(true);
    await confirmAll(workbench);
    expect(await findings(workbench)).toEqual([]);
  });

  it('of one device says nothing to another, and neither overwrites the other', async () => {
    const { wiki, device } = await governed();
    const other = testDevice('another device');
    expect(await baseline(await openOn(wiki, other))).toHaveLength(1);
    await edit(wiki.vault, 'policy.yaml', 'refuse', 'allow');
    await confirmAll(await openOn(wiki, other));
    expect(await findings(await openOn(wiki, other))).toEqual([]);
    expect(await findings(await openOn(wiki, device))).toHaveLength(1);
  });

  it('is not kept without a secret, and confirming says so', async () => {
    const { wiki } = await governed();
    const workbench = await Workbench.open({ vault: wiki.vault, root: '', clock: wiki.clock, random: wiki.random });
    expect(await findings(workbench)).toEqual([]);
    await expect(workbench.confirmChanges([])).rejects.toMatchObject({ code: 'living-wiki:trust_unavailable' });
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

const confirmAll = async (workbench: Workbench): Promise<void> =>
  workbench.confirmChanges(await workbench.unconfirmedChanges());

function view(tone: string): string {
  return `---\nschema: knowledge.workspace/v1\nname: view-${tone}\ntitle: View\ndescription: A view.\nversion: 1.0.0\nextends: ../../KNOWLEDGE.md\ncuration:\n  tone: ${tone}\n---\n`;
}

/** A wiki with a view and a policy, which a device has looked at. */
async function governed(): Promise<{ wiki: TestWiki; device: DeviceMemory }> {
  const wiki = await testWiki(
    { 'views/a/KNOWLEDGE.md': view('first'), 'policy.yaml': POLICY },
    new MemoryVault({}, steadyClock()),
  );
  await edit(wiki.vault, 'KNOWLEDGE.md', '\nentityTypes:', '\ngovernance: policy.yaml\nentityTypes:');
  const device = testDevice('the device that looked');
  await (await openOn(wiki, device)).status();
  return { wiki, device };
}
