// node --import ./tests/support/month-ahead.mjs …: the process's clock is 31 days ahead.
const { now } = Date;
const AHEAD = 31 * 86_400_000;

globalThis.Date = class extends Date {
  constructor(...given) {
    super(...(given.length ? given : [now() + AHEAD]));
  }
  static now() {
    return now() + AHEAD;
  }
};
