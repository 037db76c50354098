import { WikiError } from '../base';

export function jobMissing(id: string): WikiError {
  return new WikiError('living-wiki:job_missing', `There is no job "${id}".`, {
    remedy: 'List the jobs to see their ids.',
  });
}

export function jobAmbiguous(id: string, ids: readonly string[]): WikiError {
  return new WikiError('living-wiki:job_ambiguous', `"${id}" matches several jobs: ${ids.slice(0, 10).join(', ')}.`, {
    remedy: 'Give more of the id.',
  });
}

/** @param what cannot be done, such as "retried" */
export function jobState(id: string, state: string, what: string): WikiError {
  return new WikiError('living-wiki:job_state', `The job ${id} is ${state}, so it cannot be ${what}.`, {
    remedy: 'List the jobs to see their states.',
  });
}

export function jobLost(id: string): WikiError {
  return new WikiError(
    'living-wiki:job_lost',
    `Another program took over the job ${id}, because this one stopped responding.`,
    { remedy: 'List the jobs. If this one was interrupted, retry it.' },
  );
}

export function jobTooLarge(title: string): WikiError {
  return new WikiError('living-wiki:job_too_large', `The job "${title}" is too large to be queued.`, {
    remedy: 'Name fewer sources or units at once.',
  });
}

export function queueFull(limit: number): WikiError {
  return new WikiError('living-wiki:queue_full', `The queue is full (${limit} jobs).`, {
    remedy: 'Run or clear some of them first.',
  });
}
