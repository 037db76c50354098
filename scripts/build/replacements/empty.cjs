// Replaces Node's fs, which gray-matter requires for matter.read(). Nothing here calls it.
module.exports = {};
