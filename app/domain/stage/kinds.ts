import type { StageKind } from '#db/schema';
import type { OptionWithUsage } from '~/domain/option-list/option-lists';

export const STAGE_KINDS = [
  'open',
  'won',
  'lost',
  'parked',
] as const satisfies readonly StageKind[];

export const STAGE_LABEL = 'Stage';

export type Stage = OptionWithUsage & { kind: StageKind };

export function isClosedStage({ kind }: { kind: StageKind }): boolean {
  return kind !== 'open';
}
