import { isoTime } from '../../base';
import { textsSchema, type RawPassage } from './answer-schemas';
import { buildHead, type CreatedPage } from './build-new-pages';
import { capConfidence, confidenceCap, confidenceNote } from './confidence';
import { type Curation } from './curation';
import { claimsAbout, type NewPageName } from './select-new-names';
import { claimsThatFit, textsPrompt } from './prompt';
import { slugsReplacedBy, type ReplacedPage } from './replaced-pages';
import { type SurveyClaim, type Survey } from './types';

/** The model's summary and the new pages. */
export interface NewTexts {
  readonly summary: readonly RawPassage[];
  readonly pages: readonly CreatedPage[];
}

/** Lets the model write the summary of the source and the text of new pages. */
export async function writeTexts(
  curation: Curation,
  survey: Survey,
  names: readonly NewPageName[],
  slugs: readonly string[],
  replaced: readonly ReplacedPage[],
): Promise<NewTexts> {
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
    const cap = confidenceCap([source, ...name.earlier.map((mention) => mention.source)]);
    const advised = text?.confidence ?? null;
    const confidence = advised === null ? null : capConfidence(advised, cap);
    if (advised !== null && confidence !== advised)
      curation.notes.push(`${name.slug}: ${confidenceNote(advised, confidence, cap)}`);
    const context = { source, updatedAt: isoTime(curation.request.now) };
    const supersedes = slugsReplacedBy(name.slug, replaced);
    const head = buildHead(name, { text, claims }, confidence, curation.schema, context, supersedes);
    pages.push({ name, text, claims, ...head });
  }
  return { summary: answer.summary, pages };
}
