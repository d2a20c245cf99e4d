import { describe, expect, test } from 'vitest';
import { createCastForAll } from '../support/cast';
import { buildEmail, textPart } from '../support/emails';
import { buildHostileEmail, HOSTILE_KINDS } from '../support/hostile-emails';
import { postEmail } from '../support/inbox';

const people = createCastForAll();

describe('hostile emails (rule 28.3)', () => {
  test.each(HOSTILE_KINDS.map((kind, n) => [kind, n] as const))(
    '%s is read as far as it can be',
    async (_, n) => {
      const { bytes, kept } = buildHostileEmail(n);
      const { status, body } = await postEmail(people.maren, bytes);
      if (kept === undefined) return expect(status).toBe(400);
      expect(status).toBe(201);
      const { subject, text, files } = body;
      expect([subject, text, ...files.map(({ name }) => name)].join('\n')).toContain(kept);
    },
  );

  test('a text that takes too long to split is kept whole', async () => {
    const text = `Top\n${'\n'.repeat(50_000)}Bottom`;
    const { status, body } = await postEmail(people.maren, buildEmail({ parts: [textPart(text)] }));
    expect([status, body.text?.slice(0, 3)]).toEqual([201, 'Top']);
  });
});
