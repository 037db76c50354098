// The product's own documentation as a module, so that its knowledge pack says what the release does: `import docs from 'living-wiki-docs'`.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const NAMESPACE = 'docs';

/** What a user of the product reads. The other documents are for those who build it. */
const FOR_USERS = [
  'guide.md',
  'ingest.md',
  'librarian.md',
  'packs.md',
  'search.md',
  'models.md',
  'harvest.md',
  'skills.md',
  'lint-rules.md',
  'formats.md',
  'screens.md',
  'security.md',
  'cli.md',
  'json.md',
  'errors.md',
];

/** The plugin brings the short guide alone: phones load it whole. */
const FOR_PLUGIN = ['guide.md'];

/**
 * @param {string} root
 * @param {'all' | 'short'} extent
 * @returns {import('esbuild').Plugin}
 */
export function builtInDocs(root, extent) {
  return {
    name: 'built-in-docs',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^living-wiki-docs$/ }, ({ path: name }) => ({ path: name, namespace: NAMESPACE }));
      onLoad({ filter: /./, namespace: NAMESPACE }, () => {
        const files = (extent === 'all' ? FOR_USERS : FOR_PLUGIN).map((name) => path.join(root, 'docs', name));
        const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
        const contents = `export const version = ${JSON.stringify(version)};\nexport default ${JSON.stringify(readDocs(files))};`;
        return { contents, loader: 'js', watchFiles: files };
      });
    },
  };
}

/** @param {readonly string[]} files @returns {Record<string, string>} by name */
function readDocs(files) {
  return Object.fromEntries(files.map((file) => [path.basename(file), readFileSync(file, 'utf8')]));
}
