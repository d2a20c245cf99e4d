import type { FullConfig, Reporter, Suite, TestError } from '@playwright/test/reporter';

/** Prints `N passed, N failed` as the last line. */
export default class Count implements Reporter {
  private suite?: Suite;
  private brokenOutside = 0;

  onBegin(_config: FullConfig, suite: Suite): void {
    this.suite = suite;
  }

  onError(_error: TestError): void {
    this.brokenOutside++;
  }

  onExit(): Promise<void> {
    const outcomes =
      this.suite?.allTests().map((test) => (test.results.length ? test.outcome() : 'skipped')) ??
      [];
    const passed = outcomes.filter((outcome) => outcome === 'expected').length;
    const failed = outcomes.filter(
      (outcome) => outcome === 'unexpected' || outcome === 'flaky',
    ).length;
    console.log(`${passed} passed, ${failed + this.brokenOutside} failed`);
    return Promise.resolve();
  }
}
