import { SaxesParser } from 'saxes';
import { tooLongTextError } from './limits';

export interface XmlHandler {
  open?(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Limits bytes between two tags or inside one, which the parser buffers. */
const MAX_PIECE_BYTES = 1024 * 1024;
const MAX_DEPTH = 100;

/**
 * Parses XML as it arrives and yields after each chunk. Throws for malformed XML, and for document
 * types, so that only built-in entities exist.
 */
export async function* parseXml(
  chunks: AsyncIterable<Buffer>,
  handler: XmlHandler,
): AsyncGenerator<void> {
  const parser = new SaxesParser({ position: false, xmlns: false });
  let unread = 0;
  let depth = 0;
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new Error('A document type is not accepted.');
  });
  parser.on('opentag', ({ name, attributes }) => {
    unread = 0;
    if (++depth > MAX_DEPTH) throw new Error('The elements are nested too deeply.');
    handler.open?.(getLocalName(name), attributes);
  });
  parser.on('text', (text) => handler.text?.(text));
  parser.on('cdata', (text) => handler.text?.(text));
  parser.on('closetag', ({ name }) => {
    unread = 0;
    depth--;
    handler.close?.(getLocalName(name));
  });
  let decoder: TextDecoder | undefined;
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(isUtf16(chunk) ? 'utf-16le' : 'utf-8');
    unread += chunk.length;
    if (unread > MAX_PIECE_BYTES) throw tooLongTextError();
    parser.write(decoder.decode(chunk, { stream: true }));
    yield;
  }
  if (decoder) parser.close();
}

export async function parseSmallXml(
  chunks: AsyncIterable<Buffer>,
  handler: XmlHandler,
): Promise<void> {
  for await (const _ of parseXml(chunks, handler));
}

export const isTrue = (value: string | undefined) => value === '1' || value === 'true';

const isUtf16 = (chunk: Buffer) => chunk[0] === 0xff && chunk[1] === 0xfe;

function getLocalName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
