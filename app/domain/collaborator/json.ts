import { z } from 'zod';
import { OwnerAnswer, ownerJson } from '~/domain/user/json';

export const MAX_COLLABORATORS_PER_DEAL = 500;

export const CollaboratorsInput = z.object({
  userIds: z
    .array(z.string('Please send a list of user ids').max(100), 'Please send a list of user ids')
    .max(
      MAX_COLLABORATORS_PER_DEAL,
      `Please choose at most ${MAX_COLLABORATORS_PER_DEAL} collaborators`,
    ),
});

export const CollaboratorAnswer = z.object({
  ...OwnerAnswer.shape,
  since: z.iso.datetime().describe('When the collaborator was added to the deal.'),
});
export type CollaboratorAnswer = z.output<typeof CollaboratorAnswer>;

export function toCollaboratorJson({
  since,
  ...user
}: OwnerAnswer & { since: Date }): CollaboratorAnswer {
  return { ...ownerJson(user), since: since.toISOString() };
}
