import { data } from '@remix-run/node';
import { createShare } from '~/domain/share/create.server';
import { endShare } from '~/domain/share/end.server';
import { getShareableDeal } from '~/domain/share/list.server';
import { SHARE_FORM_FIELDS, ShareFormInput } from '~/domain/share/schema';
import { formAction } from '~/http/forms/form-action.server';
import { submitForm } from '~/http/forms/reply.server';
import { parseId } from '~/http/request/params.server';

/** Returns the address only in this answer, never in a URL, a cookie or the log. */
export const action = formAction({
  fields: SHARE_FORM_FIELDS,
  async handler({ viewer, params, form, submissionKey: submission }) {
    const { id } = await getShareableDeal(viewer, parseId(params.id));
    const end = form.get('end');
    if (end !== null) {
      await endShare(viewer, id, parseId(end));
      const toast = { title: 'Success', text: 'Page ended' };
      return { redirectTo: `/pipeline/${id}/share`, toast };
    }
    const created = await submitForm(form, ShareFormInput, (page) =>
      createShare(viewer, id, page, { submission }),
    );
    return created.ok
      ? data({ result: undefined, url: created.value.url })
      : data({ result: created.error.reply, url: undefined }, created.error.status);
  },
});
