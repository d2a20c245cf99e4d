/** An account that used more than half of a limit within the last minute. */
export interface Use {
  account: string;
  limit: string;
  used: number;
  most: number;
  /** When its minute ends, in ms since 1970. */
  until: number;
}

const uses = new Map<string, Use>();
const MOST_USES = 100;

/** Keeps it if it is more than half. */
export function noteUse(use: Use): void {
  if (use.used * 2 <= use.most) return;
  const key = keyOf(use);
  if (!uses.has(key)) forgetOver();
  if (!uses.has(key) && uses.size >= MOST_USES) return;
  uses.set(key, use);
}

const keyOf = ({ limit, account }: Use) => `${limit} ${account}`;

function forgetOver(): void {
  for (const [key, { until }] of uses) if (until <= Date.now()) uses.delete(key);
}

/** At most 100, those of this process. */
export function latestUses(): Use[] {
  forgetOver();
  return [...uses.values()];
}

/** Of all processes: each account and limit once, the nearest to its limit first. */
export function joinedUses(all: Use[]): Omit<Use, 'until'>[] {
  const most = new Map<string, Use>();
  for (const use of all)
    if (use.used > (most.get(keyOf(use))?.used ?? 0)) most.set(keyOf(use), use);
  return [...most.values()]
    .map(({ until: _, ...use }) => use)
    .sort((a, b) => b.used / b.most - a.used / a.most)
    .slice(0, MOST_USES);
}
