import { closeDatabase, openDatabase } from '#db/client';
import { appUrl, env } from '~/env.server';
import { type DamagedText, listDamagedTexts } from '~/models/history/damaged-texts.server';

/** npm run damaged-texts: lists damaged texts with their last undamaged value. Changes nothing. */

function lines({ dealId, companyName, field, now, before }: DamagedText): string[] {
  const actor = before?.actorEmail ?? 'Deal Pipeline';
  return [
    `Deal ${dealId}, ${companyName}: ${field}`,
    `  now     ${JSON.stringify(now)}`,
    before
      ? `  before  ${JSON.stringify(before.value)}, until ${before.at.toISOString()} (${actor})`
      : '  before  the history holds no undamaged value',
    `  restore ${appUrl}/pipeline/${dealId}/history`,
  ];
}

try {
  openDatabase(env.DATABASE_URL);
  const damaged = await listDamagedTexts();
  console.log([...damaged.flatMap(lines), `Damaged texts: ${damaged.length}`].join('\n'));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  closeDatabase();
}
