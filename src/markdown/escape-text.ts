// Controls and characters that reorder or hide text: invisible themselves, they can change what a text shows.
const INVISIBLE_CHARS = /(?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}]/gu;

/** What a plain text has none of: most texts need no closer look. */
const MARKUP = /[\\`*[\]$~<#^%=_&:@\p{Cc}\p{Cf}]|\s\s|[^\S ]|www\./iu;

/**
 * Escapes text so that Markdown shows exactly this text: nothing in it makes a link, an embed, a tag, a comment, a block id,
 * code, mathematics, HTML, a footnote or a template command. Each special character gets its own backslash; line breaks become spaces.
 * Source: CommonMark 0.31, "Backslash escapes"; Obsidian help, "Obsidian Flavored Markdown".
 */
export function escapeMarkdown(text: string): string {
  if (!MARKUP.test(text)) return text.trim();
  return (
    text
      .replace(INVISIBLE_CHARS, '')
      .replace(/\s+/g, ' ')
      .trim()
      // First the characters that are always special, then those that are special only in some places or in pairs.
      .replace(/[\\`*[\]$~]/g, '\\$&')
      .replace(/<(?=[\p{L}/!?])/gu, '\\<')
      // `C#`, `issue#3` and `#3` are plain words; `#tag` and `##` are not.
      .replace(
        /([\p{L}\p{N}]?)(#+)([0-9]{1,9}(?=$|[\s.,;:!?)'"”’]))?/gu,
        (_, before: string, run: string, number: string | undefined) => {
          const isPlain = run.length === 1 && (before !== '' || number !== undefined);
          return `${before}${isPlain ? run : run.replaceAll('#', '\\#')}${number ?? ''}`;
        },
      )
      .replace(/(^|\s)\^(?=[A-Za-z0-9])/g, '$1\\^')
      .replace(/%{2,}|={2,}/g, (run) => run.replace(/./g, '\\$&'))
      // A template plugin looks for `<%` in the file itself, so a backslash before it would not help.
      .replace(/<%/g, '<\\%')
      // `snake_case` is safe; an underscore at the edge of a word would start or end emphasis.
      .replace(
        /(^|[^\p{L}\p{N}_])(_+)|(_+)(?=[^\p{L}\p{N}_]|$)/gu,
        (_, before: string | undefined, lead: string | undefined, trail: string | undefined) =>
          `${before ?? ''}${(lead ?? trail ?? '').replaceAll('_', '\\_')}`,
      )
      .replace(/&(?=#?[\p{L}\p{N}]+;)/gu, '\\&')
      // Bare URLs and e-mail addresses would become links.
      .replace(/:(?=\/\/)/g, '\\:')
      .replace(/www\./gi, (www) => `${www.slice(0, 3)}\\.`)
      .replace(/@(?=[\p{L}\p{N}_-]*\.)/gu, '\\@')
      .replace(/::/g, ':\\:')
  );
}
