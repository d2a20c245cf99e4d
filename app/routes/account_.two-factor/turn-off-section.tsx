import { CollapsedIntentForm, type IntentReply } from './intent-form';

export function TurnOffSection({ reply }: { reply: IntentReply }) {
  return (
    <section className="section">
      <h2>Switch off</h2>
      <p>Removes the app, all passkeys and the recovery codes.</p>
      <CollapsedIntentForm
        summary="Switch off two-step login"
        intent="off"
        reply={reply}
        title="Two-step login was not switched off"
        button="Switch off"
        isDanger
      />
    </section>
  );
}
