import { MULTIPART_TYPE } from '~/http/request/body.server';

const TEXT_TYPES = ['text/csv', 'text/tab-separated-values'];

/** An import may take five minutes; 10 MB at 400 kbit/s take 200 s. */
const IMPORT_TIMEOUT_MS = 330_000;
/** 50 MB at 250 kbit/s take 27 minutes. */
const ATTACHMENTS_TIMEOUT_MS = 1_800_000;
export const MAX_UPLOAD_MS = ATTACHMENTS_TIMEOUT_MS;

/** 60 MB at 1 Mbit/s take 8 minutes; anyone may send them. */
const PITCH_TIMEOUT_MS = 600_000;

interface UploadRules {
  types: string[];
  timeoutMs: number;
}

const UPLOAD_ROUTES: [path: RegExp, upload: UploadRules][] = [
  [/^\/import$/, { types: [MULTIPART_TYPE], timeoutMs: IMPORT_TIMEOUT_MS }],
  [
    /^\/api\/pipelines\/import$/,
    { types: [MULTIPART_TYPE, ...TEXT_TYPES], timeoutMs: IMPORT_TIMEOUT_MS },
  ],
  [
    /^\/api\/(pipelines\/\d+\/emails|inbox\/email)$/,
    { types: ['message/rfc822'], timeoutMs: ATTACHMENTS_TIMEOUT_MS },
  ],
  [/^\/pitch$/, { types: [MULTIPART_TYPE], timeoutMs: PITCH_TIMEOUT_MS }],
  [/^\/pipeline\/\d+\/emails$/, { types: [MULTIPART_TYPE], timeoutMs: ATTACHMENTS_TIMEOUT_MS }],
  [
    /^(\/api\/pipelines|\/pipeline)\/\d+\/files$/,
    { types: [MULTIPART_TYPE], timeoutMs: ATTACHMENTS_TIMEOUT_MS },
  ],
];

/**
 * Returns the rules for uploads to an address; undefined for most. `path` is decoded and in lower
 * case.
 */
export function findUploadRules(method: string, path: string): UploadRules | undefined {
  if (method !== 'POST') return undefined;
  const address = path.replace(/(\.data)?\/?$/, '');
  return UPLOAD_ROUTES.find(([pattern]) => pattern.test(address))?.[1];
}
