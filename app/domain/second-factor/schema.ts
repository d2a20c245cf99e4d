import { z } from 'zod';
import { lineSchema } from '~/domain/text/schema';
import { Login } from '~/domain/user/login-schema';
import { checkedByDefault, currentPassword } from '~/domain/user/password-schema';
import { MAX_PASSKEY_NAME_LENGTH } from './limits';

export const CODE_REQUIRED_MESSAGE = 'Please enter the code';

const credential = z.string().max(20_000);

export const ConfirmApp = z.object({
  code: lineSchema(20, CODE_REQUIRED_MESSAGE),
  endOthers: checkedByDefault,
});
export type ConfirmApp = z.output<typeof ConfirmApp>;

export const NamePasskey = z.object({
  name: lineSchema(MAX_PASSKEY_NAME_LENGTH, 'Please enter a name'),
});
export const AddPasskey = NamePasskey.extend({ credential, endOthers: checkedByDefault });
export type AddPasskey = z.output<typeof AddPasskey>;

export const SECOND_FACTOR_FORM_FIELDS = {
  text: ['intent', 'code', 'name', 'credential', 'endOthers', 'id'],
} as const;

/** Makes both factors optional, since only the server knows if the second is needed. */
export const Identity = z.object({
  current: currentPassword,
  currentCode: lineSchema(40).optional(),
  currentPasskey: credential.optional(),
});
export type Identity = z.output<typeof Identity>;
export const IDENTITY_FIELDS = Identity.keyof().options;

export const SecondStep = z
  .object({ code: lineSchema(40).optional(), credential: credential.optional() })
  .refine(({ code, credential }) => code || credential, {
    path: ['code'],
    message: CODE_REQUIRED_MESSAGE,
  });
export type SecondStep = z.output<typeof SecondStep>;
export const SECOND_STEP_FORM_FIELDS = { text: ['code', 'credential'] } as const;

export const LoginWithCode = Login.extend({
  code: z
    .string()
    .max(40)
    .describe(
      'A code from the authenticator app or a recovery code. Required for accounts with two-step login.',
    )
    .optional(),
});
