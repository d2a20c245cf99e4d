import { CopyButton } from '~/ui/copy-button';

export function AssistantSetup({ url, token = 'TOKEN' }: { url: string; token?: string }) {
  const server = { type: 'http', url, headers: { Authorization: `Bearer ${token}` } };
  const configuration = JSON.stringify({ mcpServers: { 'deal-pipeline': server } }, null, 2);
  return (
    <section className="section" aria-labelledby="assistant">
      <h2 id="assistant">For an assistant</h2>
      <p>
        An assistant that speaks the Model Context Protocol (MCP) can search and read what you can
        see. With a token that may write, it also adds notes, tasks and deals, changes deals and
        moves their stage, never more than you may. It deletes nothing, and the history names the
        token.
      </p>
      <p>
        Address: <code className="break-all select-all">{url}</code>
      </p>
      <pre className="letter break-all select-all" aria-label="Configuration for a desktop client">
        {configuration}
      </pre>
      <p>
        <CopyButton text={configuration} label="Copy configuration" />
      </p>
    </section>
  );
}
