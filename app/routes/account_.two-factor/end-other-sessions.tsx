import { DefaultCheckedBox, type FieldState } from '~/ui/form/fields';

export function EndOtherSessionsBox({ field }: { field: FieldState }) {
  return (
    <DefaultCheckedBox field={field}>
      Sign out all other sessions
      <span className="hint block">They were signed in without the second step.</span>
    </DefaultCheckedBox>
  );
}
