// In place of gray-matter's helpers, which wrap every text in a Node Buffer. Texts are all that we give it.
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const toText = (value) => {
  if (typeof value !== 'string') throw new TypeError('expected a text');
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
