import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from './fixtures';
import { expectMessage } from './steps';

test.describe('the export (rules 5.6, 8.1 and 8.6)', () => {
  test("the list downloads as a workbook with the screen's filters", async ({
    page,
    visit,
    api,
    signUp,
  }) => {
    const ben = await signUp('Ben');
    await ben.api.create({ companyName: 'Not mine' });
    await api.create(
      { companyName: 'Ibex & <Thistle>', fundingRound: 'Seed' },
      { companyName: 'Other round', fundingRound: 'A' },
    );
    await visit('/dashboard?round=Seed');
    const downloaded = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export Excel' }).click();
    const download = await downloaded;
    expect(download.suggestedFilename()).toBe(
      `vc-pipelines-${new Date().toISOString().slice(0, 10)}.xlsx`,
    );
    await expectMessage(page, 'Export successful', 'Pipeline data has been exported to Excel');
    // Reads the file with another library than the one that wrote it.
    const files = unzipSync(readFileSync(await download.path()));
    const sheet = strFromU8(files['xl/worksheets/sheet1.xml']!);
    expect(sheet).toContain('Ibex &amp; &lt;Thistle&gt;');
    expect(sheet).toContain('CFO/COO');
    expect(sheet).not.toContain('Other round');
    expect(sheet).not.toContain('Not mine');
  });
});
