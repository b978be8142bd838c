import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaller } from '#tests/api/support/calling.ts'
import { createDatabaseIfPossible } from '#tests/support/servers/newDatabase.ts'
import { startTestPlatform } from '#tests/support/servers/platform.ts'
import type { TestPlatform } from '#tests/support/servers/platform.ts'

const run = promisify(execFile)
let platform: TestPlatform
let folder: string

/** A program that uses the generated client. `client.ts` is next to it. */
const program = `
import * as api from './client.ts'

export async function makeCalls(baseUrl: string, email: string, password: string) {
  api.defaults.baseUrl = baseUrl
  const statuses: number[] = []
  const check = <R extends { status: number }>(result: R): R => {
    statuses.push(result.status)
    return result
  }
  const signIn = check(await api.postAuthLogin({ email, password }))
  if (signIn.status !== 200 || !('token' in signIn.data)) throw new Error('Not signed in')
  api.defaults.headers = { Authorization: \`Bearer \${signIn.data.token}\` }
  const fields: api.NewColor = { name: 'Deep sea', code: 'deep-sea', hex: '#003344', active: true }
  const created = check(await api.postColors(fields, { idempotencyKey: 'deep-sea-1' }))
  if (created.status !== 201 || !('id' in created.data)) throw new Error('No color')
  const { id, version }: { id: number; version: number } = created.data
  check(await api.postColors(fields, { idempotencyKey: 'deep-sea-1' }))
  check(await api.getColorsById(id))
  const changed = check(await api.patchColorsById(id, String(version), { name: 'Deepest sea' }))
  const list = check(
    await api.getColors({ filter: { name: { contains: 'deepest' } }, sort: ['-name'], limit: 5 }),
  )
  check(await api.getColorsByIdHistory(id))
  check(await api.getStores({ filter: { status: { eq: 'active' } } }))
  check(await api.deleteColorsById(id))
  const missing = check(await api.getColorsById(id))
  return {
    statuses,
    listed: list.status === 200 && 'data' in list.data ? list.data.data.map(({ name }) => name) : [],
    changedName: 'name' in changed.data ? changed.data.name : null,
    title: 'title' in missing.data ? missing.data.title : null,
  }
}
`

beforeAll(async () => {
  platform = await startTestPlatform({ databaseUrl: await createDatabaseIfPossible() })
  const { body } = await createCaller(platform)('GET', '/openapi.json')
  // Inside of the project, so that the client finds its runtime.
  await mkdir('.cache', { recursive: true })
  folder = await mkdtemp(resolve('.cache/apiClient-'))
  await writeFile(`${folder}/openapi.json`, JSON.stringify(body))
  await writeFile(`${folder}/program.ts`, program)
  await run(process.execPath, [
    'node_modules/oazapfts/dist/cli.js',
    `${folder}/openapi.json`,
    `${folder}/client.ts`,
  ])
}, 120_000)
afterAll(async () => {
  await platform.stop()
  await rm(folder, { recursive: true, force: true })
})

test('a client generated from the API document compiles, and a program that uses it', async () => {
  const options = '--noEmit --strict --skipLibCheck --allowImportingTsExtensions --ignoreConfig'
  const targets = '--target es2023 --module nodenext --lib es2023,dom --types node'
  const { stdout } = await run(process.execPath, [
    'node_modules/typescript/bin/tsc',
    ...options.split(' '),
    ...targets.split(' '),
    `${folder}/program.ts`,
  ])
  expect(stdout).toBe('')
}, 60_000)

test('the generated client makes ten calls', async () => {
  const { makeCalls } = await import(`${folder}/program.ts`)
  const { email, password } = platform.operator
  expect(await makeCalls(platform.url, email, password)).toEqual({
    statuses: [200, 201, 201, 200, 200, 200, 200, 200, 204, 404],
    listed: ['Deepest sea'],
    changedName: 'Deepest sea',
    title: 'Not found',
  })
})
