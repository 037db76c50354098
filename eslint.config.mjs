import js from '@eslint/js';
import obsidianmd from 'eslint-plugin-obsidianmd';
import tseslint from 'typescript-eslint';
import constantCase from './scripts/eslint/constant-case.mjs';
import importBoundaries from './scripts/eslint/import-boundaries.mjs';

const nodeGlobals = Object.fromEntries(Object.getOwnPropertyNames(globalThis).map((name) => [name, 'readonly']));

/**
 * What the community directory's scanner runs: its whole recommended configuration, on our sources alone. Ours comes
 * after it, and is stricter wherever the two speak of the same thing.
 */
const scanner = [...obsidianmd.configs.recommended]
  .filter(({ files }) => files === undefined || files.flat(3).some((pattern) => String(pattern).includes('ts')))
  .map((config) => ({ ...config, files: ['src/**/*.ts'] }));

/** Syntax that has one form here. */
const STYLE = [
  {
    selector: 'ImportDeclaration[importKind="type"] > ImportSpecifier',
    message: 'Import types inline: import { type X } from …',
  },
  {
    selector: ':matches(PropertyDefinition, TSParameterProperty)[accessibility="private"]',
    message: 'Name a private member with #.',
  },
  {
    selector: 'MethodDefinition[accessibility="private"]:not([kind="constructor"])',
    message: 'Name a private member with #.',
  },
];

/** package.json says `sideEffects: false`, so that a bundle leaves out what it imports and does not use. */
const NO_IMPORT_FOR_EFFECT = {
  selector: 'ImportDeclaration[specifiers.length=0]',
  message: 'A module has no effect beyond itself. Import what you use.',
};

export default tseslint.config(
  {
    ignores: [
      'node_modules/',
      'main.js',
      'dist/',
      'coverage/',
      '.bench/',
      '**/*.cjs',
      'examples/',
      'test/**/fixtures/',
    ],
  },
  js.configs.recommended,
  ...scanner,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      // TypeScript itself knows better which names there are.
      'no-undef': 'off',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      'no-restricted-syntax': ['error', ...STYLE],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      eqeqeq: 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    plugins: { 'living-wiki': { rules: { 'constant-case': constantCase, 'import-boundaries': importBoundaries } } },
    rules: {
      'living-wiki/constant-case': 'error',
      'living-wiki/import-boundaries': 'error',
      'no-restricted-syntax': ['error', ...STYLE, NO_IMPORT_FOR_EFFECT],
      'max-lines-per-function': ['error', 60],
      'no-nested-ternary': 'error',
      'no-restricted-globals': [
        'error',
        'Buffer',
        'process',
        'require',
        '__dirname',
        'global',
        'fetch',
        'localStorage',
        'app',
      ],
    },
  },
  {
    // The terminal has Node, and neither an app that knows its configuration folder nor a window.
    files: ['src/cli/**/*.ts', 'src/node/**/*.ts', 'src/server/**/*.ts'],
    rules: {
      'no-restricted-globals': 'off',
      'obsidianmd/hardcoded-config-path': 'off',
      'obsidianmd/no-nodejs-modules': 'off',
      'obsidianmd/prefer-window-timers': 'off',
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/require-await': 'off',
      'no-restricted-globals': ['error', { name: 'test', message: 'Use it.' }],
    },
  },
  {
    // The stand-in for the app has the app's signatures, whatever it needs of them, and its empty classes.
    files: ['test/host/**/*.ts'],
    rules: {
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  { files: ['**/*.mjs'], languageOptions: { globals: nodeGlobals } },
);
