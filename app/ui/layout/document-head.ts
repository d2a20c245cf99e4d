import type { LinksFunction, MetaFunction } from '@remix-run/node';

export const PRODUCT_NAME = 'Deal Pipeline';

type LoaderData<Loader> = NonNullable<Parameters<MetaFunction<Loader>>[0]['data']>;

export function createTitleMeta<Loader>(
  title: string,
  nameIn?: (data: LoaderData<Loader>) => string,
): MetaFunction<Loader> {
  return ({ data }) => {
    const name = data && nameIn?.(data);
    return [{ title: [name, title, PRODUCT_NAME].filter(Boolean).join(' · ') }];
  };
}

export function createStyleLinks(...sheets: string[]): LinksFunction {
  return () => sheets.map((href) => ({ rel: 'stylesheet', href }));
}
