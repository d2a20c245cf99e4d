import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { getDeal } from '~/domain/deal/get.server';
import { composeMemo } from '~/domain/memo/compose.server';
import { assertMemoSize } from '~/domain/memo/freeze.server';
import { MEMO_FORM_FIELDS, MemoInput } from '~/domain/memo/schema';
import { badRequest } from '~/errors';
import { formAction } from '~/http/forms/form-action.server';
import { submitForm } from '~/http/forms/reply.server';
import { parseId } from '~/http/request/params.server';
import { respondWithStyledPage } from '~/http/responses/styled-page.server';
import { requireUser } from '~/http/session/guards.server';
import { MEMO_STYLES } from '~/ui/memo/memo-document';
import { renderMemo } from '~/ui/memo/render-memo.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { id } = await getDeal(viewer, parseId(params.id));
  return redirect(`/pipeline/${id}/memo`);
}

/** Shows what would be frozen. A post, because its texts are too long for an address. */
export const action = formAction({
  fields: MEMO_FORM_FIELDS,
  async handler({ viewer, params, form }) {
    const { id } = await getDeal(viewer, parseId(params.id));
    const shown = await submitForm(form, MemoInput, (memo) => composeMemo(viewer, id, memo));
    if (!shown.ok) {
      const [message] = Object.values(shown.error.reply.error ?? {}).flat();
      throw badRequest(message ?? 'The memo cannot be shown.');
    }
    const html = await renderMemo(shown.value, { isPreview: true });
    assertMemoSize(Buffer.byteLength(html));
    return respondWithStyledPage(html, MEMO_STYLES);
  },
});
