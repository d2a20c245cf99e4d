import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { attempt } from '~/attempt.server';
import { FieldError } from '~/components/forms/fields';
import { Confirm } from '~/components/forms/confirm';
import { titled } from '~/components/frame/head';
import { retireEntry, retiredEntry } from '~/models/fund/administer.server';
import { counted } from '~/models/text';
import { refusedForm } from '~/web/forms/reply.server';
import { readForm, readId } from '~/web/forms/request.server';
import { makeToast, redirectWithToast } from '~/web/forms/toast.server';
import { requireAdmin } from '~/web/session/auth.server';

export const meta = titled('Retire');

/** Only stages ask what replaces them. */
const LISTS = '/admin/lists?list=stages';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireAdmin(request);
  const { entry, others, deals } = await retiredEntry(viewer, readId(params.id));
  return { name: entry.name, deals, others: others.map(({ id, name }) => ({ id, name })) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireAdmin(request);
  const id = readId(params.id);
  const form = await readForm(request, { text: ['replacement'] });
  const chosen = Number(form.get('replacement')) || undefined;
  const { value, refused } = await attempt(() => retireEntry(viewer, id, chosen));
  if (refused) return refusedForm(undefined, refused);
  const { name, moved } = value;
  const text = moved ? `${name} retired, ${counted(moved, 'deal')} moved` : `${name} retired`;
  return redirectWithToast(LISTS, makeToast('Success', text));
}

export default function Retire() {
  const { name, deals, others } = useLoaderData<typeof loader>();
  const error = useActionData<typeof action>()?.errors[0]?.message;
  return (
    <Confirm
      title={`Retire ${name}`}
      back={LISTS}
      button="Retire"
      fields={
        deals > 0 && (
          <div className="grid gap-1">
            <label className="label" htmlFor="replacement">
              Replaced by
            </label>
            <select
              id="replacement"
              name="replacement"
              required
              defaultValue=""
              aria-describedby={error && 'replacement-error'}
              className="input"
            >
              <option value="">Choose a stage</option>
              {others.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
            <FieldError id="replacement-error" message={error} />
          </div>
        )
      }
    >
      <p className="mt-2">
        {deals
          ? `${counted(deals, 'deal')} ${deals === 1 ? 'is' : 'are'} in this stage. They move to the stage that replaces it.`
          : 'It stays where it is used but is no longer offered.'}
      </p>
    </Confirm>
  );
}
