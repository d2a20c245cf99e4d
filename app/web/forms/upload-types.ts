const FORM = 'multipart/form-data';
const TEXT = ['text/csv', 'text/tab-separated-values'];

/** The only addresses that take files, and as what. */
const UPLOADS = new Map([
  ['/import', [FORM]],
  ['/import.data', [FORM]],
  ['/api/pipelines/import', [FORM, ...TEXT]],
  ['/api/pipelines/import.data', [FORM, ...TEXT]],
]);

/** The types of file that an address takes, none for most. `path` is decoded and in lower case. */
export function uploadTypes(method: string, path: string): string[] {
  return (method === 'POST' && UPLOADS.get(path.replace(/\/$/, ''))) || [];
}
