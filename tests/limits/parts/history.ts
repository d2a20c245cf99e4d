import type { Fund } from '../fund';
import { longText, range } from '../texts';

/**
 * 5,000 saves of the full deal, each of which replaced its longest texts: more than twice the changes that a
 * request may read. The 96 MB of the small fund would take longer than a stall may last.
 */
export function addHistory(fund: Fund): void {
  const { server, dealId, now } = fund;
  const count = fund.count(5_000, 2_000);
  function* rows() {
    let before = texts();
    for (const n of range(count)) {
      const after = texts();
      const keys = Object.keys(after) as (keyof typeof after)[];
      const fields = Object.fromEntries(keys.map((key) => [key, [before[key], after[key]]]));
      yield {
        at: now - (count - n) * 1_000,
        actor_id: server.ids.owner,
        actor_email: 'owner@demo.example',
        subject: 'pipeline',
        subject_id: String(dealId),
        subject_name: 'full',
        act: 'changed',
        fields: { ...fields, evaluationScore: [(n % 100) / 10, ((n + 1) % 100) / 10] },
        act_id: `save ${n}`,
        reason: 'r'.repeat(500),
      };
      before = after;
    }
  }
  fund.insert('changes', rows());
}

function texts() {
  return {
    comments: longText(10_000),
    businessIntroduction: longText(10_000),
    keyBusinessNumbers: longText(4_000),
  };
}
