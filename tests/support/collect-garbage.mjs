// NODE_OPTIONS='--expose-gc --import …/collect-garbage.mjs': garbage is collected every 20 ms, in each thread and child process.
setInterval(() => globalThis.gc(), 20).unref();
