/**
 * What state files have in common: the keys of proposals, transactions and kept texts in the order in which they are written, and sentences that
 * recur. Packed files refer to it, so it never changes; a better one would get another name and another head in `compress.ts`.
 */
export const DICTIONARY = [
  '"},{"kind":"section","text":"","anchor":{"line":,"page":,"heading":"","time":""},"level":2},{"kind":"table"},{"kind":"code"},{"kind":"list"},',
  '{"version":1,"format":"markdown","passages":[{"kind":"heading","text":"","anchor":{"line":1},"level":1},{"kind":"paragraph","text":"","anchor":{"line":3}},',
  '{"version":1,"format":"text","passages":[{"kind":"paragraph","text":"',
  '{"version":1,"from":"","weight":,"edits":[[,0,"  - sources/","updated_at: \\"2026-',
  String.raw`{"version":2,"id":"20261123T1","files":[{"text":"---\nschema: knowledge/v1\nslug: \nkind: summary\ntitle: \nsources:\n  - sources/.txt\nupdated_at: \"2026-11-23T1\"\n---\n\n# \n\nA text of words. []\n\n## What it says\n\n- \n\n## Pages\n\n- [[|]], named 3 times\n- [[|]], named once\n\n## Also named\n\n- \n\n## About this source\n\n- Source: []\n- Date: unknown\n- Format: text\n","edits":[]},{"base":"20261123T1","weight":,"edits":[[,"","- [[]]: . A text of words.\n"]]},{"base":"20261123T1","weight":,"edits":[[,"","\n## [2026-11-23T1] ingest | sources/.txt\n\n- created summaries/.md\n- updated entities/.md\n- updated concepts/.md\n"]]},{"base":"20261123T1","weight":,"edits":[[,"","    },\n    \"sources/.txt\": {\n      \"contentHash\": \"\",\n      \"slugs\": [\n        \"",\n        \""\n      ]\n"]]}]}[^]: [], line 3: “” ([[|summary]])\n`,
  '{"version":2,"id":"20261123T1","at":"2026-11-23T1","title":"Ingest ","facts":{"curator":"extractive","language":"en","sentences":,"names":,"newPages":[],"updatedPages":[],"contradictions":0,"event":"ingest","subject":"sources/',
  '","proposal":"00","decision":{"rejectedHunks":[],"reason":null},"handEdited":{}},"files":[{"op":"create","path":"summaries/","before":null,"after":"',
  '"},{"op":"update","path":"entities/.md","before":"","after":""},{"op":"update","path":"concepts/"},{"op":"rename","from":""},{"op":"delete","after":null},',
  '{"op":"update","path":"_index.md","before":"","after":""},{"op":"update","path":"_log.md","before":"","after":""},{"op":"update","path":"_manifest.json","before":"","after":""}],"folders":["summaries","entities"],"emptied":[],"seal":"',
  '"checks":{"guard":[],"introduced":[{"rule":"","check":"orphan","code":"living-wiki:","severity":"warn","path":"entities/","line":1,"column":1,"message":"Nothing links to this page.","suggestions":[],"fixable":false,"key":""}],"fixed":[]},"buildsOn":["00',
  '"],"decision":{"at":"2026-11-23T1","rejectedHunks":[],"reason":null,"transaction":"20261123T1',
  '"facts":{"curator":"extractive","recall":[{"path":"entities/.md","reasons":["named in the source 2 times","named in the source once","search rank 1","linked from "]},{"path":"summaries/.md","reasons":["search rank 2"]},{"path":"concepts/',
  '{"version":2,"id":"00","sequence":,"createdAt":"2026-11-23T1","state":"waiting","applied","rejected","changeSet":{"title":"Ingest ","producer":"ingest","files":[{"kind":"created","path":"summaries/',
  '.md","hunks":[{"id":"","start":0,"end":0,"text":"---\\nschema: knowledge/v1\\nslug: \\nkind: summary\\nkind: entity\\nkind: concept\\ntitle: \\naliases:\\n  - \\nsources:\\n  - sources/\\nupdated_at: \\"2026-11-23T1\\"\\n---\\n\\n# ',
  '","title":"New page \\"","reason":"Every source has a summary page; this one is for sources/","evidence":[],"needs":[],"declares":[]},{"id":"',
  '"text":"\\n\\n## What it says\\n\\n- ","title":"What it is","reason":"What the source is, counted and read from its headings.","title":"New section \\"What it says\\"","reason":"Sentences that represent the source and are on no page.",',
  '"title":"Frontmatter","reason":"The page now also cites sources/","title":"What says","reason":"The source names \\"',
  '","log":{"event":"ingest","subject":"sources/","bullets":[]},"sources":[{"path":"sources/","hash":"","date":""}],"notes":[],"why":["named in the source 2 times","the source defines it"]},{"kind":"updated","path":"entities/","baseHash":"","text":"',
  '"needs":["","","declares":["links","headings"],"footnotes":[{"label":"","content":"[], line 3: “” ([[|summary]])"},{"label":"',
  '"evidence":[{"source":"sources/.txt","sourceHash":"","quote":"","anchor":{"line":3},"verdict":"found"},{"source":"sources/.md","sourceHash":"","quote":"',
].join('');
