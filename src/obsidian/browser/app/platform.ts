/** The width up to which the page is drawn as on a phone. CSS pixels. */
const PHONE_WIDTH = 600;

/** What the screens ask about the device. A narrow window is drawn like a phone. */
export const Platform = {
  get isPhone(): boolean {
    return window.innerWidth <= PHONE_WIDTH;
  },
  get isMobile(): boolean {
    return Platform.isPhone || window.matchMedia('(hover: none) and (pointer: coarse)').matches;
  },
  get isMacOS(): boolean {
    const { userAgent } = window.navigator;
    return /Mac|iPhone|iPad/.test(userAgent);
  },
};
