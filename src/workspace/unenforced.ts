import { type LensWarning, type Manifest } from './types';

/**
 * Warnings about settings that this program reads and keeps, but does not act on.
 *
 * @param placeOf the path of the manifest that a setting comes from
 */
export function unenforcedWarnings(
  { curator, sources: { retention, signing } }: Pick<Manifest, 'curator' | 'sources'>,
  placeOf: (field: string) => string,
): readonly LensWarning[] {
  const warnings: LensWarning[] = [];
  const warn = (field: string, message: string): void =>
    void warnings.push({ code: 'living-wiki:setting_not_enforced', message, at: `${placeOf(field)}#${field}` });
  if (curator !== undefined) {
    warn(
      'curator',
      `Not enforced: no operator is activated for \`curator\` (${curator}). Living Wiki curates by itself.`,
    );
  }
  if (retention !== undefined && retention !== 'forever') {
    warn(
      'sources.retention',
      `Not enforced: sources are kept for ever, whatever \`sources.retention\` says (${retention}).`,
    );
  }
  if (signing === 'required') {
    warn(
      'sources.signing',
      'Not enforced: sources without a signature are ingested, although `sources.signing` requires one.',
    );
  }
  return warnings;
}
