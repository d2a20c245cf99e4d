const RETURN_PATHS = [
  '/dashboard',
  '/dashboard/doubles',
  '/board',
  '/review',
  '/search',
  '/admin/pipelines',
  '/admin/pipelines/doubles',
  '/admin',
];

export function isReturnPath(pathname: string): boolean {
  return RETURN_PATHS.includes(pathname);
}

export function getDealRowId(deal: number | string): string {
  return `deal-${deal}`;
}
