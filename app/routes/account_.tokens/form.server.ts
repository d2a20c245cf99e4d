import { data } from '@remix-run/node';
import type { Viewer } from '~/domain/access';
import { IDENTITY_FIELDS } from '~/domain/second-factor/schema';
import { createToken, revokeToken } from '~/domain/user/token.server';
import { NewToken, TOKEN_FORM_FIELDS } from '~/domain/user/token-schema';
import { formAction } from '~/http/forms/form-action.server';
import { submitForm } from '~/http/forms/reply.server';
import { requireRecentConfirmation } from '~/http/session/confirm.server';

export const action = formAction({
  fields: { text: [...TOKEN_FORM_FIELDS.text, ...IDENTITY_FIELDS] },
  async handler({ viewer, request, form }) {
    if (form.get('intent') === 'end') return endOwnToken(viewer, form.get('id') ?? '');
    await requireRecentConfirmation(request, viewer, form);
    return addOwnToken(viewer, form);
  },
});

async function endOwnToken(viewer: Viewer, id: string) {
  const ended = /^\d{1,15}$/.test(id) && (await revokeToken(viewer, Number(id)));
  const title = ended ? 'Token revoked' : 'This token has already been revoked';
  return { redirectTo: '/account', toast: { title } };
}

/** Returns the token only in this answer, never in a URL, a cookie or the log. */
async function addOwnToken(viewer: Viewer, form: FormData) {
  const result = await submitForm(form, NewToken, async (token) => ({
    name: token.name,
    token: await createToken(viewer, token),
  }));
  return result.ok
    ? data({ form: undefined, created: result.value })
    : data({ form: result.error.reply, created: undefined }, result.error.status);
}
