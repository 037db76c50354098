import type { Draft, WikiFacts } from './rule';

/** The warnings of the lens as findings, at the field of the manifest that causes each. */
export function warningDrafts(facts: WikiFacts, isMine: (code: string) => boolean): Promise<readonly Draft[]> {
  const drafts = facts.lens.warnings
    .filter(({ code }) => isMine(code))
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
  return Promise.resolve(drafts);
}
