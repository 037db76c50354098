import path from 'node:path';
import { hasChromium } from './chromium';

// Whoever asks for the command line's reader from here on gets the app's, run in a browser.
if (hasChromium) {
  jest.doMock(path.join(__dirname, '..', '..', 'src', 'node', 'markup.ts'), () =>
    jest.requireActual<object>(path.join(__dirname, 'chromium.ts')),
  );
}
