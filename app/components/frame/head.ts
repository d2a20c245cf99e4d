import type { LinksFunction, MetaFunction } from '@remix-run/node';

export const PRODUCT = 'Deal Pipeline';

type DataOf<Loader> = NonNullable<Parameters<MetaFunction<Loader>>[0]['data']>;

/** For a page's `meta`: its title, behind the name of what it shows, if there is one. */
export function titled<Loader>(
  title: string,
  nameIn?: (data: DataOf<Loader>) => string,
): MetaFunction<Loader> {
  return ({ data }) => {
    const name = data && nameIn?.(data);
    return [{ title: [name, title, PRODUCT].filter(Boolean).join(' · ') }];
  };
}

/** For a page's `links`: its own style sheets. */
export function styledBy(...sheets: string[]): LinksFunction {
  return () => sheets.map((href) => ({ rel: 'stylesheet', href }));
}
