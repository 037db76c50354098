import { strictRecord } from './strict';

export type Device = 'desktop' | 'phone' | 'tablet';

/** d.ts `Platform`. The desktop is a Linux one, the phone an Android one, so that Mod is Ctrl on both. */
export const Platform = strictRecord('Platform', {
  isDesktop: true,
  isMobile: false,
  isDesktopApp: true,
  isMobileApp: false,
  isIosApp: false,
  isAndroidApp: false,
  isPhone: false,
  isTablet: false,
  isMacOS: false,
  isWin: false,
  isLinux: true,
  isSafari: false,
  resourcePathPrefix: 'app://stand-in/',
});

export function setDevice(device: Device): void {
  const isMobile = device !== 'desktop';
  Object.assign(Platform, {
    isDesktop: !isMobile,
    isMobile,
    isDesktopApp: !isMobile,
    isMobileApp: isMobile,
    isAndroidApp: isMobile,
    isPhone: device === 'phone',
    isTablet: device === 'tablet',
    isLinux: !isMobile,
    resourcePathPrefix: isMobile ? 'file:///' : 'app://stand-in/',
  });
}
