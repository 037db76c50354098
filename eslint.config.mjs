import js from '@eslint/js';
import obsidianmd from 'eslint-plugin-obsidianmd';
import tseslint from 'typescript-eslint';
import fences from './scripts/eslint/fences.mjs';

const obsidianRules = Object.keys(obsidianmd.ruleConfigs ?? {});

export default tseslint.config(
  { ignores: ['node_modules/', 'main.js', 'dist/', 'coverage/', '**/*.cjs', 'examples/', 'test/fixtures/'] },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      eqeqeq: 'error',
      'no-restricted-globals': ['error', 'Buffer', 'process', 'require', '__dirname'],
    },
  },
  {
    files: ['src/**/*.ts'],
    plugins: { living: { rules: { fences } }, obsidianmd },
    rules: {
      'living/fences': 'error',
      ...(obsidianRules.length > 0 ? obsidianmd.ruleConfigs.recommended : {}),
    },
  },
  { files: ['src/cli/**/*.ts', 'test/**/*.ts', 'bench/**/*.ts'], rules: { 'no-restricted-globals': 'off' } },
  {
    files: ['test/**/*.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off', '@typescript-eslint/require-await': 'off' },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly', Buffer: 'readonly' } },
  },
);
