// Replaces openai's internal/utils/path.mjs, whose lookbehind stops iOS before 16.4 from loading the plugin. Every
// parameter is percent-encoded, and a parameter that is only dots is refused.
export const encodeURIPath = (text) => text.replace(/[^A-Za-z0-9\-._~!$&'()*+,;=:@]+/g, encodeURIComponent);

export const createPathTagFunction =
  (encode = encodeURIPath) =>
  (statics, ...parameters) =>
    statics.reduce((path, part, index) => {
      if (index === 0) return part;
      const value = parameters[index - 1];
      const isText = typeof value === 'string' || typeof value === 'number';
      if (!isText || /^(?:\.|%2e){1,2}$/i.test(String(value))) throw new TypeError('Invalid path parameter.');
      return path + encode(String(value)) + part;
    }, '');

export const path = createPathTagFunction();
