import { Form } from '@remix-run/react';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { FieldError } from '~/ui/form/fields';
import { useHydrated } from '~/ui/layout/hydrated';

// Uses the browser's own calls, which every browser has since 2025, instead of a library.

type CreationOptions = Parameters<typeof PublicKeyCredential.parseCreationOptionsFromJSON>[0];
type RequestOptions = Parameters<typeof PublicKeyCredential.parseRequestOptionsFromJSON>[0];

const PASSKEY_NOT_USED = 'No passkey was used. Please try again.';

function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential !== 'undefined' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential
  );
}

export async function createPasskey(options: CreationOptions): Promise<Credential | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return navigator.credentials.create({ publicKey });
}

export async function requestPasskey(options: RequestOptions): Promise<Credential | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return navigator.credentials.get({ publicKey });
}

export function PasskeyButton({
  ask,
  name = 'credential',
  children,
}: {
  ask: () => Promise<Credential | null>;
  name?: string;
  children: ReactNode;
}) {
  const isHydrated = useHydrated();
  const [hasFailed, setHasFailed] = useState(false);
  async function send(event: MouseEvent<HTMLButtonElement>) {
    event.preventDefault();
    const button = event.currentTarget;
    if (!button.form?.reportValidity()) return;
    const credential = await ask().catch(() => null);
    setHasFailed(!credential);
    if (!credential) return;
    button.value = JSON.stringify(credential);
    button.form.requestSubmit(button);
  }
  if (!isHydrated)
    return <p className="hint without-scripts">Passkeys need JavaScript. Codes work without it.</p>;
  if (!canUsePasskeys()) return <p className="hint">This browser does not support passkeys.</p>;
  return (
    <>
      <button name={name} className="btn" onClick={(event) => void send(event)}>
        {children}
      </button>
      <div role="alert" className="empty:hidden">
        <FieldError id={`${name}-failed`} message={hasFailed ? PASSKEY_NOT_USED : undefined} />
      </div>
    </>
  );
}

export function PasskeyLogin({ options }: { options: RequestOptions }) {
  return (
    <Form method="post" preventScrollReset>
      <PasskeyButton ask={() => requestPasskey(options)}>Use a passkey</PasskeyButton>
    </Form>
  );
}
