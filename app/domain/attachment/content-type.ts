const CONTENT_TYPE_PATTERN = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/;

const DEFAULT_CONTENT_TYPE = 'application/octet-stream';

export function normalizeContentType(input: string | undefined): string {
  const type = input?.split(';', 1)[0]!.trim().toLowerCase() ?? '';
  return CONTENT_TYPE_PATTERN.test(type) ? type : DEFAULT_CONTENT_TYPE;
}

/** Types that a browser would execute. */
const ACTIVE_CONTENT_PATTERN = /html|xml|svg|script|flash|multipart|mhtml/;

export function toSafeContentType(type: string): string {
  return ACTIVE_CONTENT_PATTERN.test(type) ? DEFAULT_CONTENT_TYPE : type;
}

const PREVIEW_SIGNATURES: [type: string, begins: (start: string) => boolean][] = [
  ['application/pdf', (start) => start.startsWith('%PDF-')],
  ['image/png', (start) => start.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (start) => start.startsWith('\xff\xd8\xff')],
  ['image/gif', (start) => /^GIF8[79]a/.test(start)],
  ['image/webp', (start) => /^RIFF[^]{4}WEBP/.test(start)],
];

export const SIGNATURE_BYTES = 12;

export const PREVIEW_TYPES = PREVIEW_SIGNATURES.map(([type]) => type);

export function detectPreviewType(start: string): string | undefined {
  return PREVIEW_SIGNATURES.find(([, begins]) => begins(start))?.[0];
}
