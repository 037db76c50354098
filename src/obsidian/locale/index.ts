/**
 * locale: every word that a person reads in the app, one file an area. Another language is another folder like `en`, and
 * a choice made here.
 */
export { app } from './en/app';
export { chat } from './en/chat';
export { evidence } from './en/evidence';
export { home } from './en/home';
export { jobs } from './en/jobs';
export { maintain } from './en/maintain';
export { packs } from './en/packs';
export { memory } from './en/memory';
export { panels } from './en/panels';
export { pictures } from './en/pictures';
export { plan } from './en/plan';
export { retention } from './en/retention';
export { review } from './en/review';
export { settings } from './en/settings';
export { trust } from './en/trust';
export { units } from './en/units';
