import { text } from 'node:stream/consumers';
import type { ReactElement } from 'react';
// Not `renderToPipeableStream`: React 18 sends zero bytes there whenever a multi-byte character
// does not fit at the end of its buffer.
import { renderToReadableStream } from 'react-dom/server.browser';

interface Options {
  nonce?: string;
  /** In ms; what is still suspended then is left to the browser. */
  timeout: number;
}

/** Renders an element with everything it suspends on. Rejects if the element throws. */
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
