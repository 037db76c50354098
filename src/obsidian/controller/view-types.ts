/** The names of our views, as workspace layouts hold them: never to be changed. */
export const HOME_VIEW = 'living-wiki-home';
export const REVIEW_VIEW = 'living-wiki-review';
export const LINT_VIEW = 'living-wiki-lint';
export const LENS_VIEW = 'living-wiki-lens';
export const HISTORY_VIEW = 'living-wiki-history';
export const CHAT_VIEW = 'living-wiki-chat';
