import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { LinkedText } from '~/ui/text/linked-text';
import { getProcessorTimeMs } from '../support/event-loop-turns';

const html = (text: string) => renderToStaticMarkup(<LinkedText text={text} />);
const addresses = (text: string) =>
  [...html(text).matchAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(([, href, shown]) => {
    expect(shown).toBe(href);
    return href!.replaceAll('&amp;', '&');
  });

describe('links in texts (rule 5.20)', () => {
  test('http and https addresses are links without punctuation', () => {
    expect(addresses('Deck: https://a.example/d?x=1&y=2, memo (http://b.example/c_(d)).')).toEqual([
      'https://a.example/d?x=1&y=2',
      'http://b.example/c_(d)',
    ]);
    expect(addresses('见https://a.example/路，好 "https://b.example/q"')).toEqual([
      'https://a.example/',
      'https://b.example/q',
    ]);
    expect(html('Plain text.')).toBe('Plain text.');
  });

  test('other addresses are no links, and markup is escaped', () => {
    for (const text of ['javascript:alert(1)', 'data:text/html,x', 'ftp://a.b', 'https://', 'a.b'])
      expect(html(text)).not.toContain('<a');
    const hostile = html(`https://a.b/"onclick="x <img src=x> https://c.d/<b>'`);
    expect(hostile).not.toMatch(/<(img|b)|"onclick/);
    expect(hostile).toContain('&lt;img src=x&gt;');
  });

  test('a link opens in a new tab without referrer or opener', () => {
    expect(html('https://a.example')).toBe(
      '<a href="https://a.example" class="link" rel="noopener noreferrer" target="_blank">' +
        'https://a.example</a>',
    );
  });

  test('long runs of punctuation are linked in linear time', () => {
    const start = getProcessorTimeMs();
    for (const mark of [')', '.', '(', 'http://', 'https://a.b)'])
      html(`https://a.b/${mark.repeat(10_000 / mark.length)}x`);
    const [address] = addresses(`https://a.b/(${')'.repeat(1_900)} `.repeat(200));
    expect(address).toBe('https://a.b/()');
    expect(getProcessorTimeMs() - start).toBeLessThan(1_000);
  });
});
