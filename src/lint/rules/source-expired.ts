import { FILE_START, type WikiRule } from '../rule';

/** Source: AIP-10, `sources.retention`. */
export const sourceExpired: WikiRule = {
  id: 'source-expired',
  scope: 'wiki',
  code: 'living-wiki:source_expired',
  title: 'Expired source',
  severity: 'info',
  fixedBy: 'nothing',
  check: ({ surroundings }) =>
    (surroundings.expired ?? []).map(({ path, message }) => ({ path, at: FILE_START, message, key: 'expired' })),
};
