import { WikiError } from '../../base';

export function skillUnconfirmed(name: string, path: string): WikiError {
  const message = `The skill "${name}" changed since you confirmed it, so it does not run.`;
  return new WikiError('living-wiki:skill_unconfirmed', message, {
    path,
    remedy: 'Read the change, then confirm it: living-wiki trust confirm',
  });
}

export function runStopped(title: string, by: string): WikiError {
  return new WikiError(
    'living-wiki:maintenance_limit',
    `${title} was stopped by its limit of ${by}. Nothing of it is kept.`,
    {
      remedy: 'Run it again, or give it less to do.',
    },
  );
}
