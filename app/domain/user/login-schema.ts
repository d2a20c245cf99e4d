import { z } from 'zod';
import { USER_FIELD_MESSAGES } from './fields';
import { newPassword, repeatedPassword, requireRepeatedPassword } from './password-schema';
import { Email, requiredNames } from './schema';

/** Sets no length limit: an overlong password gets 401 like any wrong one. */
export type Login = z.output<typeof Login>;

export const Login = z.object({
  email: Email,
  password: z.string(USER_FIELD_MESSAGES.password).min(1, USER_FIELD_MESSAGES.password),
});

export const LOGIN_FORM_FIELDS = { text: [...Login.keyof().options, 'to'] } as const;

export const Signup = z.object({ email: Email, password: newPassword, ...requiredNames });

export type Signup = z.output<typeof Signup>;

export const SignupForm = requireRepeatedPassword(
  Signup.extend({ confirmPassword: repeatedPassword }),
);

export type SignupForm = z.output<typeof SignupForm>;
