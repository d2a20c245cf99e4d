import { convert, type HtmlToTextOptions } from 'html-to-text';
import { formatTable } from './table-text';

/** Has no limits of its own: time and memory of the child process are limited. */
const CONVERSION: HtmlToTextOptions = {
  wordwrap: false,
  limits: { maxInputLength: Number.POSITIVE_INFINITY },
  // Answers and forwarded emails may stand outside the body element of another one.
  baseElements: { selectors: [] },
  formatters: { rows: formatTable },
  selectors: [
    { selector: 'title', format: 'skip' },
    { selector: 'table', format: 'rows' },
    // Keeps cells outside a table apart.
    ...['tr', 'td', 'th'].map((selector) => ({ selector, format: 'block' })),
    ...['html', 'body'].map((selector) => ({ selector, format: 'block' })),
    { selector: 'img', format: 'skip' },
    { selector: 'a', format: 'anchor', options: { hideLinkHrefIfSameAsText: true } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
      selector,
      format: 'heading',
      options: { uppercase: false },
    })),
  ],
};

/** Returns undefined for elements that are nested too deep to be walked. */
export function convertHtml(html: string): string | undefined {
  try {
    return convert(html, CONVERSION);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
