import { silentRun } from '../../src/base';
import { testWiki } from '../support/wiki';

const SOURCE = 'sources/news.md';
const NEWS =
  '# News of the coast\n\nThe Fresnel lens of the harbour was cleaned in May. Visitors admire the Fresnel lens every summer. The Fresnel lens throws its light over twenty miles.\n';

function page(quotes: number): string {
  const statements = Array.from({ length: quotes }, (_, at) => `The lens has part number ${at}.[^n-${at}]`);
  const notes = Array.from(
    { length: quotes },
    (_, at) => `[^n-${at}]: [old], line 1: “The lens has part number ${at}.”`,
  );
  const head =
    '---\nschema: knowledge/v1\nslug: fresnel-lens\nkind: concept\ntitle: Fresnel lens\nsources: [sources/old.md]\n';
  return `${head}updated_at: "2026-04-27T15:00:00Z"\n---\n\n# Fresnel lens\n\n${statements.join('\n\n')}\n\n${notes.join('\n')}\n`;
}

it.each([
  [49, true],
  [50, false],
])('a page with %i quotes gets further ones: %s', async (quotes, isAdded) => {
  const wiki = await testWiki({
    'sources/old.md': 'The lens has parts.\n',
    [SOURCE]: NEWS,
    'concepts/fresnel-lens.md': page(quotes),
  });
  const workbench = await wiki.open();
  const { proposals } = await workbench.ingest({ sources: [SOURCE], apply: true }, silentRun);
  const text = (await wiki.tree())['concepts/fresnel-lens.md'] ?? '';
  expect(text.includes('[^news-')).toBe(isAdded);
  const notes = proposals.flatMap((proposal) => proposal.notes).join('\n');
  expect(notes.includes('Fresnel lens has 50 quotes or more')).toBe(!isAdded);
  await workbench.close();
});
