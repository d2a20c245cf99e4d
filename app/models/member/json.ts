import { z } from 'zod';
import { OwnerAnswer, ownerJson } from '~/models/user/json';

/** On one deal. */
export const MOST_MEMBERS = 500;

export const MembersInput = z.object({
  userIds: z
    .array(z.string('Please send a list of user ids').max(100), 'Please send a list of user ids')
    .max(MOST_MEMBERS, `Please choose at most ${MOST_MEMBERS} colleagues`),
});

export const MemberAnswer = z.object({
  ...OwnerAnswer.shape,
  since: z.iso.datetime().describe('When the colleague was added to the deal.'),
});
export type MemberAnswer = z.output<typeof MemberAnswer>;

export function memberJson({ since, ...user }: OwnerAnswer & { since: Date }): MemberAnswer {
  return { ...ownerJson(user), since: since.toISOString() };
}
