import { type Screens } from './controller';

/** Loaded when they are first opened. */
export const SCREENS: Screens = {
  async reviewRules(controller) {
    const { ApprovalModal } = await import('./trust');
    controller.openModal(new ApprovalModal(controller));
  },
};
