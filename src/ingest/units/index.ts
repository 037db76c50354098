/**
 * units: a source as numbered pieces that a page can cite. Numbers are how a model cites: it never copies a quote.
 *
 * Promises: nothing of a source gets lost; the same source has the same numbers.
 */
export { frameUnits } from './frame';
export { numberUnits } from './number-units';
export { createLineCounter } from './passage-lines';
export { renderUnits } from './render-units';
export { commentPositions, lastDayOfThread, stateInTitle } from './thread';
export { type NumberedSource, type Unit } from './types';
export { isSlight, dependsOnContext, saysNothingAlone } from './unit-mode';
export { formatUnitRanges, readUnitRanges } from './unit-ranges';
