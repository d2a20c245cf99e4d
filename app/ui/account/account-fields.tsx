import type { FieldMetadata } from '@conform-to/react';
import type { ComponentProps } from 'react';
import { TextField } from '~/ui/form/fields';
import { PasswordField } from '~/ui/form/password-field';

type FormFieldsProps<Name extends string> = { fields: Record<Name, FieldMetadata<unknown>> };

export function NameFields({ fields }: FormFieldsProps<'firstName' | 'lastName'>) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField field={fields.firstName} label="First name" required autoComplete="given-name" />
      <TextField field={fields.lastName} label="Last name" required autoComplete="family-name" />
    </div>
  );
}

export function EmailField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      label="Email"
      type="email"
      required
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}

interface NewPasswordProps extends FormFieldsProps<'password' | 'confirmPassword'> {
  label?: string;
  hint?: string;
}

export function NewPasswordFields({
  fields,
  label = 'New password',
  hint = 'At least 8 characters',
}: NewPasswordProps) {
  return (
    <>
      <PasswordField
        field={fields.password}
        label={label}
        hint={hint}
        required
        minLength={8}
        autoComplete="new-password"
      />
      <PasswordField
        field={fields.confirmPassword}
        label="Confirm password"
        required
        autoComplete="new-password"
      />
    </>
  );
}
