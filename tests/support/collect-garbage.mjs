// Collects garbage in each thread and child process at intervals and at the end:
// NODE_OPTIONS='--expose-gc --import …/collect-garbage.mjs'. Shorter intervals would throw compiled
// code away, too.
const collect = () => globalThis.gc();
setTimeout(collect, 700).unref();
setInterval(collect, 5_000).unref();
process.on('exit', collect);
