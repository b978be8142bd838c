import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../bootstrap.mjs'
import { startMeasuredProgram } from './measuredProgram.ts'

const operator = { email: 'operator@example.com', password: 'correct horse battery' }

/**
 * Starts the built platform, with demo data unless `env` overrides it, and signs in its operator.
 */
export async function startPlatform(env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const platform = await startMeasuredProgram(join(root, 'dist/platform/main.js'), {
    PLATFORM_PORT: '0',
    DATA_DIR: folder,
    OPERATOR_EMAIL: operator.email,
    OPERATOR_PASSWORD: operator.password,
    LOG_LEVEL: 'warn',
    ...env,
  })
  return {
    ...platform,
    token: await signIn(platform.url),
    async stop() {
      await platform.stop()
      await rm(folder, { recursive: true })
    },
  }
}

async function signIn(url: string) {
  const response = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(operator),
  })
  const { token }: { token: string } = await response.json()
  return token
}
