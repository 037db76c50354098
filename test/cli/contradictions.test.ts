import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Bench } from './support';

/** `contradictions`: what pages disagree about, and how a person settles it. */

const page = (slug: string, kind: string, sources: string, body: string, contradicts: string): string =>
  `---\nschema: knowledge/v1\nslug: ${slug}\nkind: ${kind}\ntitle: ${slug}\nsources: [${sources}]\nupdated_at: "2026-04-27T15:00:00Z"\ncontradicts: [${contradicts}]\n---\n\n${body}\n`;

it('lists contradictions, proposes an answer and applies it', async () => {
  const bench = new Bench();
  await bench.run(bench.folder, 'init', 'wiki');
  const wiki = bench.at('wiki');
  const put = (path: string, text: string): void => {
    mkdirSync(bench.at('wiki', path.split('/')[0] ?? ''), { recursive: true });
    writeFileSync(bench.at('wiki', ...path.split('/')), text);
  };
  put('sources/memoir.md', '---\ndate: 2025-09-12\n---\n\nThe tower is 31 metres tall.\n');
  put('sources/report.md', '---\ndate: 2026-04-18\n---\n\nThe tower is 29.4 metres tall.\n');
  put('summaries/memoir.md', page('memoir', 'summary', 'sources/memoir.md', 'A memoir.', 'report'));
  put('summaries/report.md', page('report', 'summary', 'sources/report.md', 'A report.', 'memoir'));
  put(
    'entities/tower.md',
    page(
      'tower',
      'entity',
      'sources/memoir.md, sources/report.md',
      'It is 31 metres tall.[^m-1] Or it is 29.4 metres tall.[^r-1]\n\n[^m-1]: [memoir], line 5: “The tower is 31 metres tall.”\n[^r-1]: [report], line 5: “The tower is 29.4 metres tall.”',
      '',
    ),
  );
  const list = await bench.run(wiki, 'contradictions');
  expect(list.out).toContain('first   “The tower is 31 metres tall.”  sources/memoir.md, line 5\n');
  expect(list.out).toContain('on entities/tower.md\n');
  const wrong = await bench.run(wiki, 'contradictions', 'settle', '7', 'both');
  expect(wrong.err).toContain('contradiction_missing');
  const settled = await bench.run(wiki, 'contradictions', 'settle', '1', 'second', '--json');
  const { proposal } = settled.json<{ proposal: string }>();
  const shown = (await bench.run(wiki, 'proposals', 'show', proposal)).out;
  expect(shown).toContain('already in the wiki: “The tower is 31 metres tall.”');
  expect(shown).not.toContain('not in the source');
  expect((await bench.run(wiki, 'proposals', 'apply', proposal)).out).not.toContain('Removes');
  expect(readFileSync(bench.at('wiki', 'entities', 'tower.md'), 'utf8')).toContain(
    'Or it is 29.4 metres tall.[^r-1]\n\n## History\n\n- As stated on 12 September 2025: It is 31 metres tall.[^m-1]\n',
  );
  expect((await bench.run(wiki, 'contradictions')).out).toBe('No contradictions.\n');
  bench.remove();
});
