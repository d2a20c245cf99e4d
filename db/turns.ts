interface Turn {
  asker: unknown;
  begin: () => void;
}

/** Who writes next: one at a time, in the order of asking. Askers are the processes of a server. */
export class Turns {
  /** The first of them writes. */
  private queue: Turn[] = [];

  take(asker?: unknown): Promise<void> {
    return new Promise((begin) => {
      this.queue.push({ asker, begin });
      if (this.queue.length === 1) begin();
    });
  }

  /** False, without waiting, if anybody writes or waits. */
  async takeIfIdle(asker?: unknown): Promise<boolean> {
    if (this.queue.length) return false;
    await this.take(asker);
    return true;
  }

  /** Only for the one who writes. */
  end(): void {
    this.queue.shift();
    this.queue[0]?.begin();
  }

  /** An asker that has died neither writes nor waits any more. */
  drop(asker: unknown): void {
    const [writing] = this.queue;
    this.queue = this.queue.filter((turn) => turn.asker !== asker);
    if (this.queue[0] !== writing) this.queue[0]?.begin();
  }
}
