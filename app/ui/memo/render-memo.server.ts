import type { MemoContent } from '~/domain/memo/compose.server';
import { type MemoOptions, renderMemoView } from './memo-document';
import { loadMemoView } from './memo-view.server';

export async function renderMemo(content: MemoContent, options?: MemoOptions): Promise<string> {
  return renderMemoView(await loadMemoView(content), options);
}
