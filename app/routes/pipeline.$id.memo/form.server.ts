import { data } from '@remix-run/node';
import { getEditableDeal } from '~/domain/deal/get.server';
import { freezeMemo } from '~/domain/memo/freeze.server';
import { MEMO_FORM_FIELDS, MemoInput } from '~/domain/memo/schema';
import { formAction } from '~/http/forms/form-action.server';
import { submitForm } from '~/http/forms/reply.server';
import { parseId } from '~/http/request/params.server';
import { renderMemo } from '~/ui/memo/render-memo.server';

export const action = formAction({
  fields: MEMO_FORM_FIELDS,
  savesSubmission: true,
  async handler({ viewer, params, form, submissionKey: submission }) {
    const id = parseId(params.id);
    await getEditableDeal(viewer, id);
    const frozen = await submitForm(form, MemoInput, (memo) =>
      freezeMemo(viewer, id, memo, { render: renderMemo, submission }),
    );
    if (!frozen.ok) return data({ result: frozen.error.reply }, frozen.error.status);
    return {
      redirectTo: `/pipeline/${id}/memo#memo-${frozen.value}`,
      toast: { title: 'Success', text: 'Memo frozen' },
    };
  },
});
