import { type AnyRule } from '../rule';
import { brokenFragment } from './broken-fragment';
import { brokenRef } from './broken-ref';
import { citationUnresolved } from './citation-unresolved';
import { contradiction } from './contradiction';
import { customPattern } from './custom-pattern';
import { danglingReference } from './dangling-reference';
import { entryInvalid } from './entry-invalid';
import { footnoteDuplicate } from './footnote-duplicate';
import { footnoteUndefined } from './footnote-undefined';
import { footnoteUnused } from './footnote-unused';
import { homePage } from './home-page';
import { indexLineDangling } from './index-line-dangling';
import { indexPageMissing } from './index-page-missing';
import { indexStale } from './index-stale';
import { kindUnknown } from './kind-unknown';
import { linkAmbiguous } from './link-ambiguous';
import { linkObsidian } from './link-obsidian';
import { lintSoftened } from './lint-softened';
import { manifestLint } from './manifest-lint';
import { manifestProblem } from './manifest-problem';
import { maxAge } from './max-age';
import { minConfidence } from './min-confidence';
import { orphan } from './orphan';
import { quoteInText } from './quote-in-text';
import { quoteMissing } from './quote-missing';
import { requiredFields } from './required-fields';
import { requireSource } from './require-source';
import { schemaDrift } from './schema-drift';
import { schemaMissing } from './schema-missing';
import { slugDuplicate } from './slug-duplicate';
import { slugFilename } from './slug-filename';
import { sourceChanged } from './source-changed';
import { sourceExpired } from './source-expired';
import { sourceInvalid } from './source-invalid';
import { sourceLinkInline } from './source-link-inline';
import { sourceMissing } from './source-missing';
import { sourceUnresolved } from './source-unresolved';
import { unconfirmedChange } from './unconfirmed-change';
import { unitExpired } from './unit-expired';
import { unitStale } from './unit-stale';
import { unitChain } from './unit-chain';
import { unitOneSided } from './unit-one-sided';
import { unitUnsupported } from './unit-unsupported';
import { unlinkedMention } from './unlinked-mention';

/** First the lint floor of AIP-10, then the rules for a consistent wiki, then those that only the manifest turns on. */
const RULES: readonly AnyRule[] = [
  brokenRef,
  orphan,
  maxAge,
  contradiction,
  requireSource,
  entryInvalid,
  schemaMissing,
  kindUnknown,
  brokenFragment,
  danglingReference,
  sourceUnresolved,
  citationUnresolved,
  footnoteUndefined,
  footnoteDuplicate,
  footnoteUnused,
  quoteInText,
  sourceLinkInline,
  sourceChanged,
  sourceMissing,
  sourceInvalid,
  slugFilename,
  slugDuplicate,
  linkAmbiguous,
  linkObsidian,
  indexPageMissing,
  indexLineDangling,
  indexStale,
  schemaDrift,
  lintSoftened,
  manifestProblem,
  homePage,
  unconfirmedChange,
  sourceExpired,
  unitStale,
  unitExpired,
  unitChain,
  unitOneSided,
  unitUnsupported,
  minConfidence,
  quoteMissing,
  unlinkedMention,
  customPattern,
  requiredFields,
];

/** In the order of the log and the documentation. */
export const ALL_RULES: readonly AnyRule[] = [...RULES, manifestLint(RULES)];
