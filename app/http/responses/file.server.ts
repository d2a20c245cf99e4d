import { locateContent, readContentStart } from '~/domain/attachment/content.server';
import { detectPreviewType, toSafeContentType } from '~/domain/attachment/content-type';
import { notFound } from '~/errors';
import { assertNotDataRequest, type RequestArgs } from './stream.server';

interface DownloadableFile {
  name: string;
  type: string;
  sha256: string;
}

/**
 * Answers with a file, whose bytes the server sends after the route (remix.server.ts). It is
 * downloaded; with `isShown`, a PDF or picture opens in the browser (rule 26.5). Throws 404 if its
 * bytes are missing, and for a `.data` address.
 */
export function respondWithFile(
  { context }: RequestArgs,
  { name, type, sha256 }: DownloadableFile,
  { isShown = false, headers = {} }: { isShown?: boolean; headers?: Record<string, string> } = {},
): Response {
  assertNotDataRequest(context);
  const bytes = locateContent(sha256);
  if (!bytes)
    throw notFound('The contents of this file are missing. Please tell your administrator.');
  const shown = isShown ? detectPreviewType(readContentStart(sha256)) : undefined;
  context.file = bytes;
  return new Response(null, {
    headers: {
      'Content-Type': shown ?? toSafeContentType(type),
      'Content-Disposition': `${shown ? 'inline' : 'attachment'}; ${formatFilenameParameters(name)}`,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      // `no-transform`: compression on the way would change the bytes of ranges.
      'Cache-Control': 'private, no-store, no-transform',
      ETag: `"${sha256}"`,
      ...headers,
    },
  });
}

/** ASCII for old clients, and the exact name (RFC 6266). */
function formatFilenameParameters(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${whole}`;
}
