// fast-check for every test that imports it. The same commit gets the same verdict wherever CI is set; elsewhere every run of a property
// looks at other examples. A seed that found something is given as LIVING_WIKI_SEED, and then kept as an example of its test.
const fc = require('../../node_modules/fast-check');

const asked = process.env.LIVING_WIKI_SEED ?? (process.env.CI ? '20261122' : '');
if (asked !== '') fc.configureGlobal({ seed: Number(asked) });

module.exports = fc;
