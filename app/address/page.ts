import { DEFAULT_PAGE_SIZE, type Page, PAGE_SIZES } from '~/domain/pagination';

/** Parses page and size; an invalid value falls back to the default (rule 4.15). */
export function parsePage(params: URLSearchParams): { page: number; size: number } {
  const size =
    PAGE_SIZES.find((known) => String(known) === params.get('size')) ?? DEFAULT_PAGE_SIZE;
  const page = /^[1-9]\d{0,6}$/.test(params.get('page') ?? '') ? Number(params.get('page')) : 1;
  return { page, size };
}

/** Returns the rows of that page, or of the last one if it is past the end. */
export function paginate(params: URLSearchParams, total: number) {
  const { page, size } = parsePage(params);
  const pages = Math.max(1, Math.ceil(total / size));
  const current = Math.min(page, pages);
  const slice: Page = { limit: size, offset: (current - 1) * size };
  return { pager: { page: current, pages, size, total }, slice };
}
