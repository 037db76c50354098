// In place of what gray-matter calls with every text and what does nothing without options that we never give:
// excerpts, sections, and writing frontmatter back.
module.exports = (file) => file;
