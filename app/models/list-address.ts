const LISTS = [
  '/dashboard',
  '/dashboard/doubles',
  '/board',
  '/review',
  '/search',
  '/admin/pipelines',
  '/admin/pipelines/doubles',
  '/admin',
];

export function isList(pathname: string): boolean {
  return LISTS.includes(pathname);
}

export function rowId(deal: number | string): string {
  return `deal-${deal}`;
}
