import { eq } from 'drizzle-orm';
import { decisions, pipelines, type Stay, users } from '#db/schema';
import { FIRST_PIPELINES } from '#db/seed/first-pipelines';
import { RECENT_PIPELINES } from '#db/seed/recent-pipelines';
import { SEED_USERS } from '#db/seed/users';
import { transaction } from '#db/transaction';
import { parse } from './refusal';
import { daysAfter } from './models/dates';
import { EvaluationInput } from '~/models/evaluation/schema';
import { saveEvaluation } from '~/models/evaluation/write.server';
import { meetingDueAt } from '~/models/pipeline/options';
import { PipelineInput } from '~/models/pipeline/schema';
import { createPipeline } from '~/models/pipeline/write.server';
import { currentLists, stagesOf } from '~/models/lists/list.server';
import { createUser } from '~/models/user/write.server';

const DAY = 86_400_000;

/** Fills an empty database with demo users and deals, through the functions that serve requests. */
export async function fillDemo(): Promise<void> {
  const now = Date.now();
  const today = new Date(now).toISOString().slice(0, 10);
  const lists = await currentLists();
  const { first } = stagesOf(lists);
  const owners = new Map(
    (await Promise.all(SEED_USERS.map(addSeedUser))).map(({ key, user }) => [key, user]),
  );
  for (const {
    owner,
    createdDaysAgo,
    updatedDaysAgo,
    meetingSetDaysAgo = updatedDaysAgo,
    targetClosingInDays,
    evaluation,
    ...deal
  } of [...FIRST_PIPELINES, ...RECENT_PIPELINES]) {
    const viewer = owners.get(owner)!;
    const targetClosingDate =
      targetClosingInDays === undefined ? undefined : daysAfter(today, targetClosingInDays);
    const id = await createPipeline(viewer, parse(PipelineInput, { ...deal, targetClosingDate }));
    if (evaluation) await saveEvaluation(viewer, id, parse(EvaluationInput, evaluation));
    const nextMeetingSetAt = deal.nextMeetingDate ? new Date(now - meetingSetDaysAgo * DAY) : null;
    const createdAt = new Date(now - createdDaysAgo * DAY);
    const updatedAt = new Date(now - updatedDaysAgo * DAY);
    const times = {
      nextMeetingSetAt,
      meetingDueAt: meetingDueAt({ ...deal, nextMeetingSetAt }, lists),
      stageSince: deal.stage ? updatedAt : createdAt,
      way: deal.stage ? [[first.id, createdAt.getTime()] as Stay] : [],
      createdAt,
      updatedAt,
    };
    await transaction(async (tx) => {
      await tx.update(pipelines).set(times).where(eq(pipelines.id, id));
      const isOfDeal = eq(decisions.pipelineId, id);
      await tx.update(decisions).set({ decidedAt: updatedAt }).where(isOfDeal);
    });
  }
}

async function addSeedUser({ key, group, shown: _, ...newUser }: (typeof SEED_USERS)[number]) {
  const user = await createUser(newUser);
  const decidedAt = newUser.approvalStatus === 'rejected' ? new Date() : null;
  await transaction(async (tx) =>
    tx.update(users).set({ group, decidedAt }).where(eq(users.id, user.id)),
  );
  return { key, user };
}
