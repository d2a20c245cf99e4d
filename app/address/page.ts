import { DEFAULT_PAGE_SIZE, type Page, PAGE_SIZES } from '~/domain/pagination';

interface RequestedPage {
  page: number;
  size: number;
}

/** Parses page and size; an invalid value falls back to the default (rule 4.15). */
export function parsePage(params: URLSearchParams): RequestedPage {
  const size =
    PAGE_SIZES.find((known) => String(known) === params.get('size')) ?? DEFAULT_PAGE_SIZE;
  return { page: parsePageNumber(params), size };
}

export function parsePageNumber(params: URLSearchParams): number {
  const page = params.get('page') ?? '';
  return /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1;
}

/** Returns the rows of the requested page, or of the last one if it is past the end. */
export function paginate({ page, size }: RequestedPage, total: number) {
  const pages = Math.max(1, Math.ceil(total / size));
  const current = Math.min(page, pages);
  const slice: Page = { limit: size, offset: (current - 1) * size };
  return { pager: { page: current, pages, size, total }, slice };
}
