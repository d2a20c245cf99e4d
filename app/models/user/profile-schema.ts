import { z } from 'zod';
import { MESSAGES } from './fields';
import { newPassword, personName, repeatedPassword, repeats } from './schema';

export const ChangeName = z.object({
  firstName: personName(MESSAGES.firstName),
  lastName: personName(MESSAGES.lastName),
});
export type ChangeName = z.output<typeof ChangeName>;
export const NAME_FORM = { text: [...ChangeName.keyof().options, 'intent'] } as const;

/** Same rules and messages as at sign-up. */
export type NewPassword = z.output<typeof NewPassword>;
export const NewPassword = repeats(
  z.object({ password: newPassword, confirmPassword: repeatedPassword }),
);

export const currentPassword = z
  .string('Please enter your current password')
  .min(1, 'Please enter your current password');

/** A box that is ticked unless somebody unticks it: then 'off' is sent. */
export const unlessUnticked = z
  .string()
  .optional()
  .transform((sent) => sent !== 'off');

export const ChangePassword = repeats(
  z.object({
    current: currentPassword,
    password: newPassword,
    confirmPassword: repeatedPassword,
    endTokens: unlessUnticked,
  }),
);
export type ChangePassword = z.output<typeof ChangePassword>;
export const PASSWORD_FORM = { text: [...ChangePassword.keyof().options, 'intent'] } as const;
