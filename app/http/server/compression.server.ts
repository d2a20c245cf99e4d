import zlib from 'node:zlib';
import compression from 'compression';
import type { NextFunction, Request, Response } from 'express';

const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY } = zlib.constants;

/** A window of 256 KB, which few pages exceed, takes 2 MB instead of 4. */
const BROTLI_OPTIONS = { params: { [BROTLI_PARAM_QUALITY]: 4, [BROTLI_PARAM_LGWIN]: 18 } };
/** Below this, the same number of packets is sent with and without compression. */
const MIN_COMPRESSED_BYTES = 1_400;

const compressStream = compression({ brotli: BROTLI_OPTIONS, threshold: MIN_COMPRESSED_BYTES });
/** An unread list keeps 140 KB here instead of 270 KB, for 2 % more bytes. */
const compressList = compression({ memLevel: 5, windowBits: 13, threshold: MIN_COMPRESSED_BYTES });

/**
 * Compresses responses as they are written. The API does without Brotli, which takes 4 MB for each
 * unread list.
 */
export function compressResponse(request: Request, response: Response, next: NextFunction): void {
  if (!request.path.startsWith('/api/')) return compressStream(request, response, next);
  request.headers['accept-encoding'] = request.acceptsEncodings('gzip') || 'identity';
  compressList(request, response, next);
}

export function compressWholeBody(request: Request, response: Response, body: Buffer): Buffer {
  if (body.length < MIN_COMPRESSED_BYTES || response.hasHeader('Content-Encoding')) return body;
  // Node has it since 22.15.
  if (!request.acceptsEncodings('zstd') || !('zstdCompressSync' in zlib)) return body;
  response.set('Content-Encoding', 'zstd');
  return zlib.zstdCompressSync(body);
}
