import { z } from 'zod';
import { USER_FIELD_MESSAGES } from './fields';

/** bcrypt ignores more; a longer password is refused, never truncated (rule 1.4). */
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

/** The repeated password; `repeats` compares it. */
export const repeatedPassword = z.string().optional();

/** Adds the comparison of the two passwords, which runs even if other fields are invalid. */
export function requireRepeatedPassword<
  T extends z.ZodType<{ password: string; confirmPassword?: string }>,
>(form: T) {
  return form.refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: USER_FIELD_MESSAGES.mismatch,
    when: ({ value }) => Boolean((value as { password?: string } | null)?.password),
  });
}

/** Same rules and messages as at sign-up. */
const newPasswordFields = { password: newPassword, confirmPassword: repeatedPassword };

export type NewPassword = z.output<typeof NewPassword>;

export const NewPassword = requireRepeatedPassword(z.object(newPasswordFields));

export const currentPassword = z
  .string('Please enter your current password')
  .min(1, 'Please enter your current password');

/** A box that is ticked unless somebody unticks it: then 'off' is sent. */
export const checkedByDefault = z
  .string()
  .optional()
  .transform((sent) => sent !== 'off');

export const ChangePassword = requireRepeatedPassword(
  z.object({ current: currentPassword, ...newPasswordFields, endTokens: checkedByDefault }),
);

export type ChangePassword = z.output<typeof ChangePassword>;

export const PASSWORD_FORM = { text: [...ChangePassword.keyof().options, 'intent'] } as const;
