import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { minifySync } from '@swc/wasm';

const settings = {
  // Nothing that is unsafe: what the program does stays the same, whatever it is handed.
  compress: { toplevel: true, passes: 3 },
  mangle: { toplevel: true },
  format: { comments: 'some' },
  ecma: 2020,
  module: false,
};

/**
 * Minifies a second time what is built, with another minifier: it draws together what esbuild leaves apart, since
 * esbuild looks at each module by itself.
 */
export const minifiedAgain = {
  name: 'minified-again',
  setup(build) {
    const { initialOptions } = build;
    // A build to look at is not minified at all.
    if (initialOptions.minify !== true) return;
    const isWritten = initialOptions.write !== false;
    initialOptions.write = false;
    build.onEnd(async ({ errors, outputFiles }) => {
      if (errors.length > 0) return;
      for (const file of outputFiles ?? []) {
        file.contents = new TextEncoder().encode(`${minifySync(file.text, settings).code}\n`);
        if (!isWritten) continue;
        await mkdir(path.dirname(file.path), { recursive: true });
        await writeFile(file.path, file.contents);
      }
    });
  },
};
