const { createHash } = require('node:crypto');
const { buildSync, transformSync, version } = require('esbuild');

/**
 * Libraries of many small modules, each bundled into one: a test file loads them faster, and what is called often, such as a hash, is
 * called directly and not through a getter of an exports object.
 */
const BUNDLED =
  /\/node_modules\/(@noble\/hashes\/[a-z0-9]+\.js|js-yaml\/index\.js|yaml\/dist\/index\.js|zod\/(mini\/)?index\.cjs)$/;

/** Turns TypeScript and ES modules into CommonJS for jest; types are checked by `npm run check`, not here. */
module.exports = {
  getCacheKey(source, path, options) {
    return createHash('sha256')
      .update(version)
      .update('maps beside the code')
      .update('\0')
      .update(path)
      .update('\0')
      .update(source)
      .update('\0')
      .update(options.configString)
      .digest('hex');
  },
  process(source, path) {
    // A CommonJS dependency needs no change, save where it imports an ES module; many of them are large.
    if (path.endsWith('.cjs') && !/\bimport\s*\(/.test(source)) return { code: source };
    if (path.endsWith('.md'))
      return { code: `exports.default = ${JSON.stringify(source)}; exports.__esModule = true;` };
    if (BUNDLED.test(path.replaceAll('\\', '/'))) {
      const { outputFiles } = buildSync({
        entryPoints: [path],
        bundle: true,
        format: 'cjs',
        platform: 'node',
        target: 'node20',
        write: false,
      });
      return { code: outputFiles[0].text };
    }
    const loader = /\.[cm]?tsx?$/.test(path) ? 'ts' : 'js';
    if (loader === 'js' && !/\b(import|export)\b/.test(source)) return { code: source };
    const result = transformSync(source, {
      loader,
      format: 'cjs',
      target: 'node20',
      sourcemap: 'external',
      sourcesContent: false,
      sourcefile: path,
      supported: { 'dynamic-import': false },
      define: { 'import.meta.url': '__importMetaUrl' },
      banner: 'const __importMetaUrl = require("node:url").pathToFileURL(__filename).href;',
    });
    return { code: result.code, map: result.map };
  },
};
