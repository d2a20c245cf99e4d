import { createHash, timingSafeEqual } from 'node:crypto';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { NextFunction, Request, Response } from 'express';
import { databasePath } from '#db/client';
import { getFreeDiskBytes } from '#db/disk';
import { writeQueue } from '#db/transaction';
import { env } from '~/env.server';
import { backupAgeMs, CHECKS, readHealth } from '~/health.server';
import { threadQueues } from '~/threads/pool.server';
import { version } from '~/version.server';

/** `GET /metrics` in Prometheus' text format. Labels have few values, so that series stay few. */

/** Upper bounds of the buckets, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx', 'aborted'] as const;
const CONTENT_TYPE = 'text/plain; charset=utf-8; version=0.0.4';

const responses = Object.fromEntries(CLASSES.map((name) => [name, 0]));
/** Responses in each bucket, and above the last one. */
const durations = { buckets: Array<number>(BUCKETS.length + 1).fill(0), seconds: 0 };
const eventLoop = monitorEventLoopDelay({ resolution: 20 });
if (env.METRICS_TOKEN) eventLoop.enable();

/** Counts each response with its time. */
export function measureRequests(_request: Request, response: Response, next: NextFunction): void {
  const start = performance.now();
  response.once('close', () => {
    const name = response.writableFinished
      ? `${Math.floor(response.statusCode / 100)}xx`
      : 'aborted';
    responses[name] = (responses[name] ?? 0) + 1;
    const seconds = (performance.now() - start) / 1000;
    const bucket = BUCKETS.findIndex((bound) => seconds <= bound);
    durations.buckets[bucket < 0 ? BUCKETS.length : bucket]! += 1;
    durations.seconds += seconds;
  });
  next();
}

export async function answerMetrics(request: Request, response: Response): Promise<void> {
  if (!env.METRICS_TOKEN) return void response.status(404).type('text').send('Not found');
  response.set('Cache-Control', 'no-store');
  if (!hasToken(request, env.METRICS_TOKEN))
    return void response
      .status(401)
      .set('WWW-Authenticate', 'Bearer')
      .type('text')
      .send('Send METRICS_TOKEN as a Bearer token.');
  response.set('Content-Type', CONTENT_TYPE).send(await renderMetrics());
}

/** Takes the same time for every wrong token. */
function hasToken({ headers }: Request, token: string): boolean {
  const [, sent = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(sent), digest(token));
}

interface Sample {
  labels?: Record<string, string>;
  suffix?: string;
  value: number | undefined;
}

/** Lines of one metric; values that are not known are left out. */
function metric(type: string, name: string, help: string, samples: Sample[]): string {
  const lines = samples.flatMap(({ labels = {}, suffix = '', value }) => {
    if (value === undefined) return [];
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
    return [`${name}${suffix}${pairs.length ? `{${pairs.join(',')}}` : ''} ${value}`];
  });
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines].join('\n');
}

const gauge = (name: string, help: string, value: number | undefined) =>
  metric('gauge', name, help, [{ value }]);

async function renderMetrics(): Promise<string> {
  const { checks } = await readHealth();
  const database = databasePath(env.DATABASE_URL);
  const { rss, heapUsed } = process.memoryUsage();
  const backupAge = backupAgeMs();
  const metrics = [
    metric('gauge', 'deal_pipeline_info', 'Version of the program.', [
      { labels: { version, node: process.versions.node }, value: 1 },
    ]),
    metric(
      'counter',
      'http_requests_total',
      'Requests by class of status.',
      CLASSES.map((status) => ({ labels: { status }, value: responses[status] })),
    ),
    metric(
      'histogram',
      'http_request_duration_seconds',
      'Time from a request to the end of its response.',
      durationSamples(),
    ),
    metric(
      'gauge',
      'nodejs_eventloop_delay_seconds',
      'Delay of the event loop since the previous reading.',
      eventLoopSamples(),
    ),
    gauge(
      'process_start_time_seconds',
      'Start of the server.',
      Date.now() / 1000 - process.uptime(),
    ),
    gauge('process_resident_memory_bytes', 'Memory of the process.', rss),
    gauge('nodejs_heap_used_bytes', 'JavaScript objects in use.', heapUsed),
    gauge('deal_pipeline_database_bytes', 'Size of the database.', sizeOf(database)),
    gauge('deal_pipeline_wal_bytes', 'Size of the write-ahead log.', sizeOf(`${database}-wal`)),
    gauge(
      'deal_pipeline_disk_free_bytes',
      'Free space on the disk of the database.',
      await getFreeDiskBytes(dirname(database)).catch(() => undefined),
    ),
    gauge(
      'deal_pipeline_backup_age_seconds',
      'Age of the newest backup.',
      backupAge === undefined ? undefined : Math.round(backupAge / 1000),
    ),
    metric(
      'gauge',
      'deal_pipeline_queue_length',
      'Tasks that wait.',
      Object.entries({ writes: Math.max(0, writeQueue().length - 1), ...threadQueues() }).map(
        ([queue, value]) => ({ labels: { queue }, value }),
      ),
    ),
    metric(
      'gauge',
      'deal_pipeline_check',
      'Checks of /readyz: 1 is ok, 0.5 a warning, 0 a failure.',
      CHECKS.map((check) => ({
        labels: { check },
        value: { ok: 1, warn: 0.5, fail: 0 }[checks[check]],
      })),
    ),
  ];
  return `${metrics.join('\n')}\n`;
}

function durationSamples(): Sample[] {
  let count = 0;
  const buckets = durations.buckets.map((responsesInBucket, index) => ({
    suffix: '_bucket',
    labels: { le: index < BUCKETS.length ? String(BUCKETS[index]) : '+Inf' },
    value: (count += responsesInBucket),
  }));
  return [
    ...buckets,
    { suffix: '_sum', value: durations.seconds },
    { suffix: '_count', value: count },
  ];
}

function eventLoopSamples(): Sample[] {
  const seconds = (nanoseconds: number) => (Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0);
  const samples = [
    { labels: { quantile: '0.5' }, value: seconds(eventLoop.percentile(50)) },
    { labels: { quantile: '0.99' }, value: seconds(eventLoop.percentile(99)) },
    { labels: { quantile: '1' }, value: seconds(eventLoop.max) },
  ];
  eventLoop.reset();
  return samples;
}

function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}
