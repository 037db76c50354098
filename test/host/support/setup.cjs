// What the app's JavaScript finds wherever it runs, a document or not: `window` is the global object.
globalThis.window ??= globalThis;
