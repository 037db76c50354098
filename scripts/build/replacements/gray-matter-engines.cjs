// Replaces gray-matter's lib/engines.js, which brings js-yaml and an engine that runs `---js` blocks with eval. The
// caller passes its own YAML engine, so none is registered here.
module.exports = {};
