const FORM_TYPE = 'multipart/form-data';
const TEXT_TYPES = ['text/csv', 'text/tab-separated-values'];

/** In ms. A file to import may take five minutes; at 400 kbit/s 10 MB take 200 s. */
const IMPORT_TIMEOUT_MS = 330_000;
/** 50 MB at 250 kbit/s take 27 minutes. */
const ATTACHMENTS_TIMEOUT_MS = 1_800_000;
export const MAX_UPLOAD_MS = ATTACHMENTS_TIMEOUT_MS;

interface UploadRules {
  types: string[];
  /** How long its body may take, in ms. */
  timeoutMs: number;
}

/** The only addresses that take files, and as what. */
const UPLOAD_ROUTES: [path: RegExp, upload: UploadRules][] = [
  [/^\/import$/, { types: [FORM_TYPE], timeoutMs: IMPORT_TIMEOUT_MS }],
  [
    /^\/api\/pipelines\/import$/,
    { types: [FORM_TYPE, ...TEXT_TYPES], timeoutMs: IMPORT_TIMEOUT_MS },
  ],
  [
    /^(\/api\/pipelines|\/pipeline)\/\d+\/files$/,
    { types: [FORM_TYPE], timeoutMs: ATTACHMENTS_TIMEOUT_MS },
  ],
];

/** The files that an address takes; undefined for most. `path` is decoded and in lower case. */
export function findUploadRules(method: string, path: string): UploadRules | undefined {
  if (method !== 'POST') return undefined;
  const address = path.replace(/(\.data)?\/?$/, '');
  return UPLOAD_ROUTES.find(([pattern]) => pattern.test(address))?.[1];
}
