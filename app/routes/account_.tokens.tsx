import { useForm } from '@conform-to/react';
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { CheckedForm } from '~/components/forms/checked-form';
import { FormActs } from '~/components/forms/form-acts';
import { ErrorSummary, Select, TextField } from '~/components/forms/fields';
import { PageBelow } from '~/components/frame/page-below';
import { ShownOnce } from '~/components/frame/shown-once';
import { styledBy, titled } from '~/components/frame/head';
import { submit } from '~/web/forms/reply.server';
import { readForm } from '~/web/forms/request.server';
import { requireUser } from '~/web/session/auth.server';
import { requireConfirmed } from '~/web/session/confirm.server';
import { makeToast, redirectWithToast } from '~/web/forms/toast.server';
import type { Viewer } from '~/models/access';
import { IDENTITY_FIELDS } from '~/models/second-factor/schema';
import {
  DEFAULT_TOKEN_DAYS,
  NewToken,
  TOKEN_ACCESS,
  TOKEN_DAYS,
  TOKEN_FORM,
  TOKEN_NAME_LIMIT,
} from '~/models/user/token';
import { createToken, endToken } from '~/models/user/token.server';
import styles from '~/styles/users.css?url';

export const links = styledBy(styles);

export const meta = titled('New API token');

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  return null;
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const form = await readForm(request, { text: [...TOKEN_FORM.text, ...IDENTITY_FIELDS] });
  if (form.get('intent') === 'end') return end(viewer, form.get('id') ?? '');
  await requireConfirmed(request, viewer, form);
  return add(viewer, form);
}

async function end(viewer: Viewer, id: string) {
  const ended = /^\d{1,15}$/.test(id) && (await endToken(viewer, Number(id)));
  return redirectWithToast(
    '/account',
    makeToast(ended ? 'Token revoked' : 'This token has already been revoked'),
  );
}

/** The token is in this answer alone: never in an address, a cookie or the log. */
async function add(viewer: Viewer, form: FormData) {
  const { value: created, refused } = await submit(form, NewToken, async (token) => ({
    name: token.name,
    token: await createToken(viewer, token),
  }));
  return refused
    ? data({ form: refused.reply, created: undefined }, refused.status)
    : data({ form: undefined, created });
}

export default function TokensPage() {
  const result = useActionData<typeof action>();
  return (
    <PageBelow
      to="/account"
      above="Your account"
      title={result?.created ? 'API token created' : 'New API token'}
    >
      {result?.created ? <CreatedToken {...result.created} /> : <TokenForm />}
    </PageBelow>
  );
}

function CreatedToken({ name, token }: { name: string; token: string }) {
  return (
    <section className="section" aria-label={`The token ${name}`}>
      <p role="status" className="break-words">
        Copy the token <strong className="font-semibold">{name}</strong> now: it is not shown again.
      </p>
      <ShownOnce
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
    defaultValue: { access: 'read', days: DEFAULT_TOKEN_DAYS },
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
        maxLength={TOKEN_NAME_LIMIT}
      />
      <Select
        field={fields.access}
        label="Access"
        required
        options={Object.entries(TOKEN_ACCESS).map(([value, label]) => ({ value, label }))}
      />
      <Select
        field={fields.days}
        label="Valid for"
        required
        options={TOKEN_DAYS.map((days) => ({ value: days, label: `${days} days` }))}
      />
      <FormActs back="/account" button="Create token" />
    </CheckedForm>
  );
}
