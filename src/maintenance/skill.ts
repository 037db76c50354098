import { clip, fileStem, WikiError } from '../base';
import { readFrontmatter } from '../markdown';
import { stripInvisible } from '../model';

/** UTF-16 units. A longer skill is refused: it would fill the conversation. */
const MAX_LENGTH = 60_000;

/** Instructions for a model, as people write them for coding agents. */
export interface Skill {
  /** Letters, digits and hyphens. */
  readonly name: string;
  /** For a person, on one line. */
  readonly title: string;
  readonly description: string;
  readonly origin: 'built-in' | 'wiki' | 'vault';
  /** Its file, relative to the vault; `null` for a built-in skill. */
  readonly path: string | null;
  /** The instructions, without front matter and hidden characters. */
  readonly text: string;
  /** How many hidden characters were removed. */
  readonly hidden: number;
}

/**
 * Reads a `SKILL.md`. The name is that of its folder, so that two skills never share one.
 * @param name of the folder @throws WikiError `living-wiki:skill_invalid`
 */
export function parseSkill(text: string, name: string, origin: Skill['origin'], path: string | null): Skill {
  if (!/^[a-z0-9][a-z0-9._-]{0,63}$/i.test(name)) throw invalid(name, 'Its folder has a name that cannot be used.');
  if (text.length > MAX_LENGTH) throw invalid(name, `It is longer than ${MAX_LENGTH} characters.`);
  const { text: visible, hidden } = stripInvisible(text);
  const { data, bodyStart } = readFrontmatter(visible);
  const body = visible.slice(bodyStart).trim();
  if (body === '') throw invalid(name, 'It has no instructions.');
  const field = (key: string): string => (typeof data[key] === 'string' ? clip(data[key], 300) : '');
  const heading = /^# +(.+)$/m.exec(body)?.[1] ?? '';
  return {
    name,
    title: clip(field('title') || heading || name, 80),
    description: field('description'),
    ...{ origin, path },
    text: body,
    hidden: hidden.smuggled + hidden.direction + hidden.invisible,
  };
}

function invalid(name: string, why: string): WikiError {
  return new WikiError('living-wiki:skill_invalid', `The skill "${clip(name, 80)}" cannot be used. ${why}`, {
    remedy: 'Correct its SKILL.md; see docs/skills.md.',
  });
}

/** @param names of those that exist */
export function skillMissing(name: string, names: readonly string[]): WikiError {
  return new WikiError('living-wiki:skill_missing', `There is no skill "${clip(fileStem(name), 80)}".`, {
    remedy: `Choose one of: ${names.join(', ')}.`,
  });
}
