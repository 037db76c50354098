/**
 * hubs: pages that connect a wiki: an overview, a timeline, a list of people, a table. A model writes them from statements that pages
 * make already, and cites what these cite.
 */
export { composeHubs, estimateHubs, lacksOverview } from './compose-hubs';
export { hubsLagBehind } from './lag-behind';
export { type HubRequest } from './draft-hubs';
