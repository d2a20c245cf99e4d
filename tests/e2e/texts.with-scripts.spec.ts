import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures';

test('a name from right to left leaves what stands after it where it is (rule 3.28)', async ({
  page,
  visit,
  api,
}) => {
  const [id, other] = await api.create(
    { companyName: 'שלום', ceoName: 'נור' },
    { companyName: 'Pinwhistle' },
  );
  await api.request.post(`/api/pipelines/${id}/tasks`, { data: { title: 'שיחה' } });
  /** Whether the second text, which follows the first one, stands to the right of it. */
  const isBefore = (within: Locator, texts: [string, string]) =>
    within.evaluate((root, wanted) => {
      const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      nodes.nextNode();
      const [name, after] = wanted.map((text) => {
        while (!nodes.currentNode.textContent!.includes(text) && nodes.nextNode());
        const range = document.createRange();
        const begin = nodes.currentNode.textContent!.indexOf(text);
        range.setStart(nodes.currentNode, begin);
        range.setEnd(nodes.currentNode, begin + text.length);
        return range.getBoundingClientRect();
      });
      return after!.left >= name!.right - 1;
    }, texts);
  for (const [address, name, after] of [
    ['/dashboard', 'נור', ', CEO'],
    [`/dashboard?details=${id}`, 'שלום', ' - Company Details'],
    [`/pipeline/${other}/merge?other=${id}`, 'שלום', 'of Ana Lindqvist, New'],
    [`/pipeline/${id}/history`, 'שיחה', 'Ana Lindqvist'],
    ['/tasks', 'שיחה', 'שלום'],
  ] as const) {
    await visit(address);
    const root = page.locator(address.includes('details') ? 'dialog h2' : 'main');
    await expect(root).toContainText(name);
    expect.soft(await isBefore(root, [name, after]), address).toBe(true);
  }
});
