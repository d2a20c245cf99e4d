import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import {
  getRetirementPreview,
  retireOption,
} from '~/domain/operations/option-list/retire-option.server';
import { formatCount } from '~/domain/text/text';
import { formAction } from '~/http/forms/form-action.server';
import { replyWithSentForm } from '~/http/forms/reply.server';
import { parseId } from '~/http/request/params.server';
import { requireAdmin } from '~/http/session/guards.server';
import { ConfirmPage } from '~/ui/form/confirm-page';
import { FieldError } from '~/ui/form/fields';
import { useReply } from '~/ui/form/unsent-form';
import { createTitleMeta } from '~/ui/layout/document-head';

export const meta = createTitleMeta('Retire');

/** Leads back to stages, as no other list asks for a replacement. */
const LISTS_PATH = '/admin/lists?list=stages';

export { clientAction, handle, shouldRevalidate } from '~/ui/form/unsent-form';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireAdmin(request);
  const { option, otherOptions, deals } = await getRetirementPreview(viewer, parseId(params.id));
  return {
    name: option.name,
    deals,
    others: otherOptions.map(({ id, name }) => ({ id, name })),
  };
}

export const action = formAction({
  access: 'admin',
  fields: { text: ['replacement'] },
  async handler({ viewer, params, form }) {
    const chosen = Number(form.get('replacement')) || undefined;
    const { name, moved } = await retireOption(viewer, parseId(params.id), chosen);
    const text = moved ? `${name} retired, ${formatCount(moved, 'deal')} moved` : `${name} retired`;
    return { redirectTo: LISTS_PATH, toast: { title: 'Success', text } };
  },
  onError: (error) => replyWithSentForm(error, {}),
});

export default function RetireOption() {
  const { name, deals, others } = useLoaderData<typeof loader>();
  const error = useReply<typeof action>()?.errors[0]?.message;
  return (
    <ConfirmPage
      title={`Retire ${name}`}
      back={LISTS_PATH}
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
          ? `${formatCount(deals, 'deal')} ${deals === 1 ? 'is' : 'are'} in this stage. They move to the stage that replaces it.`
          : 'It stays where it is used but is no longer offered.'}
      </p>
    </ConfirmPage>
  );
}
