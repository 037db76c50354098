/** Types of our views. Saved workspace layouts contain them, so they must never change. */
export const HOME_VIEW = 'living-wiki-home';
export const REVIEW_VIEW = 'living-wiki-review';
export const LINT_VIEW = 'living-wiki-lint';
export const LENS_VIEW = 'living-wiki-lens';
export const HISTORY_VIEW = 'living-wiki-history';
export const JOBS_VIEW = 'living-wiki-jobs';
export const PACKS_VIEW = 'living-wiki-packs';
export const MEMORY_VIEW = 'living-wiki-memory';
export const CHAT_VIEW = 'living-wiki-chat';
/** Pictures of the wiki, by what they show. */
export const PICTURES = {
  coverage: 'living-wiki-coverage',
  contradictions: 'living-wiki-contradictions',
  timeline: 'living-wiki-timeline',
  usage: 'living-wiki-usage',
} as const;

/** Key of an ephemeral state that asks one of our views to take the focus. */
export const FOCUS_STATE = 'livingWikiFocus';
