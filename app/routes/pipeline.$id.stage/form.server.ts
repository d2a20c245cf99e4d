import { data } from '@remix-run/node';
import { moveDeal } from '~/domain/decision/move-deal.server';
import { DecisionInput, MOVE_FORM_FIELDS } from '~/domain/decision/schema';
import { parseInput } from '~/errors';
import { formAction } from '~/http/forms/form-action.server';
import { readBackPath } from '~/http/forms/return-path.server';
import type { PostedForm } from '~/http/request/form.server';
import { parseId } from '~/http/request/params.server';

export const action = formAction({
  fields: MOVE_FORM_FIELDS,
  savesSubmission: true,
  async handler({ viewer, request, params, form }) {
    const id = parseId(params.id);
    const input = parseInput(DecisionInput, readMoveForm(form));
    const { company, stage, operationId } = await moveDeal(viewer, id, input);
    const text = operationId ? `Moved to ${stage}` : `Already in ${stage}`;
    return {
      redirectTo: readBackPath(request, viewer, id),
      toast: { title: company, text, undo: operationId },
    };
  },
  onError(error, { form }) {
    if (error.status !== 400) return undefined;
    return data({ sent: readMoveForm(form), errors: error.errors ?? [] }, 400);
  },
});

function readMoveForm(form: PostedForm<(typeof MOVE_FORM_FIELDS.text)[number]>) {
  return Object.fromEntries(MOVE_FORM_FIELDS.text.map((name) => [name, form.get(name) ?? '']));
}
