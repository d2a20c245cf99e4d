import type { LoaderFunctionArgs } from '@remix-run/node';
import { Form, Link, useLoaderData } from '@remix-run/react';
import { formatColumns, parseColumns } from '~/address/columns';
import { listActiveCustomFields } from '~/domain/custom-field/list.server';
import { toCustomFieldName } from '~/domain/custom-field/names';
import {
  DEFAULT_LIST_COLUMNS,
  hasDefaultColumns,
  keepKnownColumns,
  LIST_COLUMNS,
} from '~/domain/deal/list-columns';
import { getShownColumns } from '~/domain/saved-view/columns.server';
import { updatePreferences } from '~/domain/user/preferences.server';
import { formAction } from '~/http/forms/form-action.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { requireUser } from '~/http/session/guards.server';
import { AppLayout } from '~/ui/layout/app-layout';
import { createTitleMeta } from '~/ui/layout/document-head';
import { TitledCard } from '~/ui/layout/titled-card';

export const meta = createTitleMeta('Columns');

const HOME_PATH = '/dashboard';

/** Splits the query off, as a view's columns are in its address. */
function splitPath(back: string) {
  const [pathname = HOME_PATH, search] = back.split('?', 2);
  const params = new URLSearchParams(search);
  return { pathname, params, isOfView: params.has('view') || params.has('columns') };
}

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const back = parseSafePath(new URL(request.url).searchParams.get('back')) ?? HOME_PATH;
  const { params, isOfView } = splitPath(back);
  const shown: readonly string[] =
    (await getShownColumns(viewer, parseColumns(params.get('columns')))) ?? DEFAULT_LIST_COLUMNS;
  const customColumns = (await listActiveCustomFields()).map(({ key, name }) => ({
    key: toCustomFieldName(key),
    label: name,
  }));
  return { back, isOfView, shown, customColumns };
}

export const action = formAction({
  fields: { text: ['back', 'intent'], lists: ['column'] },
  async handler({ viewer, form }) {
    const back = parseSafePath(form.get('back')) ?? HOME_PATH;
    const isReset = form.get('intent') === 'default';
    const chosen = isReset ? DEFAULT_LIST_COLUMNS : keepKnownColumns(form.getAll('column'));
    const { pathname, params, isOfView } = splitPath(back);
    if (isOfView) {
      params.set('columns', formatColumns(chosen));
      return { redirectTo: `${pathname}?${params}` };
    }
    const columns = hasDefaultColumns(chosen) ? null : [...chosen];
    await updatePreferences(viewer, { columns });
    return { redirectTo: back, toast: { title: 'Success', text: 'Columns saved' } };
  },
});

export default function Columns() {
  const { back, isOfView, shown, customColumns } = useLoaderData<typeof loader>();
  return (
    <AppLayout>
      <TitledCard title="Columns">
        <p className="text-ink-muted">
          {isOfView
            ? 'For this list only. Save a view to keep them.'
            : 'For both lists and their printouts, on all your devices.'}
        </p>
        <Form method="post" className="mt-4 grid gap-4">
          <input type="hidden" name="back" value={back} />
          <fieldset className="grid gap-2">
            <legend className="sr-only">Columns that are shown</legend>
            {[...LIST_COLUMNS, ...customColumns].map(({ key, label }) => (
              <label key={key} className="flex min-h-8 items-center gap-2">
                <input
                  type="checkbox"
                  name="column"
                  value={key}
                  defaultChecked={shown.includes(key)}
                />
                {label}
              </label>
            ))}
            <p className="hint">Company and Actions always stay.</p>
          </fieldset>
          <div className="flex flex-wrap justify-between gap-2">
            <Link to={back} className="btn">
              Cancel
            </Link>
            <span className="flex flex-row-reverse gap-2">
              <button className="btn btn-primary">Apply</button>
              <button name="intent" value="default" className="btn">
                Show all
              </button>
            </span>
          </div>
        </Form>
      </TitledCard>
    </AppLayout>
  );
}
