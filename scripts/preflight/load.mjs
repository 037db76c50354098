// Loads a bundle as a phone would: with web APIs and a stand-in for the app, but without Node.
import vm from 'node:vm';
import { reportOn } from './report.mjs';

/** What every WebView has and a bare JavaScript realm has not. */
const web = {
  AbortController,
  AbortSignal,
  Blob,
  DOMException,
  Event,
  EventTarget,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  atob,
  btoa,
  clearInterval,
  clearTimeout,
  console,
  crypto: globalThis.crypto,
  performance,
  queueMicrotask,
  setInterval,
  setTimeout,
  structuredClone,
};

/**
 * @param {string} code
 * @param {{ file?: string, isPlugin?: boolean, timeout?: number }} [options] `isPlugin`: the default export has to extend
 *   the app's Plugin; `timeout` in milliseconds
 * @returns {import('./report.mjs').Problem[]}
 */
export function loadBundle(code, { file = 'main.js', isPlugin = true, timeout = 10_000 } = {}) {
  const { problems, add } = reportOn(file);
  class Plugin {}
  const app = new Proxy({ Plugin }, { get: (known, name) => known[name] ?? class {} });
  const module = { exports: {} };
  const context = vm.createContext({
    ...web,
    module,
    exports: module.exports,
    require(name) {
      if (name === 'obsidian') return app;
      throw new Error(`Cannot find module '${name}'`);
    },
  });
  context.window = context;
  context.self = context;
  try {
    vm.runInContext(code, context, {
      filename: file,
      timeout,
      contextCodeGeneration: { strings: false, wasm: false },
    });
  } catch (error) {
    add('load', `The bundle fails to load: ${error?.message ?? String(error)}`);
    return problems;
  }
  if (!isPlugin) return problems;
  const exported = module.exports.default ?? module.exports;
  if (typeof exported !== 'function' || !(exported.prototype instanceof Plugin)) {
    add('load', 'The default export must be a class that extends Plugin.');
  }
  return problems;
}
