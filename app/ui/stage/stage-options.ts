import type { OfferedStages } from '~/domain/stage/offered.server';
import type { SelectOption } from '~/ui/form/select-behavior';

/**
 * Marks stages that would close the deal, for which the style sheet shows the reason; not its
 * `current` one.
 */
export function toStageOptions(
  stages: OfferedStages['stages'],
  current?: string | string[] | null,
): SelectOption[] {
  return stages.map(({ name, isClosed }) => ({
    value: name,
    label: name,
    className: isClosed && name !== current ? 'closes' : undefined,
  }));
}
