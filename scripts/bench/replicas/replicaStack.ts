import { randomInt } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNginx } from '#tests/support/servers/nginx.ts'
import { ensureNginx } from '../../testPrerequisites.ts'
import { findFreePort } from '../../programs.mjs'
import { UserError } from '../../userError.mjs'
import { getProgramPath, startMeasuredProgram } from '../measuredProgram.ts'
import { startReplica } from './replica.ts'
import { createVisitors } from './visitors.ts'

/**
 * Starts two replicas of the console, nginx in front of them, and a platform that gives these
 * answers at once.
 */
export async function startReplicaStack(answers: Record<string, unknown>) {
  const nginxProgram = await ensureNginx()
  if (nginxProgram === null) throw new UserError('Install nginx to measure replicas.')
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const answersFile = join(folder, 'answers.json')
  await writeFile(answersFile, JSON.stringify(answers))
  const upstream = await startMeasuredProgram(getProgramPath('upstream.mjs'), {
    ANSWERS: answersFile,
  })
  // Addresses of their own, so that no outgoing connection takes the port of a stopped replica.
  const network = `127.${randomInt(1, 255)}.${randomInt(1, 255)}`
  const first = await startReplica(`${network}.2`, upstream.url)
  const second = await startReplica(`${network}.3`, upstream.url)
  const ports = { httpPort: await findFreePort(), httpsPort: await findFreePort() }
  const listening = { host: `${network}.1`, ...ports }
  const nginx = await startNginx(nginxProgram, {
    ...listening,
    replicas: [first.address, second.address],
  })
  const visitors = createVisitors(nginx.certificate, network, listening)
  return {
    replicas: [first, second] as const,
    sendRequest: visitors.sendRequest,
    /** Reads the CPU time that both replicas have used, in seconds. */
    async readCpuSeconds(): Promise<number> {
      const [one, other] = await Promise.all([first.usage(), second.usage()])
      return (one.cpuMs + other.cpuMs) / 1000
    },
    async stop() {
      await visitors.close()
      await nginx.stop()
      await Promise.all([first, second, upstream].map((program) => program.stop()))
      await rm(folder, { recursive: true })
    },
  }
}
