import type { ContactInput } from '~/domain/contact/schema';
import {
  type BindField,
  RecordForm,
  type RecordReply,
  type RecordValues,
} from '~/ui/deal/record-form';
import { TextArea, TextField } from '~/ui/form/fields';

interface ContactFormProps {
  action: string;
  back: string;
  names: string[];
  reply?: RecordReply;
  values?: RecordValues<keyof ContactInput>;
  seen?: string;
}

export function ContactForm({ names, ...form }: ContactFormProps) {
  return (
    <RecordForm<keyof ContactInput> noun="contact" {...form}>
      {(bind) => <ContactFields bind={bind} names={names} />}
    </RecordForm>
  );
}

interface FieldsProps {
  bind: BindField<keyof ContactInput>;
  names: string[];
}

function ContactFields({ bind, names }: FieldsProps) {
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          {...bind('name')}
          label="Name"
          required
          autoComplete="off"
          maxLength={200}
          list="contact-names"
        />
        <datalist id="contact-names">
          {names.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <TextField {...bind('role')} label="Role" autoComplete="off" maxLength={200} />
        <TextField
          {...bind('email')}
          label="Email"
          type="email"
          autoComplete="off"
          maxLength={254}
        />
        <TextField {...bind('phone')} label="Phone" type="tel" autoComplete="off" maxLength={100} />
      </div>
      <TextField
        {...bind('link')}
        label="Link"
        inputMode="url"
        placeholder="https://"
        autoComplete="off"
        maxLength={2_000}
      />
      <TextArea {...bind('note')} label="Note" rows={2} maxLength={2_000} />
    </>
  );
}
