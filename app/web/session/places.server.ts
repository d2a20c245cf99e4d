/** How many of a kind of work run at once: for one account, and for all together. */
interface Limits {
  each: number;
  all: number;
}

/** Why there is no place: the account has all of its own, or others have all that there are. */
export type NoPlace = 'each' | 'all';

/** The places of one kind of work, kept in memory. */
export class Places {
  private taken = new Map<string, number>();

  constructor(private limits: Limits) {}

  /** Returns why there is none, or undefined: then the account has one until `release`. */
  acquire(account: string): NoPlace | undefined {
    const own = this.taken.get(account) ?? 0;
    if (own >= this.limits.each) return 'each';
    const all = [...this.taken.values()].reduce((sum, count) => sum + count, 0);
    if (all >= this.limits.all) return 'all';
    this.taken.set(account, own + 1);
    return undefined;
  }

  release(account: string): void {
    const own = this.taken.get(account) ?? 0;
    if (own > 1) this.taken.set(account, own - 1);
    else this.taken.delete(account);
  }
}
