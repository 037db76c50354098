import type { BuildOptions } from 'esbuild';

export const root: string;
export function pluginBuild(outfile: string): BuildOptions;
export function cliBuild(outfile: string): BuildOptions;
export function coreRooms(): string[];
export function coreBuild(rooms?: readonly string[]): BuildOptions;
