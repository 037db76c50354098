import { type RuleDocs } from '../rule-docs';
import { BROKEN_FRAGMENT_DOCS } from './broken-fragment.docs';
import { BROKEN_REF_DOCS } from './broken-ref.docs';
import { CITATION_UNRESOLVED_DOCS } from './citation-unresolved.docs';
import { CONTRADICTION_DOCS } from './contradiction.docs';
import { CUSTOM_PATTERN_DOCS } from './custom-pattern.docs';
import { DANGLING_REFERENCE_DOCS } from './dangling-reference.docs';
import { ENTRY_INVALID_DOCS } from './entry-invalid.docs';
import { FOOTNOTE_DUPLICATE_DOCS } from './footnote-duplicate.docs';
import { FOOTNOTE_UNDEFINED_DOCS } from './footnote-undefined.docs';
import { FOOTNOTE_UNUSED_DOCS } from './footnote-unused.docs';
import { HOME_PAGE_DOCS } from './home-page.docs';
import { INDEX_LINE_DANGLING_DOCS } from './index-line-dangling.docs';
import { INDEX_PAGE_MISSING_DOCS } from './index-page-missing.docs';
import { INDEX_STALE_DOCS } from './index-stale.docs';
import { KIND_UNKNOWN_DOCS } from './kind-unknown.docs';
import { LINK_AMBIGUOUS_DOCS } from './link-ambiguous.docs';
import { LINK_OBSIDIAN_DOCS } from './link-obsidian.docs';
import { LINT_SOFTENED_DOCS } from './lint-softened.docs';
import { MANIFEST_LINT_DOCS } from './manifest-lint.docs';
import { MANIFEST_PROBLEM_DOCS } from './manifest-problem.docs';
import { MAX_AGE_DOCS } from './max-age.docs';
import { MIN_CONFIDENCE_DOCS } from './min-confidence.docs';
import { ORPHAN_DOCS } from './orphan.docs';
import { QUOTE_IN_TEXT_DOCS } from './quote-in-text.docs';
import { QUOTE_MISSING_DOCS } from './quote-missing.docs';
import { REQUIRE_SOURCE_DOCS } from './require-source.docs';
import { REQUIRED_FIELDS_DOCS } from './required-fields.docs';
import { SCHEMA_DRIFT_DOCS } from './schema-drift.docs';
import { SCHEMA_MISSING_DOCS } from './schema-missing.docs';
import { SLUG_DUPLICATE_DOCS } from './slug-duplicate.docs';
import { SLUG_FILENAME_DOCS } from './slug-filename.docs';
import { SOURCE_CHANGED_DOCS } from './source-changed.docs';
import { SOURCE_EXPIRED_DOCS } from './source-expired.docs';
import { SOURCE_INVALID_DOCS } from './source-invalid.docs';
import { SOURCE_LINK_INLINE_DOCS } from './source-link-inline.docs';
import { SOURCE_MISSING_DOCS } from './source-missing.docs';
import { SOURCE_UNRESOLVED_DOCS } from './source-unresolved.docs';
import { UNCONFIRMED_CHANGE_DOCS } from './unconfirmed-change.docs';
import { UNIT_EXPIRED_DOCS } from './unit-expired.docs';
import { UNIT_STALE_DOCS } from './unit-stale.docs';
import { UNIT_CHAIN_DOCS } from './unit-chain.docs';
import { UNIT_ONE_SIDED_DOCS } from './unit-one-sided.docs';
import { UNIT_UNSUPPORTED_DOCS } from './unit-unsupported.docs';
import { UNLINKED_MENTION_DOCS } from './unlinked-mention.docs';

/** The documentation of every rule by its id. Only the tests and `scripts/lint-docs.mjs` import it, so the app does not carry it. */
export const ALL_DOCS: Readonly<Record<string, RuleDocs>> = {
  'broken-fragment': BROKEN_FRAGMENT_DOCS,
  'broken-ref': BROKEN_REF_DOCS,
  'citation-unresolved': CITATION_UNRESOLVED_DOCS,
  contradiction: CONTRADICTION_DOCS,
  'custom-pattern': CUSTOM_PATTERN_DOCS,
  'dangling-reference': DANGLING_REFERENCE_DOCS,
  'entry-invalid': ENTRY_INVALID_DOCS,
  'footnote-duplicate': FOOTNOTE_DUPLICATE_DOCS,
  'footnote-undefined': FOOTNOTE_UNDEFINED_DOCS,
  'footnote-unused': FOOTNOTE_UNUSED_DOCS,
  'home-page': HOME_PAGE_DOCS,
  'index-line-dangling': INDEX_LINE_DANGLING_DOCS,
  'index-page-missing': INDEX_PAGE_MISSING_DOCS,
  'index-stale': INDEX_STALE_DOCS,
  'kind-unknown': KIND_UNKNOWN_DOCS,
  'link-ambiguous': LINK_AMBIGUOUS_DOCS,
  'link-obsidian': LINK_OBSIDIAN_DOCS,
  'lint-softened': LINT_SOFTENED_DOCS,
  'manifest-lint': MANIFEST_LINT_DOCS,
  'manifest-problem': MANIFEST_PROBLEM_DOCS,
  'max-age': MAX_AGE_DOCS,
  'min-confidence': MIN_CONFIDENCE_DOCS,
  orphan: ORPHAN_DOCS,
  'quote-in-text': QUOTE_IN_TEXT_DOCS,
  'quote-missing': QUOTE_MISSING_DOCS,
  'require-source': REQUIRE_SOURCE_DOCS,
  'required-fields': REQUIRED_FIELDS_DOCS,
  'schema-drift': SCHEMA_DRIFT_DOCS,
  'schema-missing': SCHEMA_MISSING_DOCS,
  'slug-duplicate': SLUG_DUPLICATE_DOCS,
  'slug-filename': SLUG_FILENAME_DOCS,
  'source-changed': SOURCE_CHANGED_DOCS,
  'source-expired': SOURCE_EXPIRED_DOCS,
  'source-invalid': SOURCE_INVALID_DOCS,
  'source-link-inline': SOURCE_LINK_INLINE_DOCS,
  'source-missing': SOURCE_MISSING_DOCS,
  'source-unresolved': SOURCE_UNRESOLVED_DOCS,
  'unconfirmed-change': UNCONFIRMED_CHANGE_DOCS,
  'unit-chain': UNIT_CHAIN_DOCS,
  'unit-expired': UNIT_EXPIRED_DOCS,
  'unit-one-sided': UNIT_ONE_SIDED_DOCS,
  'unit-stale': UNIT_STALE_DOCS,
  'unit-unsupported': UNIT_UNSUPPORTED_DOCS,
  'unlinked-mention': UNLINKED_MENTION_DOCS,
};
