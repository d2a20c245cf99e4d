import { z } from 'zod';
import { type Stage, STAGE_KINDS } from './kinds';

export const StageAnswer = z.object({
  id: z.int().positive(),
  name: z.string(),
  kind: z.enum(STAGE_KINDS),
  position: z.int().positive(),
});

export function toStageJson(
  { id, name, kind }: Stage,
  index: number,
): z.output<typeof StageAnswer> {
  return { id, name, kind, position: index + 1 };
}
