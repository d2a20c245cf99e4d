import type { FieldMetadata } from '@conform-to/react';
import type { ComponentProps } from 'react';
import { EMAIL_LIMIT, MESSAGES, NAME_LIMIT } from '~/models/user/fields';
import { PasswordField, TextField } from './fields';

type FieldsOf<Name extends string> = { fields: Record<Name, FieldMetadata<unknown>> };

export function NameFields({ fields }: FieldsOf<'firstName' | 'lastName'>) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        field={fields.firstName}
        label="First name"
        data-message={MESSAGES.firstName}
        required
        autoComplete="given-name"
        maxLength={NAME_LIMIT}
      />
      <TextField
        field={fields.lastName}
        label="Last name"
        data-message={MESSAGES.lastName}
        required
        autoComplete="family-name"
        maxLength={NAME_LIMIT}
      />
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
      maxLength={EMAIL_LIMIT}
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}

interface NewPasswordProps extends FieldsOf<'password' | 'confirmPassword'> {
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
        data-message={MESSAGES.newPassword}
        hint={hint}
        required
        minLength={8}
        autoComplete="new-password"
      />
      <PasswordField
        field={fields.confirmPassword}
        label="Confirm password"
        data-message={MESSAGES.mismatch}
        required
        autoComplete="new-password"
      />
    </>
  );
}
