/**
 * maintain: the skills, what each finds to do and would cost, and the reports of their runs.
 *
 * Promises: nothing runs and nothing is sent before a person presses Run.
 */
export { MaintainModal } from './maintain-modal';
export { ReportsModal } from './reports-modal';
