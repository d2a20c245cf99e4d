import type { OfferedValues } from '~/domain/deal/offered-values';
import { BULK_LABELS, type BulkField } from '~/domain/operations/bulk-fields';
import { CLEAR_VALUE } from '~/domain/option-list/option-lists';
import type { OfferedStages } from '~/domain/stage/offered.server';
import { createField, FieldError, Select, TextArea } from '~/ui/form/fields';
import { StageFields } from '~/ui/stage/stage-fields';

interface BulkFieldsProps {
  submission: string;
  offered: Pick<OfferedValues, 'fundingRound' | 'nextMeetingDate'>;
  stages: OfferedStages;
  sent?: Partial<Record<BulkField, string>>;
  errors?: { path: string; message: string }[];
}

export function BulkFields({
  submission,
  offered,
  stages,
  sent = {},
  errors = [],
}: BulkFieldsProps) {
  const getFieldProps = (name: BulkField) => {
    const error = errors.find(({ path }) => path === name)?.message;
    return { field: createField(name, sent[name], error), label: BULK_LABELS[name] };
  };
  const getChoiceProps = (name: 'fundingRound' | 'nextMeetingDate') => ({
    ...getFieldProps(name),
    options: [...offered[name], { value: CLEAR_VALUE, label: 'None' }],
    empty: 'Leave unchanged',
  });
  return (
    <div className="grid gap-4">
      <input type="hidden" name="submission" value={submission} />
      <StageFields
        stage={getFieldProps('stage').field}
        reason={getFieldProps('reason').field}
        offered={stages}
        unchanged="Leave unchanged"
      />
      <Select {...getChoiceProps('fundingRound')} />
      <Select {...getChoiceProps('nextMeetingDate')} />
      <TextArea {...getFieldProps('note')} rows={3} />
      <div role="alert" className="empty:hidden">
        <FieldError id="bulk-error" message={errors.find(({ path }) => !path)?.message} />
      </div>
    </div>
  );
}
