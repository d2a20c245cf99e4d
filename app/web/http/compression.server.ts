import { promisify } from 'node:util';
import zlib from 'node:zlib';
import compression from 'compression';
import type { NextFunction, Request, Response } from 'express';
import { endWith } from './body.server';

const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY } = zlib.constants;
const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/**
 * 8 % smaller than by default, for one millisecond more. With a window of 256 KB, which few pages
 * exceed, an encoder takes 2 MB instead of 4.
 */
const BROTLI = { params: { [BROTLI_PARAM_QUALITY]: 5, [BROTLI_PARAM_LGWIN]: 18 } };
/** In bytes: more than nearly every page has compressed, so that it is one job of zlib's. */
const CHUNK = { chunkSize: 32 * 1024 };
/** Half the time for a short text, and as small. */
const GZIP = { memLevel: 7 };

/** In bytes. With its headers it is no fewer packets if it is compressed. */
const NOTHING_TO_SAVE = 1_400;
/** In bytes. Another thread would take longer to be told. */
const SHORT = 16 * 1024;

type Encoding = 'br' | 'gzip';

function acceptedEncoding(request: Request): Encoding | undefined {
  const accepts = (encoding: Encoding) => request.acceptsEncodings(encoding) === encoding;
  return accepts('br') ? 'br' : accepts('gzip') ? 'gzip' : undefined;
}

/** Sends a body that is whole, compressed in one go, and receives what is left of the request. */
export async function sendWhole(request: Request, response: Response, body: Buffer): Promise<void> {
  const encoding = body.length > NOTHING_TO_SAVE ? acceptedEncoding(request) : undefined;
  const sent = encoding ? await compressed(body, encoding) : body;
  if (encoding) response.set('Content-Encoding', encoding);
  response.set('Content-Length', String(sent.length));
  await endWith(request, response, sent);
}

async function compressed(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') return brotli(body, { ...BROTLI, ...CHUNK });
  return body.length < SHORT ? zlib.gzipSync(body, GZIP) : gzip(body, { ...GZIP, ...CHUNK });
}

const compressData = compression({ brotli: BROTLI, threshold: NOTHING_TO_SAVE });
/** An unread list keeps 140 KB in this encoder; 270 KB by default, for 2 % less. */
const compressList = compression({ memLevel: 5, windowBits: 13, threshold: NOTHING_TO_SAVE });

/** Compresses what is sent as it is made, and files. The API does without Brotli: 4 MB for each unread list. */
export function compressStreams(request: Request, response: Response, next: NextFunction): void {
  if (!request.path.startsWith('/api/')) return compressData(request, response, next);
  request.headers['accept-encoding'] = request.acceptsEncodings('gzip') || 'identity';
  compressList(request, response, next);
}
