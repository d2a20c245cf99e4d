import { z } from 'zod';

const moment = z.iso.datetime();

/** When a row was made and last changed, as the API answers it. */
export const TimesAnswer = z.object({ createdAt: moment, updatedAt: moment });
type TimesAnswer = z.output<typeof TimesAnswer>;

export function timesJson({ createdAt, updatedAt }: Record<keyof TimesAnswer, Date>): TimesAnswer {
  return { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
