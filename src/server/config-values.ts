import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { errnoOf, type Env } from '../node';
import { isWikiError, WikiError } from '../workbench';

/** Bytes. */
const MAX_SECRET = 10_000;

/** A text of a setting. */
export const settingText = () => z.string().check(z.minLength(1), z.maxLength(2_000));

export const isReference = (value: string): boolean => /^(env|file):/.test(value);

/** A value, or what `env:NAME` or `file:/path` stands for. */
export function secretOf(value: string, setting: string, file: string, env: Env): string {
  if (value.startsWith('env:')) {
    const name = value.slice(4);
    const found = env[name]?.trim() ?? '';
    if (found === '') throw invalid(file, `"${setting}" names the environment variable ${name}, which is not set.`);
    return found;
  }
  if (!value.startsWith('file:')) return value;
  const named = path.resolve(path.dirname(file), value.slice(5));
  const found = readText(named, MAX_SECRET).trim();
  if (found === '') throw invalid(file, `"${setting}" names the file ${named}, which is empty.`);
  return found;
}

export function readText(file: string, limit: number): string {
  try {
    if (statSync(file).size > limit) throw invalid(file, `The file is larger than ${limit} bytes.`);
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isWikiError(error)) throw error;
    if (errnoOf(error) === 'ENOENT') throw invalid(file, 'There is no file of that name.');
    throw invalid(file, `The file cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Of everything that is wrong in a configuration. */
export const CODE = 'living-wiki:server_config_invalid';

export function invalid(file: string, message: string, line?: number): WikiError {
  return new WikiError(CODE, message, {
    path: file,
    ...(line !== undefined && { line }),
    remedy: 'docs/server.md has a complete example.',
  });
}
