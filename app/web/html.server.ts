import { text } from 'node:stream/consumers';
import type { ReactElement } from 'react';
// Not `renderToPipeableStream`: React 18's writer for Node streams sends its whole buffer of 2,048 bytes, trailing zero bytes
// included, whenever a character of several bytes does not fit at its end. This writer splits bytes instead of characters.
import { renderToReadableStream } from 'react-dom/server.browser';

interface Options {
  /** For inline scripts. */
  nonce?: string;
  /** In ms; after it whatever still waits for data is left to the browser. */
  timeout: number;
}

/** Renders an element to HTML, including everything that it waits for. Rejects when the element throws. */
export async function renderToHtml(
  element: ReactElement,
  { nonce, timeout }: Options,
): Promise<string> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeout);
  try {
    const stream = await renderToReadableStream(element, { nonce, signal: controller.signal });
    await stream.allReady;
    return await text(stream);
  } finally {
    clearTimeout(timer);
  }
}
