import { Form, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Icon } from '~/ui/icon';
import { useRootData } from '~/ui/layout/root-data';
import { SelectionButton } from '~/ui/table/selection';

export const SELECTION_FORM = 'selected-pipelines';

export function SelectionTools({ children }: { children?: ReactNode }) {
  const { pathname, search } = useLocation();
  const isStaff = useRootData()?.viewer?.isStaff;
  return (
    <Form id={SELECTION_FORM} method="get" action={`${pathname}/delete`} className="list-tools">
      <input type="hidden" name="back" value={pathname + search} />
      <SelectionButton form={SELECTION_FORM}>
        <Icon name="delete" />
        Delete Selected
      </SelectionButton>
      {isStaff && (
        <SelectionButton form={SELECTION_FORM} formAction="/admin/pipelines/owner" className="btn">
          <span>
            Transfer<span className="max-sm:sr-only"> Selected</span>
          </span>
        </SelectionButton>
      )}
      <SelectionButton form={SELECTION_FORM} formAction="/selected" className="btn">
        <span>
          Change<span className="max-sm:sr-only"> or Export Selected</span>
        </span>
      </SelectionButton>
      {children}
    </Form>
  );
}
