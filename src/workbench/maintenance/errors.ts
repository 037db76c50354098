import { WikiError } from '../../base';

export function skillUnconfirmed(name: string, path: string): WikiError {
  const message = `The skill "${name}" changed since you confirmed it, so it does not run.`;
  return new WikiError('living-wiki:skill_unconfirmed', message, {
    path,
    remedy: 'Read the change, then confirm it: living-wiki trust',
  });
}

export function runStopped(title: string, by: string): WikiError {
  return new WikiError('living-wiki:maintenance_limit', `${title} stopped at its limit of ${by}. Nothing was kept.`, {
    remedy: 'Run it again, or give it less to do.',
  });
}
