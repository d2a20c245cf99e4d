import { SaxesParser } from 'saxes';

/** Names come without their prefix. */
export interface XmlHandler {
  open?(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/**
 * Parses XML as it comes; yields after each chunk. Throws for what is not well-formed. No document
 * type is accepted, so that there are no entities but the built-in ones.
 */
export async function* parseXml(
  chunks: AsyncIterable<Buffer>,
  handler: XmlHandler,
): AsyncGenerator<void> {
  const parser = new SaxesParser({ position: false, xmlns: false });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new Error('A document type is not accepted.');
  });
  parser.on('opentag', ({ name, attributes }) => handler.open?.(localName(name), attributes));
  parser.on('text', (text) => handler.text?.(text));
  parser.on('cdata', (text) => handler.text?.(text));
  parser.on('closetag', ({ name }) => handler.close?.(localName(name)));
  let decoder: TextDecoder | undefined;
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(isUtf16(chunk) ? 'utf-16le' : 'utf-8');
    parser.write(decoder.decode(chunk, { stream: true }));
    yield;
  }
  if (decoder) parser.close();
}

/** The same for a small part, at once. */
export async function parseWhole(
  chunks: AsyncIterable<Buffer>,
  handler: XmlHandler,
): Promise<void> {
  for await (const _ of parseXml(chunks, handler));
}

const isUtf16 = (chunk: Buffer) => chunk[0] === 0xff && chunk[1] === 0xfe;

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
