/**
 * Texts that the core composes, in the other languages. The core gives English, which the command line prints as it is. Here each of its
 * texts is a row with all languages, so that English is here once. A text without a row stays English; the test of this folder wants a
 * row for every text of the rooms that it names.
 */
import { type Language } from '../languages';
import { CHANGE_TITLES } from './change-titles';
import { CONFLICTS } from './conflicts';
import { FILE_ERRORS } from './file-errors';
import { LINT_LINKS } from './lint-links';
import { LINT_PROPERTIES, LINT_PROPERTIES_VALUES } from './lint-properties';
import { LINT_RULES } from './lint-rules';
import { LINT_SOURCES, LINT_SOURCES_VALUES } from './lint-sources';
import { MODEL_ERRORS, MODEL_ERRORS_VALUES } from './model-errors';
import { MODEL_REMEDIES } from './model-remedies';
import { NOTES } from './notes';
import { NOTICES, NOTICES_VALUES } from './notices';
import { PATHS, PATHS_VALUES } from './paths';
import { PRODUCERS } from './producers';
import { PROPOSALS, PROPOSALS_VALUES } from './proposals';
import { REASONS, REASONS_VALUES } from './reasons';
import { ROOMS } from './rooms';
import { COLUMNS, type Row } from './rows';
import { RULE_CHANGES } from './rule-changes';
import { SKILLS } from './skills';
import { CoreTranslator } from './translate';
import { UNITS } from './units';
import { WORK, WORK_VALUES } from './work';

export const SENTENCES: readonly Row[] = [
  ...LINT_LINKS,
  ...LINT_SOURCES,
  ...LINT_PROPERTIES,
  ...LINT_RULES,
  ...CHANGE_TITLES,
  ...REASONS,
  ...SKILLS,
  ...CONFLICTS,
  ...FILE_ERRORS,
  ...NOTES,
  ...NOTICES,
  ...MODEL_REMEDIES,
  ...MODEL_ERRORS,
  ...PATHS,
  ...PROPOSALS,
  ...PRODUCERS,
  ...WORK,
  ...ROOMS,
  ...RULE_CHANGES,
  ...UNITS,
];

/** What stands in those, and never alone. */
export const VALUES: readonly Row[] = [
  ...LINT_SOURCES_VALUES,
  ...LINT_PROPERTIES_VALUES,
  ...REASONS_VALUES,
  ...MODEL_ERRORS_VALUES,
  ...NOTICES_VALUES,
  ...PATHS_VALUES,
  ...PROPOSALS_VALUES,
  ...WORK_VALUES,
];

export function translatorFor(language: Exclude<Language, 'en'>): CoreTranslator {
  return new CoreTranslator(SENTENCES, VALUES, COLUMNS[language]);
}
