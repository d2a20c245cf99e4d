import { randomUUID } from 'node:crypto';
import type { Fund } from '../fund';
import { range } from '../texts';

/** Accounts of users with names of 100 characters, all of them approved: more than a deal has collaborators. */
export function addAccounts(fund: Fund): void {
  const { now } = fund;
  const ids = range(fund.count(600, 120)).map(() => randomUUID());
  fund.insert(
    'users',
    ids.map((id, n) => {
      const email = `colleague.${n}@limits.example`;
      const firstName = `Colleague ${n}`.padEnd(100, 'n');
      return {
        id,
        email,
        password: 'x',
        first_name: firstName,
        last_name: `Person ${n}`.padEnd(100, 'm'),
        approval_status: 'approved',
        search_text: `${firstName.toLowerCase()} ${email}`,
        sort_name: firstName.toLowerCase(),
        created_at: now,
        updated_at: now,
      };
    }),
  );
  fund.accountIds = ids;
}
