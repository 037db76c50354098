import { FILE_START, type WikiRule } from '../rule';

/** Source: AIP-10, Layer 1 (sources are never deleted). */
export const sourceMissing: WikiRule = {
  id: 'source-missing',
  scope: 'wiki',
  code: 'source_not_found',
  title: 'Missing source',
  severity: 'error',
  fixedBy: 'nothing',
  check: ({ snapshot }) =>
    Object.entries(snapshot.provenance.sources)
      .filter(([path]) => !snapshot.sources.has(path))
      .map(([path, { slugs }]) => ({
        path,
        at: FILE_START,
        message: `This source is missing, but it ${describeUse(slugs)}. Restore the file.`,
        key: 'missing',
      })),
};

function describeUse(slugs: readonly string[]): string {
  if (slugs.length === 0) return 'was ingested';
  return `supports ${slugs.slice(0, 3).join(', ')}${slugs.length > 3 ? ` and ${slugs.length - 3} more` : ''}`;
}
