import type { Plugin } from 'esbuild';

export const packWords: Plugin;
