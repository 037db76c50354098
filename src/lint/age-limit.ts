import { typeOf, type Manifest } from '../workspace';
import { createRuleSettings } from './settings';
import { ageInDays, maxAge } from './rules/max-age';

/** After how many days a page of this kind is stale under a manifest; `null` if it never is. The shortest of several limits. */
export function ageLimit(manifest: Manifest, kind: string): number | null {
  const settings = createRuleSettings(manifest).forType(maxAge, typeOf(kind, manifest));
  const days = settings.map(({ params }) => ageInDays(params));
  return days.length === 0 ? null : Math.min(...days);
}
