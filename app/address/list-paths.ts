const LIST_PATHS = [
  '/dashboard',
  '/dashboard/doubles',
  '/board',
  '/review',
  '/search',
  '/admin/pipelines',
  '/admin/pipelines/doubles',
  '/admin',
];

export function isListPath(pathname: string): boolean {
  return LIST_PATHS.includes(pathname);
}

export function getDealRowId(deal: number | string): string {
  return `deal-${deal}`;
}
