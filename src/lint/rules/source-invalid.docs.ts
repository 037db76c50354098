import { type RuleDocs } from '../rule-docs';

const BODY_HASH = 'sha256:d9cff2ee2f7c1c3ab0c2fec3a3da1ec4d5e2c4d5f2f3a7c1f9d0a5b6c7d8e9f0';

export const SOURCE_INVALID_DOCS: RuleDocs = {
  what: 'A `knowledge.source/v1` document with a field that is missing or wrong: `id`, `path` (that of this file, or for a sidecar that of the file that it describes), `title`, `captured_at`, `content_hash`, `authority`, `language` or `superseded_by`. The hash is compared with the text below the front matter, for a sidecar with the file that it describes, and an id must be unique.',
  why: 'The id is what pages cite, and date, authority and `superseded_by` decide contradictions. A field that is wrong is ignored, and a wrong hash means that the text is not what was captured.',
  examples: [
    {
      name: 'A document with a wrong path, hash, authority and successor',
      files: {
        'sources/call.md': `---\nschema: knowledge.source/v1\nid: investor-call\npath: sources/other.md\ntitle: Investor call\ncaptured_at: "2026-04-27T15:00:00Z"\ncontent_hash: ${BODY_HASH}\nauthority: certain\nsuperseded_by: investor-call-2\n---\n\nThe call.\n`,
      },
      finds: ['sources/call.md:4', 'sources/call.md:7', 'sources/call.md:8', 'sources/call.md:9'],
    },
  ],
};
