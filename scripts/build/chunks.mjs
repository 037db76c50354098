// The plugin is bundled in two passes. Where modules are loaded lazily into one file, esbuild wraps each module in a function of its own;
// the first pass joins modules that are always loaded together into a chunk, so that the second wraps some hundred chunks and not a thousand modules.
import path from 'node:path';
import { build } from 'esbuild';

const NAMESPACE = 'chunk';
const ENTRY = 'entry';

/**
 * @param {import('esbuild').BuildOptions} options of the bundle, whose only entry point is replaced by its chunks
 * @returns {import('esbuild').Plugin}
 */
export function joinChunks(options) {
  return {
    name: 'join-chunks',
    setup({ onLoad, onResolve, onStart }) {
      /** @type {Map<string, string>} */
      let chunks = new Map();
      let entry = '';
      onStart(async () => {
        const { outfile = '' } = options;
        const { outputFiles } = await build({
          ...{ ...options, outfile: undefined, outdir: path.dirname(outfile), banner: {}, minify: false },
          ...{ entryNames: ENTRY, format: 'esm', splitting: true, write: false },
        });
        chunks = new Map(outputFiles.map((file) => [file.path, file.text]));
        entry = outputFiles.find((file) => path.basename(file.path) === `${ENTRY}.js`)?.path ?? '';
      });
      onResolve({ filter: /./ }, ({ path: wanted, importer, kind }) => {
        if (kind === 'entry-point') return { path: entry, namespace: NAMESPACE };
        // A chunk also names chunks from which it takes nothing, in case they have effects. None has any beyond itself.
        return wanted.startsWith('.')
          ? { path: path.join(path.dirname(importer), wanted), namespace: NAMESPACE, sideEffects: false }
          : null;
      });
      onLoad({ filter: /./, namespace: NAMESPACE }, ({ path: file }) => ({
        contents: chunks.get(file) ?? '',
        loader: 'js',
      }));
    },
  };
}
