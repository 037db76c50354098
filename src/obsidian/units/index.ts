/**
 * units: the dialog that has several models deliberate, and the drawing of a Knowledge Unit.
 *
 * Promises: nothing is sent before the person saw the price and started; what a model wrote is shown as text and never rendered; "valid" and
 * "signer known" are told apart.
 */
export { DeliberateModal } from './deliberate-modal';
export { type DeliberateDefaults } from './view-model/defaults';
export { showUnit, UnitModal } from './unit-modal';
export { drawUnitNote } from './unit-note';
export { UnitsInEditors } from './unit-live-preview';
