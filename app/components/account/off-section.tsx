import { ActForm, type Reply } from './act-form';

export function OffSection({ reply }: { reply: Reply }) {
  return (
    <section className="section">
      <h2>Switch off</h2>
      <p>Removes the app, all passkeys and the recovery codes.</p>
      <details open={Boolean(reply)}>
        <summary className="link">Switch off two-step login</summary>
        <div className="mt-4">
          <ActForm
            intent="off"
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
