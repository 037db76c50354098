/** A longer conversation is summarised in parts first. Bytes of UTF-8. Source: knowledge curation guide, section 5.3. */
export const SUMMARIZE_THRESHOLD_BYTES = 64 * 1024;
/** A longer conversation is kept without a harvest. Bytes of UTF-8. Source: knowledge curation guide, section 5.3. */
export const MAX_HARVEST_BYTES = 1024 * 1024;
/** The digest is never longer, its last line included. Bytes of UTF-8. Source: knowledge curation guide, section 5.3. */
export const DIGEST_MAX_BYTES = 4 * 1024;
/** How often a model is asked for valid JSON. Source: knowledge curation guide, section 5.2. */
export const MAX_ATTEMPTS = 2;

/** Items of one conversation that are taken; the number of those left out is said. */
export const MAX_ITEMS = 200;
/** UTF-16 units of a statement, of a detail and of a quote. A longer one is cut with an ellipsis; a longer quote counts as none. */
export const MAX_STATEMENT = 500;
export const MAX_DETAIL = 2_000;
export const MAX_QUOTE = 2_000;
/** UTF-16 units of one conversation within an export. A longer one is named and left out, so that an export of any size can be read. */
export const MAX_CONVERSATION_UNITS = 16_000_000;
/** Lines of a playbook. */
export const MAX_STEPS = 40;
