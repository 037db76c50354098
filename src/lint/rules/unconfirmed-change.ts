import { type WikiRule } from '../rule';

/** Source: AIP-10, security considerations (schema poisoning). */
export const unconfirmedChange: WikiRule = {
  id: 'unconfirmed-change',
  scope: 'wiki',
  code: 'living-wiki:change_unconfirmed',
  title: 'Changed rules for the model',
  severity: 'warn',
  fixedBy: 'nothing',
  isBinding: true,
  check: ({ surroundings }) =>
    surroundings.changes.map(({ path, message, field, line }) => ({
      path,
      at: field === '' ? { line, column: 1 } : { manifestField: field },
      message,
      key: path,
    })),
};
