import { Suspense } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { renderToHtml } from '~/html.server';

const rendered = async (...args: Parameters<typeof renderToHtml>) =>
  (await renderToHtml(...args)).toString();

/** Characters of three and four bytes in UTF-8. */
const SAMPLE = '深圳前海微众银行🚀株式会社𠮷野家は牛丼😀';
const OFFSETS = Array.from({ length: 3_000 }, (_, offset) => offset);

describe('every character of a text arrives', () => {
  test('as an element and as an attribute, at 3,000 offsets', async () => {
    for (const offset of OFFSETS) {
      // In small pieces: React sends a large one by itself.
      const before = Array.from({ length: Math.ceil(offset / 100) }, (_, n) =>
        'x'.repeat(Math.min(100, offset - n * 100)),
      );
      const html = await rendered(
        <p title={SAMPLE}>
          {before.map((text, n) => (
            <b key={n}>{text}</b>
          ))}
          {SAMPLE}
        </p>,
        { timeout: 1_000 },
      );
      expect(html, `offset ${offset}`).toBe(
        `<p title="${SAMPLE}">${before.map((text) => `<b>${text}</b>`).join('')}${SAMPLE}</p>`,
      );
    }
  });

  test('in texts longer than any buffer', async () => {
    const long = SAMPLE.repeat(2_000);
    expect(await rendered(<p>{long}</p>, { timeout: 1_000 })).toBe(`<p>${long}</p>`);
  });
});

test('waits for data that arrives later', async () => {
  let stored: string | undefined;
  const arriving = new Promise<void>((resolve) =>
    setTimeout(() => {
      stored = SAMPLE;
      resolve();
    }, 20),
  );
  function Late() {
    if (stored === undefined) throw arriving;
    return <p>{stored}</p>;
  }
  const html = await rendered(
    <Suspense fallback="…">
      <Late />
    </Suspense>,
    { timeout: 1_000 },
  );
  expect(html).toContain(`<p>${SAMPLE}</p>`);
  expect(html).not.toContain('…');
});

test('rejects with what an element throws', async () => {
  function Broken(): never {
    throw new Error('broken on purpose');
  }
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await expect(renderToHtml(<Broken />, { timeout: 1_000 })).rejects.toThrow('broken on purpose');
  logged.mockClear();
});
