/** Most tests run on the pure core, in Node, with no host. */
module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  // The app is never here; its stand-in is.
  moduleNameMapper: {
    '^obsidian$': '<rootDir>/test/host/support/obsidian.cjs',
    '^fast-check$': '<rootDir>/test/support/fast-check.cjs',
    // It names its module for "import" only.
    '^canonicalize$': '<rootDir>/node_modules/canonicalize/lib/canonicalize.js',
    '^living-wiki-docs$': '<rootDir>/test/support/docs.cjs',
  },
  globalSetup: '<rootDir>/test/support/run-folder.cjs',
  globalTeardown: '<rootDir>/test/support/remove-run-folder.cjs',
  setupFiles: ['<rootDir>/test/host/support/setup.cjs'],
  transform: { '\\.(?:[cm]?[jt]sx?|md)$': '<rootDir>/test/support/esbuild-transform.cjs' },
  // Several dependencies ship as ES modules only; esbuild turns them into CommonJS like our own files.
  transformIgnorePatterns: ['/node_modules/(esbuild|typescript|jest[^/]*|@jest)/'],
  testTimeout: 30_000,
  // One more than the cores of a small machine: many tests wait for a browser, a process or a server.
  maxWorkers: 3,
};
