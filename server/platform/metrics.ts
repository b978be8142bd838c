import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import type { ReadReplica, ReplicaState } from './database/readReplica.ts'
import { listen } from './httpServer.ts'

/**
 * Serves Prometheus metrics at `/metrics` on a port of their own, so that the public port doesn't
 * expose them. Throws a `StartupError` that names the port.
 */
export async function startMetrics(
  host: string,
  port: number,
  readReplica: ReadReplica | null,
): Promise<Server> {
  const registry = createMetrics(readReplica)
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
    )
  })
  await listen(server, { host, port })
  return server
}

/** Creates the metrics of the process, and those of the replica if there is one. */
export function createMetrics(readReplica: Pick<ReadReplica, 'getState'> | null): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  if (readReplica) addReplicaMetrics(registry, () => readReplica.getState())
  return registry
}

function addReplicaMetrics(registry: Registry, getState: () => ReplicaState): void {
  registry.registerMetric(
    new Gauge({
      name: 'platform_replica_used',
      help: 'Whether reads go to the replica',
      registers: [],
      collect() {
        this.set(getState().isUsed ? 1 : 0)
      },
    }),
  )
  registry.registerMetric(
    new Gauge({
      name: 'platform_replica_lag_seconds',
      help: 'How far the replica is behind; NaN while it is down',
      registers: [],
      collect() {
        const { lagMs } = getState()
        this.set(lagMs === null ? NaN : lagMs / 1000)
      },
    }),
  )
  registry.registerMetric(
    new Counter({
      name: 'platform_replica_reads_total',
      help: 'Reads that may go to the replica, by where they went',
      labelNames: ['to'],
      registers: [],
      collect() {
        this.reset()
        for (const [to, count] of Object.entries(getState().reads)) this.inc({ to }, count)
      },
    }),
  )
}
