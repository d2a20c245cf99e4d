import { useForm } from '@conform-to/react';
import { useLoaderData } from '@remix-run/react';
import {
  DEFAULT_TOKEN_LIFETIME_DAYS,
  TOKEN_ACCESS_LABELS,
  TOKEN_LIFETIME_DAYS,
} from '~/domain/user/token-options';
import type { NewToken } from '~/domain/user/token-schema';
import styles from '~/styles/users.css?url';
import { OneTimeSecret } from '~/ui/account/one-time-secret';
import { CheckedForm } from '~/ui/form/checked-form';
import { ErrorSummary } from '~/ui/form/error-summary';
import { Select, TextField } from '~/ui/form/fields';
import { FormButtons } from '~/ui/form/form-buttons';
import { useReply } from '~/ui/form/unsent-form';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { SubPage } from '~/ui/layout/sub-page';
import { AssistantSetup } from './assistant-setup';
import type { action } from './form.server';
import type { loader } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('New API token');

export { clientAction, handle, shouldRevalidate } from '~/ui/form/unsent-form';

export { action } from './form.server';
export { loader } from './view.server';

export default function TokensPage() {
  const result = useReply<typeof action>();
  const { assistantUrl } = useLoaderData<typeof loader>();
  return (
    <SubPage
      to="/account"
      above="Your account"
      title={result?.created ? 'API token created' : 'New API token'}
    >
      {result?.created ? <CreatedToken {...result.created} /> : <TokenForm />}
      <AssistantSetup url={assistantUrl} token={result?.created?.token} />
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
    lastResult: useReply<typeof action>()?.form,
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
