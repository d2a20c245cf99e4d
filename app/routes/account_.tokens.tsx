import { useForm } from '@conform-to/react';
import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import type { Viewer } from '~/domain/access';
import { IDENTITY_FIELDS } from '~/domain/second-factor/schema';
import { createToken, revokeToken } from '~/domain/user/token.server';
import {
  DEFAULT_TOKEN_LIFETIME_DAYS,
  MAX_TOKEN_NAME_LENGTH,
  NewToken,
  TOKEN_ACCESS_LABELS,
  TOKEN_FORM,
  TOKEN_LIFETIME_DAYS,
} from '~/domain/user/token-schema';
import { formAction } from '~/http/forms/form-action.server';
import { submitForm } from '~/http/forms/reply.server';
import { requireRecentConfirmation } from '~/http/session/confirm.server';
import { requireUser } from '~/http/session/guards.server';
import styles from '~/styles/users.css?url';
import { OneTimeSecret } from '~/ui/account/one-time-secret';
import { CheckedForm } from '~/ui/form/checked-form';
import { ErrorSummary } from '~/ui/form/error-summary';
import { Select, TextField } from '~/ui/form/fields';
import { FormButtons } from '~/ui/form/form-buttons';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { SubPage } from '~/ui/layout/sub-page';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('New API token');

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  return null;
}

export const action = formAction({
  fields: { text: [...TOKEN_FORM.text, ...IDENTITY_FIELDS] },
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

/** Returns the token in this answer alone, never in a URL, a cookie or the log. */
async function addOwnToken(viewer: Viewer, form: FormData) {
  const result = await submitForm(form, NewToken, async (token) => ({
    name: token.name,
    token: await createToken(viewer, token),
  }));
  return result.ok
    ? data({ form: undefined, created: result.value })
    : data({ form: result.error.reply, created: undefined }, result.error.status);
}

export default function TokensPage() {
  const result = useActionData<typeof action>();
  return (
    <SubPage
      to="/account"
      above="Your account"
      title={result?.created ? 'API token created' : 'New API token'}
    >
      {result?.created ? <CreatedToken {...result.created} /> : <TokenForm />}
    </SubPage>
  );
}

function CreatedToken({ name, token }: { name: string; token: string }) {
  return (
    <section className="section" aria-label={`The token ${name}`}>
      <p role="status" className="break-words">
        Copy the token <strong className="font-semibold">{name}</strong> now: it is not shown again.
      </p>
      <OneTimeSecret
        what="Token"
        secret={token}
        hint="Send it as the header Authorization: Bearer, and keep it secret like a password."
        back="/account"
      />
    </section>
  );
}

function TokenForm() {
  const [form, fields] = useForm<NewToken>({
    id: 'token',
    lastResult: useActionData<typeof action>()?.form,
    defaultValue: { access: 'read', days: DEFAULT_TOKEN_LIFETIME_DAYS },
    defaultNoValidate: false,
  });
  return (
    <CheckedForm form={form} className="section">
      {form.errors && <ErrorSummary title="The token was not created" text={form.errors[0]} />}
      <input type="hidden" name="intent" value="add" />
      <TextField
        field={fields.name}
        label="Name"
        hint="What it is for, such as the script that uses it."
        required
        autoComplete="off"
        maxLength={MAX_TOKEN_NAME_LENGTH}
      />
      <Select
        field={fields.access}
        label="Access"
        required
        options={Object.entries(TOKEN_ACCESS_LABELS).map(([value, label]) => ({ value, label }))}
      />
      <Select
        field={fields.days}
        label="Valid for"
        required
        options={TOKEN_LIFETIME_DAYS.map((days) => ({ value: days, label: `${days} days` }))}
      />
      <FormButtons back="/account" button="Create token" />
    </CheckedForm>
  );
}
