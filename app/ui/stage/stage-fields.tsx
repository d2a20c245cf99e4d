import { STAGE_LABEL } from '~/domain/stage/kinds';
import type { OfferedStages } from '~/domain/stage/offered.server';
import { type FieldState, Select } from '~/ui/form/fields';
import { toStageOptions } from './stage-options';

interface StageFieldsProps {
  stage: FieldState;
  reason: FieldState;
  offered: OfferedStages;
  current?: string | string[] | null;
  unchanged?: string;
}

/** Asks for a stage. The style sheet hides the reason unless that stage closes the deal. */
export function StageFields({ stage, reason, offered, current, unchanged }: StageFieldsProps) {
  const { stages, reasons, isReasonRequired } = offered;
  return (
    <>
      <Select
        field={stage}
        label={STAGE_LABEL}
        options={toStageOptions(stages, current)}
        empty={unchanged}
      />
      <div className="why">
        <Select
          field={reason}
          label="Reason for closing"
          options={reasons.map((name) => ({ value: name, label: name }))}
          empty={isReasonRequired ? 'Choose a reason' : 'None'}
        />
      </div>
    </>
  );
}
