import { ConfirmPage } from '~/ui/form/confirm-page';

export function DeleteNote({
  company,
  back,
  text,
}: {
  company: string;
  back: string;
  text: string;
}) {
  return (
    <ConfirmPage
      title={`Delete note on ${company}`}
      back={back}
      button="Delete"
      fields={<input type="hidden" name="intent" value="delete" />}
    >
      <p className="mt-2 max-h-60 overflow-auto break-words whitespace-pre-wrap">{text}</p>
      <p className="mt-2 text-ink-muted">The history of the deal keeps its text.</p>
    </ConfirmPage>
  );
}
