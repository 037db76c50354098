// Replaces gray-matter's lib/utils.js, which copies every text into a Node Buffer. Callers pass strings only.
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const toText = (value) => {
  if (typeof value !== 'string') throw new TypeError('expected a string');
  return value.charCodeAt(0) === 0xfeff ? value.slice(1) : value;
};

module.exports = {
  define: (target, key, value) =>
    Reflect.defineProperty(target, key, { enumerable: false, configurable: true, writable: true, value }),
  isBuffer: () => false,
  isObject,
  toBuffer: (value) => value,
  toString: toText,
  arrayify: (value) => (value ? (Array.isArray(value) ? value : [value]) : []),
  startsWith: (text, start, length = start.length) => text.slice(0, length) === start,
};
