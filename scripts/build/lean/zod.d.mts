import type { Plugin } from 'esbuild';

export const leanZod: Plugin;
