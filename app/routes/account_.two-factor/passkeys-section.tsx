import { useForm } from '@conform-to/react';
import { createPasskey, PasskeyButton } from '~/ui/account/passkeys';
import { CheckedForm } from '~/ui/form/checked-form';
import { ErrorSummary } from '~/ui/form/error-summary';
import { TextField } from '~/ui/form/fields';
import { useHydrated } from '~/ui/layout/hydrated';
import { EndOtherSessionsBox } from './end-other-sessions';
import { CollapsedIntentForm, type IntentReply } from './intent-form';
import type { SecondFactorView } from './view.server';

interface PasskeysSectionProps extends Pick<
  SecondFactorView,
  'passkeys' | 'canAddPasskey' | 'newPasskey'
> {
  isFirst: boolean;
  added: IntentReply;
  removed: IntentReply;
}

export function PasskeysSection({
  passkeys,
  canAddPasskey,
  removed,
  ...form
}: PasskeysSectionProps) {
  return (
    <section className="section">
      <h2>Passkeys</h2>
      <p>Use a fingerprint, your face, a PIN or a security key instead of the code.</p>
      {removed?.error && (
        <ErrorSummary title="The passkey was not removed" text={removed.error['']?.[0]} />
      )}
      {passkeys.length > 0 && (
        <ul className="grid gap-3">
          {passkeys.map((passkey) => (
            <Passkey key={passkey.id} {...passkey} />
          ))}
        </ul>
      )}
      {canAddPasskey && <AddPasskey key={passkeys.length} {...form} />}
    </section>
  );
}

function Passkey({ id, name, added, used }: SecondFactorView['passkeys'][number]) {
  return (
    <li>
      <p className="break-words">
        {name}
        <span className="hint block">
          Added {added}, {used ? `last used ${used}` : 'not used yet'}
        </span>
      </p>
      <CollapsedIntentForm
        summary={`Remove ${name}`}
        intent="remove"
        title="The passkey was not removed"
        button="Remove passkey"
        isDanger
      >
        <input type="hidden" name="id" value={id} />
      </CollapsedIntentForm>
    </li>
  );
}

function AddPasskey({
  newPasskey,
  isFirst,
  added,
}: Pick<PasskeysSectionProps, 'newPasskey' | 'isFirst' | 'added'>) {
  const [form, fields] = useForm<{ name: string; endOthers: string }>({
    id: 'passkey',
    lastResult: added,
    defaultNoValidate: false,
  });
  const isHydrated = useHydrated();
  if (!isHydrated)
    return <p className="hint without-scripts">Passkeys need JavaScript. Codes work without it.</p>;
  return (
    <CheckedForm form={form} className="grid gap-4" preventScrollReset>
      {form.errors && <ErrorSummary title="The passkey was not added" text={form.errors[0]} />}
      <input type="hidden" name="intent" value="passkey" />
      <TextField
        field={fields.name}
        label="Name of the passkey"
        hint="For example, Laptop or Phone"
        required
      />
      {isFirst && <EndOtherSessionsBox field={fields.endOthers} />}
      <div>
        {newPasskey ? (
          <PasskeyButton ask={() => createPasskey(newPasskey)}>Add a passkey</PasskeyButton>
        ) : (
          <button className="btn">Add a passkey</button>
        )}
      </div>
    </CheckedForm>
  );
}
