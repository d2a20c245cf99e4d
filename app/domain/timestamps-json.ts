import { z } from 'zod';

const moment = z.iso.datetime();

export const TimestampsAnswer = z.object({ createdAt: moment, updatedAt: moment });
type TimestampsAnswer = z.output<typeof TimestampsAnswer>;

export function toTimestampsJson({
  createdAt,
  updatedAt,
}: Record<keyof TimestampsAnswer, Date>): TimestampsAnswer {
  return { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
