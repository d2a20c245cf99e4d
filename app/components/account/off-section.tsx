import { FoldedAct, type Reply } from './act-form';

export function OffSection({ reply }: { reply: Reply }) {
  return (
    <section className="section">
      <h2>Switch off</h2>
      <p>Removes the app, all passkeys and the recovery codes.</p>
      <FoldedAct
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
