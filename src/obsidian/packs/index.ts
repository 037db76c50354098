/**
 * packs: the view of knowledge packs, a place in a pack, and the dialog that publishes the wiki as one.
 *
 * Promises: shows what code found out about a pack; runs nothing of it; publishes only after the person saw what goes in.
 */
export { PacksContent } from './packs-content';
export { PlaceModal } from './place-modal';
export { PublishModal } from './publish-modal';
