/** Who writes next: one at a time, in the order of asking. */
export class WriteQueue {
  /** What begins each write. The first of them is running. */
  private queue: (() => void)[] = [];

  /** Resolves when the write may begin. Call `leave` when it is over. */
  enter(): Promise<void> {
    return new Promise((begin) => {
      this.queue.push(begin);
      if (this.queue.length === 1) begin();
    });
  }

  /** Enters only if nothing else is being written. Returns whether it did. */
  enterIfIdle(): boolean {
    if (this.queue.length) return false;
    void this.enter();
    return true;
  }

  leave(): void {
    this.queue.shift();
    this.queue[0]?.();
  }
}
