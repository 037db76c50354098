/**
 * host: a strict stand-in for the app, for tests in Node and for the page in the browser.
 *
 * Promises: it behaves as the documentation says, and says of what it guesses that it is a guess; it throws `Unmodelled` on
 * everything else; its disk, faults and restarts are in the hands of the test. See README.md.
 */
export { Host, type HostOptions, type PluginClass } from './host';
export { installDom } from './support/dom';
export { NoDocument, Unmodelled } from './strict';
export { diskError, type DiskAction, type FaultWhen, type Faults } from './vault/faults';
export { type Device } from './platform';
export { type HostResponse, type RequestUrlParam } from './network';
