import { findDrift } from '../../workspace';
import { textOf } from '../findings';
import { type WikiRule } from '../rule';

const AGENTS_FILE = 'AGENTS.md';

/** Source: AIP-10, Layer 3 (`wiki_schema_drift`). */
export const schemaDrift: WikiRule = {
  id: 'schema-drift',
  scope: 'wiki',
  code: 'wiki_schema_drift',
  title: 'AGENTS.md and the manifest disagree',
  what: '`AGENTS.md` names an entity type, a lint or a policy otherwise than `KNOWLEDGE.md` does.',
  why: 'People and models read `AGENTS.md`, tools obey `KNOWLEDGE.md`. When they part, a person has to say which is meant.',
  severity: 'warn',
  fixable: false,
  fixedBy: 'nothing',
  examples: [
    {
      name: 'Another way of resolving conflicts',
      files: {
        'KNOWLEDGE.md':
          '---\nschema: knowledge.workspace/v1\nname: wiki\ntitle: W\ndescription: A wiki.\nversion: 1.0.0\ncuration:\n  conflictResolution: keep-both\n---\n',
        'AGENTS.md': '# For agents\n\n## Contradiction policy\n\nconflictResolution: recency\n',
      },
      finds: ['AGENTS.md:5'],
    },
  ],
  async check(facts) {
    const { snapshot } = facts;
    if (!snapshot.files.has(AGENTS_FILE)) return [];
    const text = await textOf(snapshot, AGENTS_FILE);
    return facts.memo('schema-drift', [text, snapshot.manifest], () =>
      Promise.resolve(
        findDrift(snapshot.manifest, text).map(({ line, message, field, found }) => ({
          path: AGENTS_FILE,
          at: { line, column: 1 },
          message,
          key: `${field}: ${found ?? 'missing'}`,
        })),
      ),
    );
  },
};
