import { buildEmail, filePart, textPart } from '../support/emails';
import { expect, test } from './fixtures';
import { expectMessage } from './steps';

const REPLY = `The pilots pay 400 a month.

On Mon, Nov 23, 2026 at 9:12 AM Ana Ostrander <ana@demo.example> wrote:
> What do the pilots pay?`;

test.describe('emails on a deal (rules 28.4 and 28.5)', () => {
  test(
    'an email becomes a note with its files',
    { tag: '@both' },
    async ({ page, visit, ready, api, accessible }) => {
      const [id] = await api.create({ companyName: 'Wickham Valves' });
      await visit(`/pipeline/${id}`);
      await page.getByText('+ Add emails').click();
      const email = buildEmail({ parts: [textPart(REPLY), filePart('Deck.pdf', '%PDF-1.4')] });
      await page.getByLabel('Emails (.eml)').setInputFiles({
        name: 'reply.eml',
        mimeType: 'message/rfc822',
        buffer: Buffer.from(email),
      });
      await ready();
      await accessible('a deal with the form for emails');
      await page.getByRole('button', { name: 'Add emails' }).click();
      await expectMessage(page, 'Success', '1 email added');
      await expect(page.getByText('The pilots pay 400 a month.')).toBeVisible();
      await expect(page.getByText('What do the pilots pay?')).toBeHidden();
      await page.getByText('Earlier emails and signature').click();
      await expect(page.getByText('What do the pilots pay?')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Deck.pdf', exact: true })).toBeVisible();
      await expect(page.getByText('noor@wickham.example').first()).toBeVisible();
    },
  );
});
