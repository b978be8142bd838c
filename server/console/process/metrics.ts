import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import type { OnRequest } from '../edge/logRequests.ts'
import type { OnExchange } from '../proxy/exchange.ts'

type Metrics = { registry: Registry; onRequest: OnRequest; onExchange: OnExchange }

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/**
 * Creates the metrics (http.md "Process"): requests by route pattern, platform calls and their
 * errors, event loop delay.
 */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'console_request_seconds',
    help: 'Time to respond to a request',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  })
  const calls = new Histogram({
    name: 'console_upstream_seconds',
    help: 'Time from a call to the platform to the last byte of its response',
    buckets,
    registers: [registry],
  })
  const errors = new Counter({
    name: 'console_upstream_faults_total',
    help: 'Calls to the platform that got no response, by kind',
    labelNames: ['code'],
    registers: [registry],
  })
  return {
    registry,
    onRequest: ({ method, route, status, seconds }) =>
      requests.observe({ method, route, status }, seconds),
    onExchange(outcome, seconds) {
      // A call that was rejected immediately says nothing about the platform's speed.
      if (outcome !== 'busy') calls.observe(seconds)
      if (Number.isNaN(Number(outcome))) errors.inc({ code: outcome })
    },
  }
}

/** Creates a separate server for `/metrics`, so that the public port doesn't expose it. */
export function createMetricsServer({ registry }: Pick<Metrics, 'registry'>): Server {
  return createServer((req, res) => {
    if (req.url !== '/metrics') return void res.writeHead(404).end()
    registry.metrics().then(
      (text) => res.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error: unknown) => res.destroy(error instanceof Error ? error : undefined),
    )
  })
}
