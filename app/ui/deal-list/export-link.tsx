import { useState } from 'react';
import { Icon } from '~/ui/icon';
import { showToast } from '~/ui/toast/show-toast';

export function ExportLink({ query }: { query: string }) {
  const [isBusy, setIsBusy] = useState(false);
  const address = `/api/pipelines/export${query}`;

  async function download() {
    setIsBusy(true);
    try {
      const response = await fetch(address);
      if (!response.ok) throw new Error(`${response.status}: ${response.statusText}`);
      const name =
        /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ??
        'vc-pipelines.xlsx';
      const link = document.createElement('a');
      link.href = URL.createObjectURL(await response.blob());
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
      showToast({ title: 'Export successful', text: 'Pipeline data has been exported to Excel' });
    } catch {
      showToast({ title: 'Export failed', text: 'Failed to export pipeline data', failed: true });
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <a
      href={address}
      className="btn"
      aria-disabled={isBusy || undefined}
      onClick={(event) => {
        event.preventDefault();
        if (!isBusy) void download();
      }}
    >
      {isBusy ? <span className="spinner" /> : <Icon name="download" className="max-xl:hidden" />}
      {isBusy ? 'Exporting…' : 'Export Excel'}
    </a>
  );
}
