import { readVault } from '../../scripts/playground/server.mjs';
import { silentRun } from '../../src/base';
import { buildUpdate, nameLosses, type ChangeSet, type SpliceSpec } from '../../src/change';
import { ProposalStore } from '../../src/proposal';
import { hashText, MemoryVault, scopeVault } from '../../src/vault';
import { renderNote } from '../../src/wiki';
import { type PageVault } from '../host/page/options';

export const pagePath = 'lighthouse/entities/skerry-point-lighthouse.md';
const memoir = '2025-09-12-keepers-memoir';
const survey = '2026-04-18-laser-survey';

const note = (source: string, line: number, quote: string): string =>
  renderNote(
    { sourceId: source, anchor: { line }, speaker: null, quote, cutBefore: false, cutAfter: false, summary: null },
    'markdown',
  );

const NOTES = {
  'm-1': note(memoir, 11, 'The tower is 31 metres tall from the rock to the vane.'),
  'm-2': note(memoir, 12, 'It was built in 1874 by the Northern Lights Board after the wreck of the barque Halcyon'),
  'm-3': note(memoir, 19, 'Ours floated in a mercury bath.'),
  'm-4': note(memoir, 18, 'A Fresnel lens is a lens built from concentric rings of prisms'),
  'm-5': note(memoir, 33, 'The light was automated in 1991.'),
  's-1': note(survey, 7, 'The tower is 29.4 metres tall from the rock to the vane.'),
} as const;

const definitions = (...labels: readonly (keyof typeof NOTES)[]): string =>
  labels.map((label) => `[^${label}]: ${NOTES[label]}\n`).join('');

const text = `---
schema: knowledge/v1
slug: skerry-point-lighthouse
kind: entity
title: Skerry Point Lighthouse
sources:
  - sources/${memoir}.md
updated_at: "2026-01-22T09:30:00Z"
---

# Skerry Point Lighthouse

Skerry Point Lighthouse is a tower that was built in 1874 by the Northern Lights Board.[^m-2] The tower is 31 metres tall.[^m-1]

## The light

The light was automated in 1991.[^m-5] A Fresnel lens is built from concentric rings of prisms.[^m-4] Ask Ingrid before the visit.

The lens floats in a [[mercury-bath|mercury bath]].[^m-3]

## History

- The granite came by sea.

${definitions('m-1', 'm-2', 'm-3', 'm-4', 'm-5')}`;

const SPLICES: readonly (readonly [from: string, to: string, labels: readonly (keyof typeof NOTES)[]])[] = [
  [`  - sources/${memoir}.md\n`, `  - sources/${memoir}.md\n  - sources/${survey}.html\n`, []],
  [
    'Skerry Point Lighthouse is a tower that was built in 1874 by the Northern Lights Board.[^m-2] The tower is 31 metres tall.[^m-1]',
    'Skerry Point Lighthouse is a granite tower, built in 1874 by the [[northern-lights-board|Northern Lights Board]].[^m-2] Measured by laser, it is 29.4 metres tall.[^s-1]',
    ['s-1', 'm-2'],
  ],
  [
    'The light was automated in 1991.[^m-5] A Fresnel lens is built from concentric rings of prisms.[^m-4] Ask Ingrid before the visit.',
    'The light was automated in 1991.[^m-5] All panes of the lantern are whole.[^s-1]',
    ['s-1'],
  ],
  ['The lens floats in a [[mercury-bath|mercury bath]].[^m-3]\n\n', '', []],
  [
    '- The granite came by sea.\n',
    '- The granite came by sea.\n- The lens floats in a [[mercury-bath|mercury bath]].[^m-3]\n',
    [],
  ],
];

const splices: readonly SpliceSpec[] = SPLICES.map(([from, to, labels]) => {
  const start = text.indexOf(from);
  return {
    start,
    end: start + from.length,
    text: to,
    reason: 'The survey says so.',
    footnotes: labels.map((label) => ({ label, content: NOTES[label] })),
    evidence: labels.map((label) => ({
      source: `sources/${survey}.html`,
      sourceHash: hashText(''),
      quote: NOTES[label].split('“')[1]?.split('”')[0] ?? '',
      anchor: { line: 7 },
      verdict: 'found' as const,
    })),
    ...(from.startsWith('The light was automated') && {
      drops: [
        { text: 'A Fresnel lens is built from concentric rings of prisms.', reason: '"fresnel-lens" says it now.' },
      ],
    }),
  };
});

const changeSetOn = (sourceText: string): ChangeSet => ({
  title: 'Ingest 2026-04-18-laser-survey.html',
  producer: 'ingest',
  files: [
    buildUpdate({ path: 'entities/skerry-point-lighthouse.md', base: text, splices, why: ['its title is mentioned'] }),
  ],
  log: { event: 'ingest', subject: `sources/${survey}.html`, bullets: [] },
  sources: [{ path: `sources/${survey}.html`, hash: hashText(sourceText) }],
  notes: ['Composes 1 page.', 'Lost details: "a" is now "b"'],
  facts: {
    curator: 'model',
    plan: [
      {
        slug: 'skerry-point-lighthouse',
        title: 'Skerry Point Lighthouse',
        op: 'compose',
        why: 'The height is new.',
        units: 4,
      },
    ],
    coverage: {
      units: 7,
      cited: '1-4',
      left: [{ units: '5-6', reason: 'navigational', note: 'a menu' }],
      postponed: [],
      unplaced: '7',
    },
  },
});

/** The example vault in which a proposal waits that writes a page anew. */
export async function composedPageVault(): Promise<{ readonly files: PageVault; readonly id: string }> {
  const state = new MemoryVault();
  const store = new ProposalStore(scopeVault(state, 'lighthouse'), {
    clock: { now: () => Date.parse('2026-06-01T08:00:00Z') },
    random: { id: (length: number) => 'abcd'.padStart(length, '0') },
  });
  const files: Record<string, string | { readonly base64: string }> = { ...(await readVault('examples/vault')) };
  const sourceText = files[`lighthouse/sources/${survey}.html`];
  if (typeof sourceText !== 'string') throw new Error('The source is no text.');
  const named = await nameLosses(changeSetOn(sourceText), new Map(), silentRun);
  const { id } = await store.add(named, { guard: [], introduced: [], fixed: [] }, []);
  files[pagePath] = text;
  // Part of the state is packed.
  const take = async (folder: string): Promise<void> => {
    for (const { kind, path } of await state.list(folder)) {
      if (kind === 'folder') await take(path);
      else files[path] = { base64: Buffer.from(await state.readBytes(path)).toString('base64') };
    }
  };
  await take('lighthouse/.wiki');
  return { files, id };
}
