// In place of gray-matter's engines: none. Ours is given with every call.
module.exports = {};
