import { z } from 'zod';
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
export function personName(missing?: string) {
  return line(NAME_LIMIT, missing)
    .refine((name) => !LINE_END.test(name), 'Please enter the name on one line')
    .refine(
      (name) => !ADDRESS.test(name.normalize('NFKC')),
      'Please enter a name only, without a web or email address',
    );
}

export const Email = email(MESSAGES.email);

/** No length limit: a password that is too long gets 401 like any wrong one. */
export type Login = z.output<typeof Login>;
export const Login = z.object({
  email: email(MESSAGES.email),
  password: z.string(MESSAGES.password).min(1, MESSAGES.password),
});

/** `to` is the path to go to after the login. */
export const LOGIN_FORM = { text: [...Login.keyof().options, 'to'] } as const;

export const Signup = z.object({
  email: email(MESSAGES.email),
  password: password(8, MESSAGES.newPassword),
  firstName: personName(MESSAGES.firstName),
  lastName: personName(MESSAGES.lastName),
});
export type Signup = z.output<typeof Signup>;

/** The repeated password; `repeats` compares it. */
export const repeatedPassword = z.string().optional();

/** Adds the comparison of the two passwords, which runs even if other fields are invalid. */
export function repeats<T extends z.ZodType<{ password: string; confirmPassword?: string }>>(
  form: T,
) {
  return form.refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: MESSAGES.mismatch,
    when: ({ value }) => hasPassword(value),
  });
}

export const newPassword = password(8, MESSAGES.newPassword);

export const SignupForm = repeats(Signup.extend({ confirmPassword: repeatedPassword }));
export type SignupForm = z.output<typeof SignupForm>;

function hasPassword(value: unknown): boolean {
  return Boolean((value as { password?: string } | null)?.password);
}

export const AddUser = z.object({
  email: email('Invalid email address'),
  password: password(6, 'Password must be at least 6 characters'),
  firstName: clearable(personName()),
  lastName: clearable(personName()),
});
export type AddUser = z.output<typeof AddUser>;

/** Same rules and messages as at sign-up, with optional names. */
export const CreateManager = z.object({
  email: email(MESSAGES.email),
  password: password(8, MESSAGES.newPassword),
  firstName: clearable(personName()),
  lastName: clearable(personName()),
});

export const NO_SUCH_GROUP = 'Please choose one of the groups';

/** Which groups there are is known to who stores it. */
export const ChangeGroup = z.object({ group: GroupName(NO_SUCH_GROUP) });

export const USERS_FORM = {
  text: [...AddUser.keyof().options, ...ChangeGroup.keyof().options, 'intent', 'id'],
} as const;
