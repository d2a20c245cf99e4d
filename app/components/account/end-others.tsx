import { type FieldOf, TickedBox } from '~/components/forms/fields';

/** Offered where the two-step login is turned on. */
export function EndOthers({ field }: { field: FieldOf }) {
  return (
    <TickedBox field={field}>
      Sign out all other sessions
      <span className="hint block">They were signed in without the second step.</span>
    </TickedBox>
  );
}
