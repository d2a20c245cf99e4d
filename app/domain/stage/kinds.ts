import type { StageKind } from '#db/schema';
import type { OptionWithUsage } from '~/domain/option-list/option-lists';

/** The lists that a fund keeps for itself (chapter 23 of docs/product-rules.md). */

export const STAGE_KINDS = [
  'open',
  'won',
  'lost',
  'parked',
] as const satisfies readonly StageKind[];

/** On screen, in messages and in the workbook. */
export const STAGE_LABEL = 'Stage';

export type Stage = OptionWithUsage & { kind: StageKind };

/** Won, lost or parked. */
export function isClosedStage({ kind }: { kind: StageKind }): boolean {
  return kind !== 'open';
}
