// NODE_OPTIONS='--expose-gc --import …/collect-garbage.mjs': each thread and child process collects garbage when it has worked for a
// while, and at its end. Not more often, as that throws compiled code away, too.
const collect = () => globalThis.gc();
setTimeout(collect, 700).unref();
setInterval(collect, 5_000).unref();
process.on('exit', collect);
