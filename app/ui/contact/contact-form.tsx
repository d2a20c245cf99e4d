import type { ContactInput } from '~/domain/contact/schema';
import {
  type GetField,
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
      {(field) => <ContactFields field={field} names={names} />}
    </RecordForm>
  );
}

interface FieldsProps {
  field: GetField<keyof ContactInput>;
  names: string[];
}

function ContactFields({ field, names }: FieldsProps) {
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          field={field('name')}
          label="Name"
          required
          autoComplete="off"
          list="contact-names"
        />
        <datalist id="contact-names">
          {names.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <TextField field={field('role')} label="Role" autoComplete="off" />
        <TextField field={field('email')} label="Email" type="email" autoComplete="off" />
        <TextField field={field('phone')} label="Phone" type="tel" autoComplete="off" />
      </div>
      <TextField
        field={field('link')}
        label="Link"
        inputMode="url"
        placeholder="https://"
        autoComplete="off"
      />
      <TextArea field={field('note')} label="Note" rows={2} />
    </>
  );
}
