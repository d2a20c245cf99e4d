import { Form } from '@remix-run/react';
import { OpenedBy } from '~/ui/form/opened-by';
import { useSubmitAddress } from '~/ui/form/submit-address';

interface RecusalFormProps {
  roundId: number;
  isOpen: boolean;
  typed: string | undefined;
}

/** Shows the reason without a button once the round is closed. */
export function RecusalForm({ roundId, isOpen, typed }: RecusalFormProps) {
  return (
    <Form method="post" action={useSubmitAddress({ round: roundId })} className="card grid gap-2">
      <OpenedBy />
      <input type="hidden" name="round" value={roundId} />
      <h2>Conflict of interest</h2>
      <label htmlFor="recusal" className="label">
        Why you should not score this deal
      </label>
      <textarea
        id="recusal"
        name="recusal"
        rows={2}
        required
        className="input"
        defaultValue={typed}
      />
      {isOpen && (
        <button name="intent" value="recuse" className="btn justify-self-start">
          Recuse
        </button>
      )}
    </Form>
  );
}
