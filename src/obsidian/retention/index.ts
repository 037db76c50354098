/**
 * retention: the screen on which a person looks at sources that are older than the wiki keeps them, and moves some to the trash.
 *
 * Promises: nothing is ticked at first; what would lose its last source is shown for exactly what is ticked, before anything moves.
 */
export { ExpiredModal } from './expired-modal';
