import { type LensWarning, type Manifest } from './types';

/**
 * Warnings about settings that this program reads and keeps, but does not act on.
 *
 * @param placeOf the path of the manifest that a setting comes from
 */
export function unenforcedWarnings(
  { curator }: Pick<Manifest, 'curator'>,
  placeOf: (field: string) => string,
): readonly LensWarning[] {
  const warnings: LensWarning[] = [];
  const warn = (field: string, message: string): void =>
    void warnings.push({ code: 'living-wiki:setting_not_enforced', message, at: `${placeOf(field)}#${field}` });
  if (curator !== undefined) {
    warn('curator', `Not enforced: KNOWLEDGE.md names a curator (${curator}), but Living Wiki always uses its own.`);
  }
  return warnings;
}
