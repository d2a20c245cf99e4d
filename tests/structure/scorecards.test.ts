import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** Writes a card of the viewer's own, or deletes drafts of somebody who leaves. */
const WRITERS = ['app/domain/round/leave.server.ts', 'app/domain/round/save-scorecard.server.ts'];
const READER = 'app/domain/round/reveal.server.ts';

const sources = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file: join('app', file), text: readFileSync(join('app', file), 'utf8') }));

describe('one reader of scorecards (rule 32.5)', () => {
  test('only one file reads the table of scorecards', () => {
    const users = sources.filter(({ text }) =>
      /\bscorecards\b[^;]*from '#db\/schema'|from scorecards\b|join scorecards\b/s.test(
        text.replace(/\/\*\*.*?\*\//gs, ''),
      ),
    );
    expect(users.map(({ file }) => file).sort()).toEqual([...WRITERS, READER].sort());
    for (const { file, text } of users)
      if (file !== READER) expect(text, file).not.toMatch(/(?:from|[jJ]oin)\(scorecards\b/);
  });
});
