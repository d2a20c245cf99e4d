import { z } from 'zod';
import { ContactInput } from '~/domain/contact/schema';
import { DealInput } from '~/domain/deal/schema';
import { clearable, lineSchema, multilineSchema } from '~/domain/text/schema';
import { completeWebAddress, isWebAddress } from '~/domain/text/web-address';

const MAX_INBOX_TEXT_LENGTH = 5_000;

export const InboxInput = z.object({
  companyName: DealInput.shape.companyName.describe('The name of the company.'),
  contactName: clearable(lineSchema(200)),
  contactEmail: ContactInput.shape.email,
  website: clearable(
    lineSchema(2_000)
      .overwrite(completeWebAddress)
      .refine(
        (text) => !text || isWebAddress(text),
        'Please enter a web address, such as www.acme.com',
      ),
  ),
  text: clearable(multilineSchema(MAX_INBOX_TEXT_LENGTH)),
  industries: DealInput.shape.industries,
  fundingRound: DealInput.shape.fundingRound,
  targetFundingSize: DealInput.shape.targetFundingSize,
  heardFrom: clearable(lineSchema(200)),
});
export type InboxInput = z.output<typeof InboxInput>;
