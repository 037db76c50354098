import { isoTime } from '../../base';
import { textsSchema } from './answer-schemas';
import { slugsReplacedBy } from './build-files';
import { buildHead, type buildSummary, type CreatedPage } from './build-new-pages';
import { capConfidence, confidenceCap } from './confidence';
import { type Curation } from './curation';
import { claimsAbout, type NewPageName } from './select-new-names';
import { claimsThatFit, textsPrompt } from './prompt';
import { type ReplacedPage } from './replaced-pages';
import { type SurveyClaim, type Survey } from './types';

/** What the model writes of the source as a whole, and of what the wiki has no page of yet. */
export async function writeTexts(
  curation: Curation,
  survey: Survey,
  names: readonly NewPageName[],
  slugs: readonly string[],
  replaced: readonly ReplacedPage[],
): Promise<{ readonly summary: Parameters<typeof buildSummary>[1]; readonly pages: readonly CreatedPage[] }> {
  const { source } = curation.request;
  const aboutNew = new Set(names.flatMap(({ name }) => claimsAbout(name, survey.claims)));
  const rank = (claim: SurveyClaim): number => (aboutNew.has(claim) ? 0 : 2) + (claim.key ? 0 : 1);
  const chosen = claimsThatFit([...survey.claims].sort((a, b) => rank(a) - rank(b)));
  const messages = textsPrompt(curation.promptContext, chosen, names, slugs);
  const answer = await curation.caller.ask('texts', messages, textsSchema());
  const pages: CreatedPage[] = [];
  for (const name of names) {
    const claims = claimsAbout(name.name, survey.claims);
    if (claims.every(({ verdict }) => verdict === 'not-found')) {
      curation.notes.push(`No page was proposed for "${name.name}": no quote about it is in the source.`);
      continue;
    }
    const text = answer.pages.find((page) => page.name.trim().toLowerCase() === name.name.toLowerCase()) ?? null;
    const cap = confidenceCap([source, ...name.earlier.map((sighting) => sighting.source)]);
    const advised = text?.confidence ?? null;
    const confidence = advised === null ? null : capConfidence(advised, cap);
    const note =
      advised !== null && confidence !== advised
        ? `${name.slug}: the model put its confidence at ${advised}; that is advisory, and ${confidence ?? 'none'} is proposed (the sources carry at most ${cap}).`
        : null;
    if (note !== null) curation.notes.push(note);
    const writing = { source, updatedAt: isoTime(curation.request.now) };
    pages.push({
      name,
      text,
      claims,
      ...buildHead(name, { text, claims }, confidence, curation.schema, writing, slugsReplacedBy(name.slug, replaced)),
    });
  }
  return { summary: answer.summary, pages };
}
