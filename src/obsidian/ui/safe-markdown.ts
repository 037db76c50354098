/**
 * Makes proposed Markdown safe to render before the user has accepted it: nothing is fetched from the network, and no code
 * block reaches a plugin that would run it. Remote images become links, fenced code loses its language, and inline code is
 * not run as a query.
 */
export function safeMarkdown(text: string): string {
  return text
    .replace(/^((?:[ \t]*>)*[ \t]*(?:[-*+]\s+|\d{1,9}[.)]\s+)?(?:`{3,}|~{3,}))[^`\n]*$/gm, '$1')
    .replace(/(`+)(\$?=)/g, '$1\u200b$2')
    .replace(/!(\[[^\]\n]{0,400}\]\(\s*<?(?:[a-z][a-z0-9+.-]*:)?\/\/)/gi, '$1')
    .replace(/!(\[[^\]\n]{0,400}\]\s?\[)/g, '$1')
    .replace(
      /<(?=\/?(?:img|picture|source|iframe|frame|video|audio|embed|object|link|style|script|svg|form|input|base|meta)\b)/gi,
      '&lt;',
    );
}
