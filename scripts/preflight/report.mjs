/**
 * What a check found.
 * @typedef {{ rule: string, file: string, message: string, line?: number, column?: number }} Problem
 */

/**
 * Collects the problems of one file.
 * @param {string} file as it is named in messages
 */
export function reportOn(file) {
  /** @type {Problem[]} */
  const problems = [];
  return {
    problems,
    /**
     * @param {string} rule its name, as in docs and fixtures
     * @param {string} message states the fact, then what to do
     * @param {{ line?: number, column?: number }} [place] both counted from 1
     */
    add(rule, message, place = {}) {
      problems.push({ rule, file, message, ...place });
    },
  };
}

/** @param {Problem} problem */
export function describeProblem({ rule, file, message, line, column }) {
  const place = line === undefined ? '' : `:${line}${column === undefined ? '' : `:${column}`}`;
  return `${file}${place}  ${message}  (${rule})`;
}
