import { type Report, type WikiFacts } from './rule';

/** The warnings of the lens as findings, at the field of the manifest that causes each. */
export function reportWarnings(facts: WikiFacts, isRelevant: (code: string) => boolean): Promise<readonly Report[]> {
  const reports = facts.lens.warnings
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
  return Promise.resolve(reports);
}
