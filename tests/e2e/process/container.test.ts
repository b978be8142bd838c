import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'undici'
import { afterAll, expect, test } from 'vitest'
import { findFreePort } from '#scripts/programs.mjs'
import { operator } from '#tests/support/servers/consoleProcess.ts'
import { getPrerequisite } from '#tests/support/getPrerequisite.ts'

/** The size of debian:bookworm-slim and Node in MB. The limit is 300 (server/docs/deploy.md). */
const runtimeSize = 75 + 127

const folders: string[] = []
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

async function createTemporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'image-'))
  folders.push(folder)
  return folder
}

/** Copies an image's files into a folder, and returns it with the image's command. */
async function unpack(target: string) {
  const dockerfile = await readFile('Dockerfile', 'utf8')
  const stages = dockerfile.split(/^FROM /m)
  const stage = stages.find((text) => text.startsWith(`runtime AS ${target}\n`)) ?? ''
  const folder = await createTemporaryFolder()
  for (const [, from = '', to = ''] of stage.matchAll(/^COPY --from=build \/app\/(\S+) (\S+)$/gm))
    await cp(from, join(folder, to), { recursive: true })
  const [, commandWords = ''] = /^CMD \["node", "(.+)"\]$/m.exec(stage) ?? []
  return {
    folder,
    command: commandWords.split('", "'),
    isUnprivileged: stage.includes('\nUSER 1000:1000\n'),
  }
}

/** Returns every file with its size and time of change, which show whether it was written. */
async function listFiles(folder: string) {
  const names = (await readdir(folder, { recursive: true })).toSorted()
  const files = names.map(async (name) => {
    const { size, mtimeMs } = await stat(join(folder, name))
    return { name, size, mtimeMs }
  })
  return Promise.all(files)
}

/** Runs an image's command with only its files and no temporary folder until `during` ends. */
async function runImage(target: string, env: Record<string, string>, during: () => Promise<void>) {
  const { folder, command, isUnprivileged } = await unpack(target)
  const before = await listFiles(folder)
  const child = spawn(process.execPath, command, {
    cwd: folder,
    env: { NODE_ENV: 'production', LOG_LEVEL: 'warn', TMPDIR: '/none', HOME: '/none', ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exit = once(child, 'exit')
  await Promise.race([
    waitUntilListening(child),
    exit.then(([code]) => expect.fail(`${target} ended with ${code}`)),
  ])
  try {
    await during()
  } finally {
    child.kill('SIGTERM')
  }
  expect(await exit).toEqual([0, null])
  expect(await listFiles(folder)).toEqual(before)
  expect(isUnprivileged).toBe(true)
  const megabytes = before.reduce((sum, { size }) => sum + size, 0) / 1e6
  expect(runtimeSize + megabytes).toBeLessThan(300)
}

/** Resolves when the program listens. The platform reports the steps of its start earlier. */
const waitUntilListening = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    child.on('message', (message) => {
      if (typeof message === 'object' && 'type' in message && message.type === 'listening')
        resolve()
    })
  })

/** Runs another program of an image, and returns its exit code and output. */
async function runOtherProgram(target: string, program: string[], env: Record<string, string>) {
  const { folder } = await unpack(target)
  const child = spawn(process.execPath, program, { cwd: folder, env: { TMPDIR: '/none', ...env } })
  let output = ''
  child.stdout.on('data', (text: Buffer) => (output += text.toString()))
  child.stderr.on('data', (text: Buffer) => (output += text.toString()))
  const [code] = await once(child, 'close')
  return { code, output }
}

test(
  "the images contain all that their programs need, aren't changed by them, and fit into 300 MB",
  { timeout: 600_000 },
  async () => {
    const port = String(await findFreePort())
    const platformPort = String(await findFreePort())
    const data = await createTemporaryFolder()
    // This data has tables. Creating them would make the start take four times as long.
    await cp(await getPrerequisite('dataFolder'), data, { recursive: true })
    const platform = {
      PLATFORM_PORT: platformPort,
      DATA_DIR: data,
      OPERATOR_EMAIL: operator.email,
      OPERATOR_PASSWORD: operator.password,
      DEMO_DATA: 'none',
    }
    const console = { PORT: port, API_BASE_URL: `http://127.0.0.1:${platformPort}` }
    await runImage('platform', platform, () =>
      runImage('console', console, async () => {
        const url = `http://127.0.0.1:${port}`
        const page = await (await request(url)).body.text()
        const [script] = /\/assets\/[^"]+\.js/.exec(page) ?? []
        expect((await request(`${url}${script}`)).statusCode).toBe(200)
        const loginResponse = await request(`${url}/api/auth/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(operator),
        })
        expect(loginResponse.statusCode).toBe(200)
      }),
    )
    const rotation = await runOtherProgram(
      'platform',
      ['dist/platform/secrets.js', 'rotate'],
      platform,
    )
    expect(rotation).toEqual({
      code: 0,
      output: expect.stringMatching(
        /^All secrets are encrypted with key (\w+)\.\nKeys in use, with their secrets and log anchors: \1 \(0\)\./,
      ),
    })
  },
)
