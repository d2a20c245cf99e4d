/** The lists that the pages of a deal lead back to. */
const LISTS = ['/dashboard', '/admin/pipelines', '/admin'];

export function isList(pathname: string): boolean {
  return LISTS.includes(pathname);
}

/** The id of a deal's row, for links back to it. */
export function rowId(deal: number | string): string {
  return `deal-${deal}`;
}
