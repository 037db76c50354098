// Stands for the module that scripts/build/docs.mjs makes.
const { readFileSync } = require('node:fs');
const path = require('node:path');

const guide = readFileSync(path.join(__dirname, '..', '..', 'docs', 'guide.md'), 'utf8');
module.exports = { __esModule: true, default: { 'guide.md': guide }, version: '0.0.0' };
