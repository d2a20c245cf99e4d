import { useForm } from '@conform-to/react';
import { ErrorSummary, TextField } from '~/components/forms/fields';
import { PASSKEY_NAME_LIMIT } from '~/models/second-factor/schema';
import type { SecondFactorView } from '~/models/second-factor/view.server';
import { ConfirmFields, ConfirmForm, type Reply } from './confirm-form';
import { NewPasskey } from './passkeys';

export function PasskeysSection({
  email,
  passkeys,
  options,
  added,
  removed,
}: {
  email: string;
  passkeys: SecondFactorView['passkeys'];
  options: SecondFactorView['newPasskey'];
  added: Reply;
  /** The reply to the removal of the passkey with this id. */
  removed: { reply?: Reply; id: string | null } | undefined;
}) {
  return (
    <section className="section">
      <h2>Passkeys</h2>
      <p>Use a fingerprint, your face, a PIN or a security key instead of the code.</p>
      {passkeys.length > 0 && (
        <ul className="grid gap-3">
          {passkeys.map((passkey, index) => (
            <Passkey
              key={passkey.id}
              formId={`remove-${index}`}
              email={email}
              passkey={passkey}
              reply={removed?.id === passkey.id ? removed.reply : undefined}
            />
          ))}
        </ul>
      )}
      {options && (
        <AddPasskey key={passkeys.length} email={email} options={options} reply={added} />
      )}
    </section>
  );
}

function Passkey({
  formId,
  email,
  passkey: { id, name, added, used },
  reply,
}: {
  formId: string;
  email: string;
  passkey: SecondFactorView['passkeys'][number];
  reply: Reply;
}) {
  return (
    <li>
      <p className="break-words">
        {name}
        <span className="hint block">
          Added {added}, {used ? `last used ${used}` : 'not used yet'}
        </span>
      </p>
      <details open={Boolean(reply)}>
        <summary className="link">Remove {name}</summary>
        <div className="mt-4">
          <ConfirmForm
            intent="remove"
            id={formId}
            email={email}
            reply={reply}
            title="The passkey was not removed"
            button="Remove passkey"
            isDanger
          >
            {() => <input type="hidden" name="id" value={id} />}
          </ConfirmForm>
        </div>
      </details>
    </li>
  );
}

function AddPasskey({
  email,
  options,
  reply,
}: {
  email: string;
  options: NonNullable<SecondFactorView['newPasskey']>;
  reply: Reply;
}) {
  const [form, fields] = useForm<{ name: string; current: string }>({
    id: 'passkey',
    lastResult: reply,
    defaultNoValidate: false,
  });
  return (
    <NewPasskey id={form.id} options={options}>
      {form.errors && <ErrorSummary title="The passkey was not added" text={form.errors[0]} />}
      <input type="hidden" name="intent" value="passkey" />
      <ConfirmFields email={email} current={fields.current}>
        <TextField
          field={fields.name}
          label="Name of the passkey"
          hint="For example, Laptop or Phone"
          required
          maxLength={PASSKEY_NAME_LIMIT}
        />
      </ConfirmFields>
      <p>
        <button className="btn btn-primary">Add a passkey</button>
      </p>
    </NewPasskey>
  );
}
