import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

/** Drives a Firefox by WebDriver BiDi (https://w3c.github.io/webdriver-bidi/), as far as the tests need it. */

const TIMEOUT_MS = 30_000;
const POLL_MS = 50;
const ENTER = '\uE007';
/** No welcome page, no update, no report. */
const PREFERENCES = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'intl.accept_languages': 'en-US',
  'signon.rememberSignons': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
};

interface Reply {
  id?: number;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: string;
  message?: string;
}
interface Element {
  sharedId: string;
}
interface LogEntry {
  type: string;
  level: string;
  text: string | null;
}
interface SentRequest {
  isBlocked: boolean;
  request: { request: string; method: string };
}

export type Page = Awaited<ReturnType<typeof openPage>>;

export async function launchFirefox(program: string) {
  const profile = mkdtempSync(join(tmpdir(), 'pipeline-firefox-'));
  const preferences = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), preferences.join('\n'));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'];
  const firefox = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(firefox, 'exit');
  const address = await Promise.race([findAddress(firefox.stderr), exited.then(() => undefined)]);
  if (!address) throw new Error(`${program} did not start.`);
  const page = await openPage(address);
  return {
    page,
    async stop() {
      firefox.kill();
      await exited;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function findAddress(output: NodeJS.ReadableStream): Promise<string | undefined> {
  for await (const line of createInterface({ input: output })) {
    const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
    if (address) {
      output.resume();
      return address;
    }
  }
  return undefined;
}

async function connect(address: string) {
  const socket = new WebSocket(`${address}/session`);
  const waiting = new Map<number, (reply: Reply) => void>();
  const listeners = new Map<string, (params: unknown) => void>();
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply;
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
    else if (reply.method !== undefined) listeners.get(reply.method)?.(reply.params);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  let last = 0;
  const send = async <T>(method: string, params: object): Promise<T> => {
    const id = ++last;
    const answered = new Promise<Reply>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const reply = await answered;
    waiting.delete(id);
    if (reply.error !== undefined)
      throw new Error(`${method}: ${reply.error}: ${reply.message ?? ''}`);
    return reply.result as T;
  };
  const listen = <T>(event: string, listener: (params: T) => void) =>
    void listeners.set(event, listener as (params: unknown) => void);
  return { send, listen };
}

async function openPage(address: string) {
  const { send, listen } = await connect(address);
  await send('session.new', { capabilities: {} });
  const events = ['log.entryAdded', 'network.beforeRequestSent'];
  await send('session.subscribe', { events });
  const { contexts } = await send<{ contexts: [{ context: string }] }>(
    'browsingContext.getTree',
    {},
  );
  const [{ context }] = contexts;

  async function callFunction(declaration: string, args: object[]): Promise<unknown> {
    const answer = await send<{
      type: 'success' | 'exception';
      result: { value?: string };
      exceptionDetails?: { text: string };
    }>('script.callFunction', {
      functionDeclaration: declaration,
      arguments: args,
      awaitPromise: true,
      target: { context },
    });
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails?.text);
    return answer.result.value === undefined ? undefined : JSON.parse(answer.result.value);
  }

  async function evaluate<T, Args extends unknown[]>(
    run: (...args: Args) => T,
    ...args: Args
  ): Promise<Awaited<T>> {
    const declaration = `async (args) => JSON.stringify(await (${run.toString()})(...JSON.parse(args)))`;
    const values = [{ type: 'string', value: JSON.stringify(args) }];
    return (await callFunction(declaration, values)) as Awaited<T>;
  }

  /** Tries again while a page is left for another one. */
  async function waitUntil<T>(what: string, find: () => Promise<T | undefined | false>) {
    let failure: unknown;
    for (const start = Date.now(); Date.now() - start < TIMEOUT_MS; await pause(POLL_MS)) {
      try {
        const found = await find();
        if (found) return found;
        failure = undefined;
      } catch (error) {
        failure = error;
      }
    }
    throw new Error(`Not within ${TIMEOUT_MS} ms: ${what}`, { cause: failure });
  }

  async function locate(locator: object): Promise<Element | undefined> {
    const { nodes } = await send<{ nodes: Element[] }>('browsingContext.locateNodes', {
      context,
      locator,
      maxNodeCount: 1,
    });
    return nodes[0];
  }

  const find = (locator: object) =>
    waitUntil(JSON.stringify(locator), () => locate(locator)) as Promise<Element>;
  const act = (actions: object[]) => send('input.performActions', { context, actions });

  async function clickElement({ sharedId }: Element, count = 1): Promise<void> {
    await callFunction("(element) => void element.scrollIntoView({ block: 'center' })", [
      { sharedId },
    ]);
    const origin = { type: 'element', element: { sharedId } };
    const press = [
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    const steps = Array.from({ length: count }, () => press).flat();
    const actions = [{ type: 'pointerMove', x: 0, y: 0, origin }, ...steps];
    await act([{ type: 'pointer', id: 'mouse', actions }]);
  }

  async function typeKeys(keys: string[]): Promise<void> {
    const actions = keys.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await act([{ type: 'key', id: 'keyboard', actions }]);
  }

  async function focus(selector: string): Promise<void> {
    await find({ type: 'css', value: selector });
    await evaluate((wanted) => document.querySelector<HTMLElement>(wanted)!.focus(), selector);
  }

  return {
    evaluate,
    focus,
    onProblem(report: (text: string) => void) {
      listen<LogEntry>('log.entryAdded', ({ level, text }) => {
        if (level === 'error') report(text ?? 'an error without a text');
      });
    },
    setViewport: (viewport: { width: number; height: number }) =>
      send('browsingContext.setViewport', { context, viewport }),
    goto: (url: string) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    waitForFunction: <Args extends unknown[]>(run: (...args: Args) => unknown, ...args: Args) =>
      waitUntil(run.toString(), async () => Boolean(await evaluate(run, ...args))),
    findByRole: (role: string, name?: string) =>
      find({ type: 'accessibility', value: name === undefined ? { role } : { role, name } }),
    clickElement,
    async click(selector: string) {
      await clickElement(await find({ type: 'css', value: selector }));
    },
    typeText: (text: string) => typeKeys([...text]),
    press: (key: string) => typeKeys([key === 'Enter' ? ENTER : key]),
    async type(selector: string, text: string) {
      await focus(selector);
      await typeKeys([...text]);
    },
    async select(selector: string, value: string) {
      await find({ type: 'css', value: selector });
      await evaluate(
        (wanted, chosen) => {
          const element = document.querySelector<HTMLSelectElement>(wanted)!;
          element.value = chosen;
          for (const type of ['input', 'change'])
            element.dispatchEvent(new Event(type, { bubbles: true }));
        },
        selector,
        value,
      );
    },
    async withoutPosts(work: () => Promise<void>) {
      const { intercept } = await send<{ intercept: string }>('network.addIntercept', {
        phases: ['beforeRequestSent'],
      });
      listen<SentRequest>('network.beforeRequestSent', ({ isBlocked, request }) => {
        if (!isBlocked) return;
        const verdict = request.method === 'POST' ? 'failRequest' : 'continueRequest';
        void send(`network.${verdict}`, { request: request.request });
      });
      await work();
      await send('network.removeIntercept', { intercept });
    },
  };
}
