import { type FieldMetadata, getCollectionProps } from '@conform-to/react';
import { useFieldError } from './field-errors';
import { FieldError } from './fields';

interface CheckboxGroupProps {
  field: FieldMetadata<unknown>;
  options: string[];
}

/** Sends the field even if no box is checked, by the hidden input. */
export function CheckboxGroup({ field, options }: CheckboxGroupProps) {
  const error = useFieldError(field);
  return (
    <>
      <div className="flex flex-wrap gap-2" id={field.id}>
        {getCollectionProps(field, { type: 'checkbox', options }).map(({ key, ...box }) => (
          <label key={key} className="check-pill">
            <input {...box} />
            {box.value}
          </label>
        ))}
      </div>
      <input type="hidden" name={field.name} value="" />
      <FieldError id={field.errorId} message={error} />
    </>
  );
}
