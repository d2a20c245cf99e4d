import { badRequest, DomainError } from '~/errors';

export const MAX_JSON_BYTES = 1_000_000;

export const MAX_FORM_BYTES = 256 * 1024;

export const MAX_FIELDS = 1_000;

export const MULTIPART_TYPE = 'multipart/form-data';

export const URL_ENCODED_TYPE = 'application/x-www-form-urlencoded';

export const NOT_UTF8_MESSAGE = 'The body is not valid UTF-8.';

export function getMediaType(request: Request): string | undefined {
  return parseMediaType(request.headers.get('content-type'));
}

export function parseMediaType(header: string | null | undefined): string | undefined {
  return header?.split(';')[0]?.trim().toLowerCase();
}

export function assertMediaType(request: Request, type: string): void {
  if (getMediaType(request) !== type)
    throw new DomainError('wrongType', { message: `Please send ${type}.` });
}

export async function readBody(request: Request, type: string, limit: number): Promise<string> {
  assertMediaType(request, type);
  const decode = createUtf8Decoder();
  let text = '';
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw new DomainError('tooLarge', { message: 'The request is too large.' });
    text += decode(chunk);
  }
  return text + decode();
}

/**
 * Returns a decoder of chunks; a call without a chunk ends the text. Throws 400 for invalid UTF-8.
 */
function createUtf8Decoder(): (chunk?: Uint8Array) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return (chunk) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw badRequest(NOT_UTF8_MESSAGE);
    }
  };
}
