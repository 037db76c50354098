// In place of a Node module that is required but never used.
module.exports = {};
