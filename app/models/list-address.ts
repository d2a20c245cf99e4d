const LISTS = ['/dashboard', '/admin/pipelines', '/admin/pipelines/doubles', '/admin', '/review'];

export function isList(pathname: string): boolean {
  return LISTS.includes(pathname);
}

export function rowId(deal: number | string): string {
  return `deal-${deal}`;
}
