/**
 * The content policy forbids `eval`, and reports zod's attempts to use it. A schema decides when it is
 * made, so this is imported before all of them. It writes the settings where `z.config` does: with
 * zod itself, every page would load 22 KB more.
 */
const shared = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
Object.assign((shared.__zod_globalConfig ??= {}), { jitless: true });
