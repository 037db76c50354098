import { findDrift } from '../../workspace';
import { readableText } from '../findings';
import { type WikiRule } from '../rule';

const AGENTS_FILE = 'AGENTS.md';

/** Source: AIP-10, Layer 3 (`wiki_schema_drift`). */
export const schemaDrift: WikiRule = {
  id: 'schema-drift',
  scope: 'wiki',
  code: 'wiki_schema_drift',
  title: 'AGENTS.md and KNOWLEDGE.md disagree',
  severity: 'warn',
  fixedBy: 'nothing',
  async check(facts) {
    const { snapshot } = facts;
    if (!snapshot.files.has(AGENTS_FILE)) return [];
    const text = await readableText(snapshot, AGENTS_FILE);
    return facts.memo('schema-drift', [text, snapshot.manifest], () =>
      findDrift(snapshot.manifest, text).map(({ line, message, field, found }) => ({
        path: AGENTS_FILE,
        at: { line, column: 1 },
        message,
        key: `${field}: ${found ?? 'missing'}`,
      })),
    );
  },
};
