import { type WikiRoute } from '../http/route';
import { askRoutes } from './ask';
import { historyRoutes } from './history';
import { jobRoutes } from './jobs';
import { mcpRoutes } from './mcp';
import { proposalRoutes } from './proposals';
import { readingRoutes } from './reading';
import { repairRoutes } from './repairs';
import { reviewRoutes } from './review';
import { sourceRoutes } from './sources';

/** Every operation on a wiki over HTTP. */
export const WIKI_ROUTES: readonly WikiRoute[] = [
  ...readingRoutes,
  ...askRoutes,
  ...sourceRoutes,
  ...jobRoutes,
  ...proposalRoutes,
  ...reviewRoutes,
  ...historyRoutes,
  ...repairRoutes,
  ...mcpRoutes,
];
