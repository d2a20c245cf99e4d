import { ConfirmForm, type Reply } from './confirm-form';

export function OffSection({ email, reply }: { email: string; reply: Reply }) {
  return (
    <section className="section">
      <h2>Switch off</h2>
      <p>Removes the app, all passkeys and the recovery codes.</p>
      <details open={Boolean(reply)}>
        <summary className="link">Switch off two-step login</summary>
        <div className="mt-4">
          <ConfirmForm
            intent="off"
            email={email}
            reply={reply}
            title="Two-step login was not switched off"
            button="Switch off"
            isDanger
          />
        </div>
      </details>
    </section>
  );
}
