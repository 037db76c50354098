// In place of kind-of, of which gray-matter asks only whether something is a plain object.
module.exports = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? 'object' : typeof value;
