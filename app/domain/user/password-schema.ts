import { z } from 'zod';
import { USER_FIELD_MESSAGES } from './fields';

/** bcrypt ignores further bytes; a longer password is rejected, never truncated (rule 1.4). */
const MAX_PASSWORD_BYTES = 72;

export function createPasswordSchema(minLength: number, message: string) {
  return z
    .string(message)
    .min(minLength, message)
    .refine(
      (value) => new TextEncoder().encode(value).length <= MAX_PASSWORD_BYTES,
      `Password must be at most ${MAX_PASSWORD_BYTES} bytes long`,
    );
}

export const newPassword = createPasswordSchema(8, USER_FIELD_MESSAGES.newPassword);

export const repeatedPassword = z.string().optional();

/** Compares the two passwords even if other fields are invalid. */
export function requireRepeatedPassword<
  T extends z.ZodType<{ password: string; confirmPassword?: string }>,
>(form: T) {
  return form.refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: USER_FIELD_MESSAGES.mismatch,
    when: ({ value }) => Boolean((value as { password?: string } | null)?.password),
  });
}

const newPasswordFields = { password: newPassword, confirmPassword: repeatedPassword };

export type NewPassword = z.output<typeof NewPassword>;

export const NewPassword = requireRepeatedPassword(z.object(newPasswordFields));

export const currentPassword = z
  .string('Please enter your current password')
  .min(1, 'Please enter your current password');

/** Browsers send nothing for an unticked box, so the form sends 'off'. */
export const checkedByDefault = z
  .string()
  .optional()
  .transform((sent) => sent !== 'off');

export const ChangePassword = requireRepeatedPassword(
  z.object({ current: currentPassword, ...newPasswordFields, endTokens: checkedByDefault }),
);

export type ChangePassword = z.output<typeof ChangePassword>;

export const PASSWORD_FORM_FIELDS = {
  text: [...ChangePassword.keyof().options, 'intent'],
} as const;
