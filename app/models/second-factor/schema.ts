import { z } from 'zod';
import { line } from '~/models/text-schema';
import { currentPassword } from '~/models/user/profile-schema';
import { Login } from '~/models/user/schema';

const CODE = 'Please enter the code';
export const PASSKEY_NAME_LIMIT = 50;
export const MOST_PASSKEYS = 10;

/** An act that needs nothing but the viewer's current password. */
export const WithPassword = z.object({ current: currentPassword });
export type WithPassword = z.output<typeof WithPassword>;

export const ConfirmApp = WithPassword.extend({ code: line(20, CODE) });
export type ConfirmApp = z.output<typeof ConfirmApp>;

/** `credential` is the browser's answer as JSON. */
export const AddPasskey = WithPassword.extend({
  name: line(PASSKEY_NAME_LIMIT, 'Please enter a name'),
  credential: z.string('No passkey was created').max(20_000),
});
export type AddPasskey = z.output<typeof AddPasskey>;

export const RemovePasskey = WithPassword.extend({ id: z.string().max(2_000) });
export type RemovePasskey = z.output<typeof RemovePasskey>;

export const SECOND_FACTOR_FORM = {
  text: ['intent', 'current', 'code', 'name', 'credential', 'id'],
} as const;

/** The second step of a login: a code of the app, a recovery code, or a passkey's answer. */
export const SecondStep = z
  .object({
    code: line(40).optional(),
    credential: z.string().max(20_000).optional(),
  })
  .refine(({ code, credential }) => code || credential, { path: ['code'], message: CODE });
export type SecondStep = z.output<typeof SecondStep>;
export const SECOND_STEP_FORM = { text: ['code', 'credential'] } as const;

/** The API's login takes both steps at once. */
export const LoginWithCode = Login.extend({
  code: z
    .string()
    .max(40)
    .describe('Of the authenticator app, or a recovery code; for accounts with two-step login.')
    .optional(),
});
