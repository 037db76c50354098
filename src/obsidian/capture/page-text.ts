/** What is kept of a web page. */
interface PageText {
  readonly title: string;
  /** `YYYY-MM-DD`, as the page states it; `null` if it states none. */
  readonly published: string | null;
  /** Its text as Markdown: headings, paragraphs and lists. */
  readonly text: string;
}

const SKIPPED = 'script, style, noscript, template, nav, header, footer, aside, form, iframe, svg, button, [hidden]';
const BLOCKS = 'h1, h2, h3, h4, h5, h6, p, li, blockquote, pre, td, th, figcaption, dt, dd';
const DATES = [
  'meta[property="article:published_time"]',
  'meta[name="date"]',
  'meta[name="dc.date"]',
  'meta[itemprop="datePublished"]',
];

/** The readable text of a page. Nothing of the page is run or shown. */
export function readPage(html: string): PageText {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const meta = (selector: string): string => page.querySelector(selector)?.getAttribute('content')?.trim() ?? '';
  const stated =
    DATES.map(meta).find((value) => value !== '') ??
    page.querySelector('time[datetime]')?.getAttribute('datetime') ??
    '';
  const titles = [meta('meta[property="og:title"]'), page.title, page.querySelector('h1')?.textContent ?? ''];
  const title = titles.find((one) => one.trim() !== '') ?? '';
  for (const el of page.querySelectorAll(SKIPPED)) el.remove();
  const root = page.querySelector('article, main, [role="main"]') ?? page.body;
  const blocks = [...root.querySelectorAll(BLOCKS)].filter((el) => el.querySelector(BLOCKS) === null);
  const lines = blocks.map(toMarkdown).filter((line) => line !== '');
  const text = lines.length > 0 ? lines.join('\n\n') : clean(root.textContent);
  return { title: clean(title), published: /^\d{4}-\d{2}-\d{2}/.exec(stated)?.[0] ?? null, text };
}

function toMarkdown(el: Element): string {
  const text = clean(el.textContent);
  if (text === '') return '';
  const level = /^H([1-6])$/.exec(el.tagName)?.[1];
  if (level !== undefined) return `${'#'.repeat(Number(level))} ${text}`;
  if (el.tagName === 'LI') return `- ${text}`;
  return el.tagName === 'BLOCKQUOTE' ? `> ${text}` : text;
}

function clean(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
