import { setTimeout as pause } from 'node:timers/promises';
import { type ReactElement, Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { renderToHtml } from '~/html.server';

const PATIENT = { timeoutMs: 30_000 };
const rendered = async (element: ReactElement) => (await renderToHtml(element, PATIENT)).toString();

/** Characters of three and four bytes in UTF-8. */
const SAMPLE = '深圳前海微众银行🚀株式会社𠮷野家は牛丼😀';

test('every character arrives at any offset and length', async () => {
  // In small pieces: React sends a large one by itself.
  for (let offset = 0; offset < 3_000; offset++) {
    const before = 'x'.repeat(offset).match(/.{1,100}/g) ?? [];
    const html = await rendered(
      <p title={SAMPLE}>
        {before.map((text, n) => (
          <b key={n}>{text}</b>
        ))}
        {SAMPLE}
      </p>,
    );
    expect(html, `offset ${offset}`).toBe(
      `<p title="${SAMPLE}">${before.map((text) => `<b>${text}</b>`).join('')}${SAMPLE}</p>`,
    );
  }
  const long = SAMPLE.repeat(2_000);
  expect(await rendered(<p>{long}</p>)).toBe(`<p>${long}</p>`);
});

test('rendering waits for data that arrives later', async () => {
  let stored: string | undefined;
  const arriving = pause(20).then(() => void (stored = SAMPLE));
  function Late() {
    if (stored === undefined) throw arriving;
    return <p>{stored}</p>;
  }
  const html = await rendered(
    <Suspense fallback="…">
      <Late />
    </Suspense>,
  );
  expect(html).toContain(`<p>${SAMPLE}</p>`);
  expect(html).not.toContain('…');
});

test('rendering rejects with the error of an element', async () => {
  function Broken(): never {
    throw new Error('broken on purpose');
  }
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await expect(renderToHtml(<Broken />, PATIENT)).rejects.toThrow('broken on purpose');
  logged.mockClear();
});
