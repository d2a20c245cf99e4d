import { z } from 'zod';
import { ROLES } from './fields';
import { GroupName } from './json';
import { Signup } from './login-schema';
import { createPasswordSchema } from './password-schema';
import { createEmailSchema, optionalNames } from './schema';

export const AddUser = z.object({
  email: createEmailSchema('Invalid email address'),
  password: createPasswordSchema(6, 'Password must be at least 6 characters'),
  ...optionalNames,
});

export type AddUser = z.output<typeof AddUser>;

export const CreateManager = Signup.extend(optionalNames);

export const CHOOSE_GROUP_MESSAGE = 'Please choose one of the groups';

export const ChangeGroup = z.object({ group: GroupName(CHOOSE_GROUP_MESSAGE) });

export const ChangeRole = z.object({ role: z.enum(ROLES, 'Please choose one of the roles') });

export const ChangeRoleAndGroup = z.object({
  ...ChangeRole.partial().shape,
  ...ChangeGroup.partial().shape,
});

export type ChangeRoleAndGroup = z.output<typeof ChangeRoleAndGroup>;

export const USERS_FORM_FIELDS = {
  text: [...AddUser.keyof().options, ...ChangeGroup.keyof().options, 'shownGroup', 'intent', 'id'],
} as const;
