import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Form, Link, useLoaderData } from '@remix-run/react';
import { requireUser } from '~/web/session/auth.server';
import { Frame } from '~/components/frame/frame';
import { titled } from '~/components/frame/head';
import { activeFields } from '~/models/field/fields.server';
import { ownName } from '~/models/field/values';
import {
  COLUMNS,
  columnsParam,
  DEFAULT_COLUMNS,
  isDefault,
  knownColumns,
} from '~/models/pipeline/columns';
import { setPreferences } from '~/models/user/preferences.server';
import { shownColumns } from '~/models/view/columns.server';
import { readForm, safePath } from '~/web/forms/request.server';
import { makeToast, redirectWithToast } from '~/web/forms/toast.server';

export const meta = titled('Columns');

const HOME = '/dashboard';

/** A view has columns of its own: they are in its address. */
function split(back: string) {
  const [pathname = HOME, search] = back.split('?', 2);
  const params = new URLSearchParams(search);
  return { pathname, params, isOfView: params.has('view') || params.has('columns') };
}

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const back = safePath(new URL(request.url).searchParams.get('back')) ?? HOME;
  const { params, isOfView } = split(back);
  const shown: readonly string[] = (await shownColumns(viewer, params)) ?? DEFAULT_COLUMNS;
  const own = (await activeFields()).map(({ key, name }) => ({ key: ownName(key), label: name }));
  return { back, isOfView, shown, own };
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const form = await readForm(request, { text: ['back', 'intent'], lists: ['column'] });
  const back = safePath(form.get('back')) ?? HOME;
  const isReset = form.get('intent') === 'default';
  const chosen = isReset ? DEFAULT_COLUMNS : knownColumns(form.getAll('column'));
  const { pathname, params, isOfView } = split(back);
  if (isOfView) {
    params.set('columns', columnsParam(chosen));
    return redirect(`${pathname}?${params}`);
  }
  const columns = isDefault(chosen) ? null : [...chosen];
  await setPreferences(viewer, { columns });
  return redirectWithToast(back, makeToast('Success', 'Columns saved'));
}

export default function Columns() {
  const { back, isOfView, shown, own } = useLoaderData<typeof loader>();
  return (
    <Frame>
      <div className="card mx-auto mt-8 max-w-md p-6 wrap-anywhere">
        <h1>Columns</h1>
        <p className="mt-1 text-ink-muted">
          {isOfView
            ? 'For this list only. Save a view to keep them.'
            : 'For both lists and their printouts, on all your devices.'}
        </p>
        <Form method="post" className="mt-4 grid gap-4">
          <input type="hidden" name="back" value={back} />
          <fieldset className="grid gap-2">
            <legend className="sr-only">Columns that are shown</legend>
            {[...COLUMNS, ...own].map(({ key, label }) => (
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
      </div>
    </Frame>
  );
}
