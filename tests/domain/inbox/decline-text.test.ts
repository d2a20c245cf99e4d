import { describe, expect, test } from 'vitest';
import { composeDeclineText } from '~/domain/inbox/decline-text';
import { MAX_DECLINE_LENGTH } from '~/domain/inbox/limits';

describe('the text of a decline (rule 29.5)', () => {
  test('a name like a placeholder stays as it is', () => {
    const item = { companyName: '{contact} $& Ltd', contactName: '{company}' };
    expect(composeDeclineText('{contact}: {company}, {other}', item)).toBe(
      '{company}: {contact} $& Ltd, {other}',
    );
  });

  test('long names leave a text that can be saved', () => {
    const item = { companyName: 'C'.repeat(300), contactName: null };
    const text = composeDeclineText(`{company}${'x'.repeat(1_990)}`, item);
    expect(text).toHaveLength(MAX_DECLINE_LENGTH);
  });
});
