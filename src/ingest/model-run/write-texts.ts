import { isoTime } from '../../base';
import { textsSchema } from './answers';
import { replacedBy } from './build-files';
import type { buildSummary } from './build-new';
import { headOf, type NewPage } from './build-new';
import { capped, confidenceCap } from './confidence';
import type { Curation } from './curation';
import { claimsAbout, type NewName } from './new-names';
import { fittingClaims, textsPrompt } from './prompt';
import type { Replaced } from './replaced';
import type { Claim, Survey } from './types';

/** What the model writes of the source as a whole, and of what the wiki has no page of yet. */
export async function writeTexts(
  curation: Curation,
  survey: Survey,
  names: readonly NewName[],
  slugs: readonly string[],
  replaced: readonly Replaced[],
): Promise<{ readonly summary: Parameters<typeof buildSummary>[1]; readonly pages: readonly NewPage[] }> {
  const { source } = curation.request;
  const aboutNew = new Set(names.flatMap(({ name }) => claimsAbout(name, survey.claims)));
  const rank = (claim: Claim): number => (aboutNew.has(claim) ? 0 : 2) + (claim.key ? 0 : 1);
  const telling = fittingClaims([...survey.claims].sort((a, b) => rank(a) - rank(b)));
  const messages = textsPrompt(curation.prompting, telling, names, slugs);
  const answer = await curation.asking.ask('texts', messages, textsSchema());
  const pages: NewPage[] = [];
  for (const name of names) {
    const claims = claimsAbout(name.name, survey.claims);
    if (claims.every(({ verdict }) => verdict === 'not-found')) {
      curation.notes.push(`No page was proposed for "${name.name}": no quote about it is in the source.`);
      continue;
    }
    const text = answer.pages.find((page) => page.name.trim().toLowerCase() === name.name.toLowerCase()) ?? null;
    const cap = confidenceCap([source, ...name.sightings.map((sighting) => sighting.source)]);
    const advised = text?.confidence ?? null;
    const confidence = advised === null ? null : capped(advised, cap);
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
      ...headOf(name, { text, claims }, confidence, curation.schema, writing, replacedBy(name.slug, replaced)),
    });
  }
  return { summary: answer.summary, pages };
}
