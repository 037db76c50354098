// jest finds the module `obsidian` here; see jest.config.cjs.
module.exports = require('../obsidian').obsidian;
