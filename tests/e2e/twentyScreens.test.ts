import { execFile } from 'node:child_process'
import { appendFile, cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes } from '#shared/navigation/routes.ts'
import { startConsole } from '../support/servers/consoleProcess.ts'
import { measureFirstLoad } from '../support/browser/firstLoad.ts'
import { play, startRecordingUpstream } from '../support/servers/recordingUpstream.ts'

const copy = resolve('.cache/twentyScreens')
const dist = join(copy, 'dist')
const parts = ['client', 'machines', 'server', 'shared', 'scripts', 'package.json', 'tsconfig.json']
const numbers = Array.from({ length: 20 }, (_, at) => at + 1)

/** Returns the source of a plain resource. */
const buildDefinition = (n: number) => `
import { text, toggle } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'

export const plain${n} = defineResource({
  name: 'plain${n}', path: '/plain${n}', title: { one: 'thing ${n}', many: 'things ${n}' }, about: 'Things of kind ${n}.',
  permission: 'Sizes', fields: { name: text('Name', { max: 40 }), active: toggle('Active') },
  list: { columns: ['name', 'active'], search: ['name'], sort: 'name' }, api: { unique: [['name']] }, relations: { label: 'name' },
})
`

/** Inserts lines into a file of the copy after a marker. */
async function insert(path: string, marker: string, lines: (n: number) => string) {
  const file = join(copy, path)
  const source = await readFile(file, 'utf8')
  if (!source.includes(marker)) throw new Error(`${path} has no ${marker}`)
  await writeFile(
    file,
    source.replace(marker, () => marker + numbers.map(lines).join('\n')),
  )
}

beforeAll(async () => {
  await rm(copy, { recursive: true, force: true })
  await mkdir(copy, { recursive: true })
  await Promise.all(parts.map((part) => cp(part, join(copy, part), { recursive: true })))
  await symlink(resolve('node_modules'), join(copy, 'node_modules'))
  for (const n of numbers) {
    await writeFile(join(copy, `shared/areas/colors/plain${n}.ts`), buildDefinition(n))
  }
  const index = 'shared/areas/index.ts'
  await insert(index, 'readonly Resource[] = [', (n) => `  plain${n},`)
  const imports = numbers.map((n) => `import { plain${n} } from './colors/plain${n}.ts'\n`)
  await appendFile(join(copy, index), imports.join(''))
  await insert(
    'shared/navigation/routes.ts',
    'export const routes = [',
    (n) =>
      `  { path: '/plain${n}', title: 'Things ${n}', permission: 'Sizes', menu: true, group: 'Catalog' },`,
  )
  await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    `const { build } = await import(${JSON.stringify(join(copy, 'scripts/build.mjs'))}); await build()`,
  ])
})
afterAll(() => rm(copy, { recursive: true, force: true }))

/** An added route. It has no screen of its own, so it shows the list of its resource. */
const plainRoute = { path: '/plain7', title: 'Things 7', permission: 'Sizes', menu: true } as const

test('twenty more plain resources add only their route entries and definitions to what other screens load', async () => {
  const maxExtraBytes = 20 * 120 // Compressed: a route's path, title, and group, and a definition.
  for (const route of routes) {
    const [before, after] = await Promise.all([
      measureFirstLoad('dist', route),
      measureFirstLoad(dist, route),
    ])
    expect(after.scripts.length, route.path).toBe(before.scripts.length)
    expect(after.bytes - before.bytes, route.path).toBeLessThan(maxExtraBytes)
  }
  const { bytes } = await measureFirstLoad(dist, plainRoute)
  expect(bytes).toBeLessThanOrEqual(231_500)
})

test('an added plain resource runs in the production build', async () => {
  const upstream = await startRecordingUpstream()
  const page = { next: null, previous: null, total: 1, totalIsCapped: false }
  const record = { id: 1, version: 1, name: 'The first', active: true }
  upstream.on(
    'GET /users/roles/details',
    play.json(200, { user: { id: 7, storeId: 3, sIdentifier: 1 }, permissions: [] }),
  )
  upstream.on('GET /plain7', play.json(200, { data: [record], page }))
  const console = await startConsole(upstream.url, {}, dist)
  const response = await fetch(`${console.url}/plain7`, {
    headers: { cookie: 'apiToken=t; storeId=3; userId=7', 'sec-fetch-site': 'same-origin' },
  })
  const html = await response.text()
  await console.stop()
  await upstream.stop()
  expect(response.status).toBe(200)
  expect(html).toContain('The first')
  const { scripts } = await measureFirstLoad(dist, plainRoute)
  expect(scripts.filter((script) => !html.includes(script))).toEqual([])
})
