import packageJson from '../../package.json' with { type: 'json' };

/** The version of this program, as its package names it. */
export const VERSION: string = packageJson.version;
