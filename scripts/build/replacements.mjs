import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('replacements', import.meta.url));

/**
 * Modules of libraries that the community directory's review refuses in a plugin, and the resources of openai, which are never
 * called: each with the file that is bundled in its place. Everything else is bundled as published.
 */
const REPLACEMENTS = [
  { library: 'gray-matter', request: /^(?:\.|\.\/lib)\/engines$/, file: 'gray-matter-engines.cjs' },
  { library: 'gray-matter', request: /^(?:\.|\.\/lib)\/utils$/, file: 'gray-matter-utils.cjs' },
  { library: 'gray-matter', request: /^fs$/, file: 'empty.cjs' },
  { library: 'openai', request: /\/detect-platform\.mjs$/, file: 'openai-detect-platform.mjs' },
  { library: 'openai', request: /\/utils\/env\.mjs$/, file: 'openai-env.mjs' },
  { library: 'openai', request: /(?:\/utils|^\.)\/base64\.mjs$/, file: 'openai-base64.mjs' },
  { library: 'openai', request: /\/utils\/path\.mjs$/, file: 'openai-path.mjs' },
  { library: 'openai', request: /^\.\/resources\/.+\.mjs$/, file: 'openai-resources.mjs' },
];

/** An esbuild plugin: resolves each refused module to its replacement. @type {import('esbuild').Plugin} */
export const replaceModules = {
  name: 'replace-modules',
  setup(build) {
    for (const { library, request, file } of REPLACEMENTS) {
      const inside = `${path.sep}node_modules${path.sep}${library}${path.sep}`;
      build.onResolve({ filter: request }, ({ importer }) =>
        importer.includes(inside) ? { path: path.join(folder, file) } : undefined,
      );
    }
  },
};
