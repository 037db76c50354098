import { type LensWarning } from '../workspace';
import { type Report, type WikiFacts } from './rule';

/** Reports warnings of the lens at the manifest fields that cause them; for the wiki's own lens, also those of its views. */
export function reportWarnings(facts: WikiFacts, isRelevant: (code: string) => boolean): readonly Report[] {
  const reports = new Map<string, Report>();
  for (const { code, message, at } of warningsOf(facts)) {
    if (!isRelevant(code)) continue;
    const hash = at.indexOf('#');
    const file = hash === -1 ? at : at.slice(0, hash);
    const field = hash === -1 ? '' : at.slice(hash + 1);
    const key = `${code} ${field}: ${message}`;
    // Every view below a manifest has the warnings of that manifest.
    reports.set(`${file}\n${key}`, {
      path: facts.relative(file),
      at: { manifestField: field },
      message,
      code,
      key,
    });
  }
  return [...reports.values()];
}

function warningsOf({ lens, surroundings }: WikiFacts): readonly LensWarning[] {
  if (!lens.isRoot) return lens.warnings;
  const around = surroundings.lenses.flatMap(({ warnings, unreadable = [] }) => [...warnings, ...unreadable]);
  return [...lens.warnings, ...around];
}
