import { MarkdownDrawer, parseMarkdown } from './draw-markdown';

/** Draws Markdown in a page. Its links lead nowhere: the page shows wikis, and is not a way through them. */
export const MarkdownRenderer = {
  render(_app: unknown, markdown: string, el: HTMLElement): Promise<void> {
    const tree = parseMarkdown(markdown);
    new MarkdownDrawer(tree, () => true).children(tree, el);
    for (const link of el.querySelectorAll('a')) {
      if (/^https?:/i.test(link.getAttribute('href') ?? '')) link.rel = 'noopener noreferrer nofollow';
      else link.removeAttribute('href');
    }
    return Promise.resolve();
  },
};
