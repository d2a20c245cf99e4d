interface Turn {
  asker: unknown;
  begin: () => void;
}

/** Where writes take their turns: of this process alone, or of all processes of a server. */
export interface WriteTurns {
  take(): Promise<void>;
  /** False, without waiting, if anybody writes or waits. */
  takeIfIdle(): Promise<boolean>;
  /** Only for the one who writes. */
  end(): unknown;
}

/** Who writes next: one at a time, in the order of asking. Askers are the processes of a server. */
export class Turns implements WriteTurns {
  /** The first of them writes. */
  private queue: Turn[] = [];

  take(asker?: unknown): Promise<void> {
    return new Promise((begin) => {
      this.queue.push({ asker, begin });
      if (this.queue.length === 1) begin();
    });
  }

  async takeIfIdle(asker?: unknown): Promise<boolean> {
    if (this.queue.length) return false;
    await this.take(asker);
    return true;
  }

  end(): void {
    this.queue.shift();
    this.queue[0]?.begin();
  }

  get isAwaited(): boolean {
    return this.queue.length > 1;
  }

  /** An asker that has died neither writes nor waits any more. */
  drop(asker: unknown): void {
    const [writing] = this.queue;
    this.queue = this.queue.filter((turn) => turn.asker !== asker);
    if (this.queue[0] !== writing) this.queue[0]?.begin();
  }
}

/** How many writes of a process may follow each other while others wait. */
const MOST_AT_ONCE = 10;

/**
 * Those of one of several processes. Each turn that all share serves up to ten writes that wait here:
 * to ask for every single one halves the rate of writes.
 */
export class TurnsInBatches implements WriteTurns {
  private own = new Turns();
  /** How many more writes the shared turn serves; 0 without one. */
  private left = 0;

  constructor(private shared: WriteTurns) {}

  async take(): Promise<void> {
    await this.own.take();
    if (this.left) return;
    await this.shared.take();
    this.left = MOST_AT_ONCE;
  }

  async takeIfIdle(): Promise<boolean> {
    if (!(await this.own.takeIfIdle())) return false;
    const isIdle = await this.shared.takeIfIdle();
    if (isIdle) this.left = MOST_AT_ONCE;
    else this.own.end();
    return isIdle;
  }

  end(): void {
    this.left--;
    if (!this.own.isAwaited) this.left = 0;
    if (!this.left) this.shared.end();
    this.own.end();
  }
}
