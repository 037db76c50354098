import { type Run } from '../base';
import { type ChangeSet } from '../change';
import { type readPage as readPageNow } from './lookup';
import { type AskRequest } from './request';
import { type saveAnswer as saveAnswerNow } from './save';
import { type Answer } from './types';

// The librarian's tools and rules are a large part of it, and most runs of a host ask nothing: each is evaluated when it is first used.

/** Answers a question; see `ask.ts`. */
export async function ask(request: AskRequest, run: Run): Promise<Answer> {
  return (await import('./ask')).ask(request, run);
}

/** A page or a section as text; see `lookup.ts`. */
export async function readPage(...request: Parameters<typeof readPageNow>): ReturnType<typeof readPageNow> {
  return (await import('./lookup')).readPage(...request);
}

/** An answer as a new page; see `save.ts`. */
export async function saveAnswer(...request: Parameters<typeof saveAnswerNow>): Promise<ChangeSet> {
  return (await import('./save')).saveAnswer(...request);
}
