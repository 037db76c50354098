import { type HubRequest } from '../hubs';
import { type WantedPages } from './due-pages';

/** Everything that writing pages anew may read, and which pages are meant. */
export interface RewriteRequest extends Pick<HubRequest, 'snapshot' | 'lens' | 'index' | 'now' | 'run'>, WantedPages {}
