const FORM = 'multipart/form-data';
const TEXT = ['text/csv', 'text/tab-separated-values'];

/** In ms. A file to import may take five minutes; at 400 kbit/s 10 MB take 200 s. */
const IMPORT_PATIENCE = 330_000;
/** 50 MB at 250 kbit/s take 27 minutes. */
const FILES_PATIENCE = 1_800_000;
export const LONGEST_UPLOAD = FILES_PATIENCE;

interface Upload {
  types: string[];
  /** How long its body may take, in ms. */
  patience: number;
}

/** The only addresses that take files, and as what. */
const UPLOADS: [path: RegExp, upload: Upload][] = [
  [/^\/import$/, { types: [FORM], patience: IMPORT_PATIENCE }],
  [/^\/api\/pipelines\/import$/, { types: [FORM, ...TEXT], patience: IMPORT_PATIENCE }],
  [/^(\/api\/pipelines|\/pipeline)\/\d+\/files$/, { types: [FORM], patience: FILES_PATIENCE }],
];

/** The files that an address takes; undefined for most. `path` is decoded and in lower case. */
export function uploadOf(method: string, path: string): Upload | undefined {
  if (method !== 'POST') return undefined;
  const address = path.replace(/(\.data)?\/?$/, '');
  return UPLOADS.find(([pattern]) => pattern.test(address))?.[1];
}
