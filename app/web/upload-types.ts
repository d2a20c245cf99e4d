const FORM = 'multipart/form-data';
const TEXT = ['text/csv', 'text/tab-separated-values'];

/** The only addresses that take files, and as what. */
const UPLOADS = new Map([
  ['/import', [FORM]],
  ['/import.data', [FORM]],
  ['/api/pipelines/import', [FORM, ...TEXT]],
  ['/api/pipelines/import.data', [FORM, ...TEXT]],
]);

/** `path` is decoded and in lower case. */
export function isUpload(method: string, path: string, type: string | undefined): boolean {
  const types = UPLOADS.get(path.replace(/\/$/, ''));
  return method === 'POST' && type !== undefined && types?.includes(type) === true;
}
