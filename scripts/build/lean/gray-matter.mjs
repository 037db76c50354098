import path from 'node:path';
import { fileURLToPath } from 'node:url';

const shims = path.resolve(fileURLToPath(import.meta.url), '..', '..', 'shims');

/**
 * gray-matter brings engines that run JavaScript (`eval`), `js-yaml`, `fs` and `Buffer`, and more that we never ask of
 * it. We give it our own YAML engine and texts only; here the rest is left out of the bundle altogether.
 */
export const leanGrayMatter = {
  name: 'lean-gray-matter',
  setup(build) {
    const from = `${path.sep}node_modules${path.sep}gray-matter${path.sep}`;
    const replace = (filter, shim) =>
      build.onResolve({ filter }, ({ importer }) =>
        importer.includes(from) ? { path: path.join(shims, shim) } : undefined,
      );
    replace(/^(\.|\.\/lib)\/engines$/, 'gray-matter-engines.cjs');
    replace(/^(\.|\.\/lib)\/utils$/, 'gray-matter-utils.cjs');
    replace(/^(\.|\.\/lib)\/(excerpt|stringify)$/, 'gray-matter-unused.cjs');
    replace(/^section-matter$/, 'gray-matter-unused.cjs');
    replace(/^kind-of$/, 'kind-of.cjs');
    replace(/^fs$/, 'empty.cjs');
  },
};
