import { Form, useSubmit } from '@remix-run/react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { FieldError } from '~/components/forms/fields';
import { useHydrated } from '~/components/frame/hydrated';

// The browser's own calls, in every browser since 2025: no library is sent.

type CreationOptions = Parameters<typeof PublicKeyCredential.parseCreationOptionsFromJSON>[0];
type RequestOptions = Parameters<typeof PublicKeyCredential.parseRequestOptionsFromJSON>[0];

const NOT_USED = 'No passkey was used. Please try again.';

function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential !== 'undefined' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential
  );
}

async function create(options: CreationOptions): Promise<Credential | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return navigator.credentials.create({ publicKey });
}

async function answer(options: RequestOptions): Promise<Credential | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return navigator.credentials.get({ publicKey });
}

/** A form that is sent with what the browser's passkey answers. Needs scripts. */
function PasskeyForm({
  id,
  ask,
  children,
}: {
  id: string;
  ask: () => Promise<Credential | null>;
  children: ReactNode;
}) {
  const submit = useSubmit();
  const [failed, setFailed] = useState(false);
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const credential = await ask().catch(() => null);
    setFailed(!credential);
    if (!credential) return;
    form.set('credential', JSON.stringify(credential));
    submit(form, { method: 'post' });
  }
  if (!useHydrated()) return <p className="hint">Passkeys need scripts; a code works without.</p>;
  if (!canUsePasskeys()) return <p className="hint">This browser does not support passkeys.</p>;
  return (
    <Form method="post" id={id} className="grid gap-4" onSubmit={(event) => void send(event)}>
      {children}
      <div role="alert" className="empty:hidden">
        <FieldError id={`${id}-failed`} message={failed ? NOT_USED : undefined} />
      </div>
    </Form>
  );
}

export function PasskeyLogin({ options }: { options: RequestOptions }) {
  return (
    <PasskeyForm id="passkey-login" ask={() => answer(options)}>
      <button className="btn">Use a passkey</button>
    </PasskeyForm>
  );
}

export function NewPasskey({
  id,
  options,
  children,
}: {
  id: string;
  options: CreationOptions;
  children: ReactNode;
}) {
  return (
    <PasskeyForm id={id} ask={() => create(options)}>
      {children}
    </PasskeyForm>
  );
}
