/** What is at work at the moment: who reads or compares which import, who exports. */
export type HoldKind = keyof typeof MOST;

/** How many at once: with one key, and of all keys together. */
const MOST = {
  /** By account. An unread one takes up to half a megabyte. */
  export: { each: 2, all: 100 },
  /** By account. Each holds a file of up to 10 MB. */
  import: { each: 1, all: 8 },
  /** By import. */
  comparison: { each: Infinity, all: Infinity },
};

interface Hold {
  kind: HoldKind;
  key: string;
  holder: unknown;
}

/** Why there is no room: for this key, or for any. */
export type NoRoom = 'each' | 'all';

/** Holders are the processes of a server. */
export class Holds {
  private held: Hold[] = [];

  /** Undefined if it is held now. */
  take(kind: HoldKind, key: string, holder?: unknown): NoRoom | undefined {
    const all = this.held.filter((one) => one.kind === kind);
    if (all.filter((one) => one.key === key).length >= MOST[kind].each) return 'each';
    if (all.length >= MOST[kind].all) return 'all';
    this.held.push({ kind, key, holder });
    return undefined;
  }

  letGo(kind: HoldKind, key: string, holder?: unknown): void {
    const at = this.held.findIndex(
      (one) => one.kind === kind && one.key === key && one.holder === holder,
    );
    if (at >= 0) this.held.splice(at, 1);
  }

  /** Returns the keys of a kind that a holder had, which has died. */
  drop(holder: unknown): Record<HoldKind, string[]> {
    const dropped = this.held.filter((one) => one.holder === holder);
    this.held = this.held.filter((one) => one.holder !== holder);
    const keys = (kind: HoldKind) =>
      dropped.filter((one) => one.kind === kind).map(({ key }) => key);
    return { export: keys('export'), import: keys('import'), comparison: keys('comparison') };
  }
}
