import { type Report, type WikiFacts } from './rule';

/** Reports warnings of the lens at the manifest fields that cause them. */
export function reportWarnings(facts: WikiFacts, isRelevant: (code: string) => boolean): readonly Report[] {
  return facts.lens.warnings
    .filter(({ code }) => isRelevant(code))
    .map(({ code, message, at }) => {
      const hash = at.indexOf('#');
      const file = hash === -1 ? at : at.slice(0, hash);
      const field = hash === -1 ? '' : at.slice(hash + 1);
      return {
        path: facts.relative(file),
        at: { manifestField: field },
        message,
        code,
        key: `${code} ${field}: ${message}`,
      };
    });
}
