import { eq } from 'drizzle-orm';
import { db } from '#db/client';
import { type Pipeline, pipelines } from '#db/schema';
import { transaction } from '#db/transaction';
import { attempt, refusalOf } from '~/attempt.server';
import { parse } from '~/refusal';
import { answerTo } from '~/web/http/json.server';
import type { Viewer } from '~/models/access';
import { PipelineInput } from '~/models/pipeline/schema';
import { createPipeline } from '~/models/pipeline/write.server';

/** Deals and cookies in tests. */

/** Every specified field filled in, each with a text of its own; a field that is missing here does not compile. */
export const FULL_DEAL = {
  companyName: '森の会社',
  ceoName: 'Mei',
  cooName: 'Cho',
  cfoName: 'Visitor',
  industries: ['AI', 'Space'],
  businessIntroduction: ' Line 1\n\nLine 2 ',
  keyBusinessNumbers: 'ARR 1',
  fundingRound: 'Z',
  targetFundingSize: '$5M',
  targetClosingDate: '2028-02-29',
  evaluationScore: 7.5,
  nextMeetingDate: '30 days',
  comments: '<b>&"',
} satisfies Required<Omit<PipelineInput, 'fields' | 'stage'>>;

/** Records a deal the way a request would. Returns its id. */
export async function addPipeline(
  owner: Viewer,
  fields: Record<string, unknown> = {},
): Promise<number> {
  return createPipeline(owner, parse(PipelineInput, { companyName: 'Acme', ...fields }));
}

/** The row as it is stored. */
export async function storedPipeline(id: number): Promise<Pipeline | undefined> {
  const [row] = await db.select().from(pipelines).where(eq(pipelines.id, id));
  return row;
}

export async function countPipelines(): Promise<number> {
  return db.$count(pipelines);
}

export async function clearDeals(): Promise<void> {
  await transaction(async (tx) => tx.delete(pipelines));
}

/** `name=value` of a cookie that an answer sets, as the browser sends it back; undefined when it is not set. */
export function cookieOf(answer: Response, name: string): string | undefined {
  return answer.headers
    .getSetCookie()
    .find((set) => set.startsWith(`${name}=`))
    ?.split(';', 1)[0];
}

/** The messages of a `Validation Error` by path, in order. */
export async function errorsOf(answer: Response): Promise<Record<string, string[]>> {
  const { errors } = (await answer.json()) as { errors: { path: string; message: string }[] };
  const messagesByPath: Record<string, string[]> = {};
  for (const { path, message } of errors) (messagesByPath[path] ??= []).push(message);
  return messagesByPath;
}

/** Waits for what a domain function or a guard refuses, as it is answered. */
export async function thrownBy(work: Promise<unknown>): Promise<Response> {
  const thrown: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  const refused = refusalOf(thrown);
  if (refused) return answerTo(refused);
  if (thrown instanceof Response) return thrown;
  throw new Error(`Nothing was refused: ${String(thrown)}`, { cause: thrown });
}

/** The status of what is refused; 200 when nothing is. */
export async function statusOf(work: Promise<unknown>): Promise<number> {
  return (await attempt(() => work)).refused?.status ?? 200;
}

/** The status of what is refused, and the first field that it names. */
export async function refused(work: Promise<unknown>): Promise<[number?, string?]> {
  const { refused: refusal } = await attempt(() => work);
  return [refusal?.status, refusal?.errors?.[0]?.path];
}
