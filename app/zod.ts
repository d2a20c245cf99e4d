/**
 * Turns off zod's `eval`, which the content policy forbids and reports. Imported before all
 * schemas. Sets the global that `z.config` sets, because zod itself would add 22 KB to every page.
 */
const shared = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
shared.__zod_globalConfig = { ...shared.__zod_globalConfig, jitless: true };
