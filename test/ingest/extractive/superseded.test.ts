import { CuratedWiki } from '../support/curated-wiki';

const declared = (name: string, more: string, body: string): string =>
  `---\nschema: knowledge.source/v1\nid: ${name}\npath: sources/${name}.md\ntitle: ${name}\ncaptured_at: "2026-01-10T00:00:00Z"\n${more}---\n\n${body}\n`;
const FOUNDED = (year: number): string =>
  `Acme Robotics is a company in Bern. Acme Robotics was founded in ${year}. It makes robots.`;

/** The page after two sources that disagree, ingested in this order. */
async function pageAfter(
  policy: string,
  first: readonly [name: string, more: string],
  second: readonly [name: string, more: string],
): Promise<string> {
  const wiki = await CuratedWiki.of(
    {
      [`sources/${first[0]}.md`]: declared(...first, FOUNDED(1998)),
      [`sources/${second[0]}.md`]: declared(...second, FOUNDED(1999)),
    },
    `curation:\n  conflictResolution: ${policy}\n`,
  );
  await wiki.ingest(`sources/${first[0]}.md`);
  await wiki.ingest(`sources/${second[0]}.md`);
  return (await wiki.pages())['entities/acme-robotics.md'] ?? '';
}

describe.each(['defer', 'keep-both', 'recency', 'authority', 'observation-count'])('under the policy %s', (policy) => {
  it('a source that another one supersedes loses, whichever is ingested first', async () => {
    expect(await pageAfter(policy, ['draft', 'superseded_by: final\nauthority: primary\n'], ['final', ''])).toContain(
      '> [!info] Sources disagree: founded. This is kept, from the source that supersedes the other.',
    );
    expect(await pageAfter(policy, ['final', ''], ['draft', 'superseded_by: final\nauthority: primary\n'])).toContain(
      '> [!info] Sources disagree: founded. The statement above is kept, from the source that supersedes the other.',
    );
  });

  it('a source whose successor is not there, or that supersedes itself in a circle, is like any other', async () => {
    const missing = await pageAfter(policy, ['draft', 'superseded_by: nowhere\n'], ['final', '']);
    expect(missing).toContain('> [!warning] Contradiction: founded');
    const circle = await pageAfter(policy, ['draft', 'superseded_by: final\n'], ['final', 'superseded_by: draft\n']);
    expect(circle).toContain('> [!warning] Contradiction: founded');
  });
});
