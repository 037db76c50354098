import { onModule, withoutMethods } from './edit.mjs';

/** MiniSearch without what adds and takes out in bulk or later, cleans up afterwards, and suggests: the index does neither. */
export const leanMinisearch = {
  name: 'lean-minisearch',
  setup(build) {
    onModule(build, 'minisearch', String.raw`dist/es/index\.js`, (code) =>
      withoutMethods(code, {
        SearchableMap: ['clear', 'forEach', 'from', 'fromObject'],
        MiniSearch: [
          ...['addAll', 'addAllAsync', 'removeAll', 'discard', 'discardAll', 'maybeAutoVacuum', 'replace'],
          ...['vacuum', 'conditionalVacuum', 'performVacuuming', 'vacuumConditionsMet'],
          ...['autoSuggest', 'loadJSON', 'loadJSONAsync', 'loadJSAsync', 'getDefault', 'getStoredFields'],
        ],
      }),
    );
  },
};
