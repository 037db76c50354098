import { type RuleDocs } from '../rule-docs';
import { brokenFragmentDocs } from './broken-fragment.docs';
import { brokenRefDocs } from './broken-ref.docs';
import { citationUnresolvedDocs } from './citation-unresolved.docs';
import { contradictionDocs } from './contradiction.docs';
import { customPatternDocs } from './custom-pattern.docs';
import { danglingReferenceDocs } from './dangling-reference.docs';
import { entryInvalidDocs } from './entry-invalid.docs';
import { indexLineDanglingDocs } from './index-line-dangling.docs';
import { indexPageMissingDocs } from './index-page-missing.docs';
import { indexStaleDocs } from './index-stale.docs';
import { linkAmbiguousDocs } from './link-ambiguous.docs';
import { linkObsidianDocs } from './link-obsidian.docs';
import { lintSoftenedDocs } from './lint-softened.docs';
import { manifestLintDocs } from './manifest-lint.docs';
import { manifestProblemDocs } from './manifest-problem.docs';
import { maxAgeDocs } from './max-age.docs';
import { minConfidenceDocs } from './min-confidence.docs';
import { orphanDocs } from './orphan.docs';
import { requireSourceDocs } from './require-source.docs';
import { requiredFieldsDocs } from './required-fields.docs';
import { schemaDriftDocs } from './schema-drift.docs';
import { schemaMissingDocs } from './schema-missing.docs';
import { slugDuplicateDocs } from './slug-duplicate.docs';
import { slugFilenameDocs } from './slug-filename.docs';
import { sourceChangedDocs } from './source-changed.docs';
import { sourceLinkInlineDocs } from './source-link-inline.docs';
import { sourceMissingDocs } from './source-missing.docs';
import { sourceUnresolvedDocs } from './source-unresolved.docs';

/** The documentation of every rule by its id. Only the tests and `scripts/lint-docs.mjs` import it, so the app does not carry it. */
export const ALL_DOCS: Readonly<Record<string, RuleDocs>> = {
  'broken-fragment': brokenFragmentDocs,
  'broken-ref': brokenRefDocs,
  'citation-unresolved': citationUnresolvedDocs,
  contradiction: contradictionDocs,
  'custom-pattern': customPatternDocs,
  'dangling-reference': danglingReferenceDocs,
  'entry-invalid': entryInvalidDocs,
  'index-line-dangling': indexLineDanglingDocs,
  'index-page-missing': indexPageMissingDocs,
  'index-stale': indexStaleDocs,
  'link-ambiguous': linkAmbiguousDocs,
  'link-obsidian': linkObsidianDocs,
  'lint-softened': lintSoftenedDocs,
  'manifest-lint': manifestLintDocs,
  'manifest-problem': manifestProblemDocs,
  'max-age': maxAgeDocs,
  'min-confidence': minConfidenceDocs,
  orphan: orphanDocs,
  'require-source': requireSourceDocs,
  'required-fields': requiredFieldsDocs,
  'schema-drift': schemaDriftDocs,
  'schema-missing': schemaMissingDocs,
  'slug-duplicate': slugDuplicateDocs,
  'slug-filename': slugFilenameDocs,
  'source-changed': sourceChangedDocs,
  'source-link-inline': sourceLinkInlineDocs,
  'source-missing': sourceMissingDocs,
  'source-unresolved': sourceUnresolvedDocs,
};
