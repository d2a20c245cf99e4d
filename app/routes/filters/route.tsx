import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Form, Link, useLoaderData } from '@remix-run/react';
import { parseSafePath } from '~/http/request/safe-path.server';
import { requireUser } from '~/http/session/guards.server';
import styles from '~/styles/forms.css?url';
import { AppLayout } from '~/ui/layout/app-layout';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { CustomFieldFilter } from './custom-field-filter';
import { loadCustomFieldFilters } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Filter by custom fields');

const HOME_PATH = '/dashboard';

function parseBack(typed: string | null) {
  const back = parseSafePath(typed) ?? HOME_PATH;
  const [pathname = HOME_PATH, search] = back.split('?', 2);
  return { back, pathname, params: new URLSearchParams(search) };
}

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  const sent = new URL(request.url).searchParams;
  const { back, pathname, params } = parseBack(sent.get('back'));
  const controls = await loadCustomFieldFilters(params);
  if (!sent.has('apply')) return { back, controls };
  const names = controls.flatMap((control) => control.names);
  for (const name of [...names, 'page']) params.delete(name);
  for (const name of names)
    for (const value of sent.getAll(name)) if (value) params.append(name, value);
  const sort = sent.get('sort');
  if (sort) params.set('sort', sort);
  throw redirect(params.size ? `${pathname}?${params}` : pathname);
}

export default function CustomFieldFilters() {
  const { back, controls } = useLoaderData<typeof loader>();
  return (
    <AppLayout>
      <div className="max-w-160">
        <h1>Filter by custom fields</h1>
        {controls.length === 0 && (
          <p className="mt-2">Your fund has no custom fields yet. Admins can add some.</p>
        )}
        <Form method="get" className="mt-4 grid gap-4">
          <input type="hidden" name="back" value={back} />
          {controls.map((control) => (
            <CustomFieldFilter key={control.label} control={control} />
          ))}
          {controls.length > 0 && (
            <div className="label-row">
              <label className="label" htmlFor="sort">
                Sort by
              </label>
              <select id="sort" name="sort" className="input">
                <option value="">Keep the current order</option>
                {controls.flatMap(({ label, sort }) => [
                  <option
                    key={`${sort}_asc`}
                    value={`${sort}_asc`}
                  >{`${label}, ascending`}</option>,
                  <option key={`${sort}_desc`} value={`${sort}_desc`}>
                    {`${label}, descending`}
                  </option>,
                ])}
              </select>
            </div>
          )}
          <div className="flex flex-wrap justify-between gap-2">
            <Link to={back} className="btn">
              Cancel
            </Link>
            {controls.length > 0 && (
              <button name="apply" value="1" className="btn btn-primary">
                Apply
              </button>
            )}
          </div>
        </Form>
      </div>
    </AppLayout>
  );
}
