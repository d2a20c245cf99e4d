import { z } from 'zod';
import { normalized } from '#db/fold';
import { clearable, line } from '~/models/text-schema';
import { EMAIL_LIMIT, MESSAGES, NAME_LIMIT } from './fields';
import { GroupName } from './json';

/** bcrypt ignores more; a longer password is refused, never truncated (rule 1.4). */
const PASSWORD_BYTES = 72;

function email(message: string) {
  return z.string(message).trim().max(EMAIL_LIMIT, message).pipe(z.email(message));
}

function password(atLeast: number, message: string) {
  return z
    .string(message)
    .min(atLeast, message)
    .refine(
      (value) => new TextEncoder().encode(value).length <= PASSWORD_BYTES,
      `Password must be at most ${PASSWORD_BYTES} bytes long`,
    );
}

/** Also what mail programs make a link of, as names are part of our mails. */
const ADDRESS = /@|\/\/|www\.|http|\.\p{L}{2}/iu;
const LINE_END = /[\n\v\f\r\u0085\u2028\u2029]/;

/** First or last name: one line, without addresses; required if there is a `missing` message. */
function personName(missing?: string) {
  return line(NAME_LIMIT, missing)
    .refine((name) => !LINE_END.test(name), 'Please enter the name on one line')
    .refine(
      (name) => !ADDRESS.test(normalized(name, 'NFKC')),
      'Please enter a name only, without a web or email address',
    );
}

export const Email = email(MESSAGES.email);
const newPassword = password(8, MESSAGES.newPassword);
/** The repeated password; `repeats` compares it. */
const repeatedPassword = z.string().optional();

const names = {
  firstName: personName(MESSAGES.firstName),
  lastName: personName(MESSAGES.lastName),
};
const optionalNames = {
  firstName: clearable(personName()),
  lastName: clearable(personName()),
};

/** No length limit: a password that is too long gets 401 like any wrong one. */
export type Login = z.output<typeof Login>;
export const Login = z.object({
  email: Email,
  password: z.string(MESSAGES.password).min(1, MESSAGES.password),
});

/** `to` is the path to go to after the login. */
export const LOGIN_FORM = { text: [...Login.keyof().options, 'to'] } as const;

export const Signup = z.object({ email: Email, password: newPassword, ...names });
export type Signup = z.output<typeof Signup>;

/** Adds the comparison of the two passwords, which runs even if other fields are invalid. */
function repeats<T extends z.ZodType<{ password: string; confirmPassword?: string }>>(form: T) {
  return form.refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: MESSAGES.mismatch,
    when: ({ value }) => Boolean((value as { password?: string } | null)?.password),
  });
}

export const SignupForm = repeats(Signup.extend({ confirmPassword: repeatedPassword }));
export type SignupForm = z.output<typeof SignupForm>;

export const AddUser = z.object({
  email: email('Invalid email address'),
  password: password(6, 'Password must be at least 6 characters'),
  ...optionalNames,
});
export type AddUser = z.output<typeof AddUser>;

/** Same rules and messages as at sign-up, with optional names. */
export const CreateManager = Signup.extend(optionalNames);

export const NO_SUCH_GROUP = 'Please choose one of the groups';

/** Which groups there are is known to who stores it. */
export const ChangeGroup = z.object({ group: GroupName(NO_SUCH_GROUP) });

export const USERS_FORM = {
  text: [...AddUser.keyof().options, ...ChangeGroup.keyof().options, 'intent', 'id'],
} as const;

export const ChangeName = z.object(names);
export type ChangeName = z.output<typeof ChangeName>;
export const NAME_FORM = { text: [...ChangeName.keyof().options, 'intent'] } as const;

/** Same rules and messages as at sign-up. */
const passwordTwice = { password: newPassword, confirmPassword: repeatedPassword };
export type NewPassword = z.output<typeof NewPassword>;
export const NewPassword = repeats(z.object(passwordTwice));

export const currentPassword = z
  .string('Please enter your current password')
  .min(1, 'Please enter your current password');

/** A box that is ticked unless somebody unticks it: then 'off' is sent. */
export const unlessUnticked = z
  .string()
  .optional()
  .transform((sent) => sent !== 'off');

export const ChangePassword = repeats(
  z.object({ current: currentPassword, ...passwordTwice, endTokens: unlessUnticked }),
);
export type ChangePassword = z.output<typeof ChangePassword>;
export const PASSWORD_FORM = { text: [...ChangePassword.keyof().options, 'intent'] } as const;
