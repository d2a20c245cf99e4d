import { z } from 'zod';
import type { User } from '#db/schema';
import { TimestampsAnswer, toTimestampsJson } from '~/domain/timestamps-json';
import { GROUPS } from './fields';

/** Accepts any text; the OpenAPI document lists the groups. */
export const GroupName = (message?: string) => z.string(message).meta({ enum: GROUPS });

const text = z.string().nullable();

export const UserAnswer = z.object({
  id: z.string(),
  email: z.string(),
  firstName: text,
  lastName: text,
  profileImageUrl: text,
  isAdmin: z.boolean().describe('true has the same rights as the role admin.'),
  role: z.enum(['user', 'manager', 'admin']),
  approvalStatus: z.enum(['pending', 'approved', 'rejected']),
  group: GroupName(),
  ...TimestampsAnswer.shape,
});
export type UserAnswer = z.output<typeof UserAnswer>;

export const OwnerAnswer = z.object({ id: z.string(), firstName: text, email: z.string() });
export type OwnerAnswer = z.output<typeof OwnerAnswer>;

export const LoginAnswer = z.object({ user: UserAnswer });
export const SignupAnswer = z.object({ user: UserAnswer, requiresApproval: z.boolean() });

/** Lists the fields one by one so that nothing private slips out. */
export function toUserJson({
  id,
  email,
  firstName,
  lastName,
  profileImageUrl,
  isAdmin,
  role,
  approvalStatus,
  group,
  ...times
}: Pick<User, keyof UserAnswer>): UserAnswer {
  const name = { firstName, lastName, profileImageUrl };
  return { id, email, ...name, isAdmin, role, approvalStatus, group, ...toTimestampsJson(times) };
}

export function ownerJson({ id, firstName, email }: OwnerAnswer): OwnerAnswer {
  return { id, firstName, email };
}
