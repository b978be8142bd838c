import { readFileSync, readdirSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { screenshots } from '#scripts/screenshots/screenshots.ts'
import { routes } from '#shared/navigation/routes.ts'
import type { Route } from '#shared/navigation/routes.ts'

const docs = 'client/docs/screens.md'
const folder = 'client/docs/screens'

/** The text under each heading of the second or third level. */
const sections = readFileSync(docs, 'utf8')
  .split(/^###? /m)
  .slice(1)

const table: readonly Route[] = routes

test.each(routes.map(({ path }) => path))('%s has a section with its pictures', (path) => {
  const { name, narrow } = screenshots[path]
  const section = sections.find((text) => text.includes(`\n\`${path}\` - `)) ?? ''
  expect(section).toContain(`](screens/${name}.png)`)
  if (narrow) expect(section).toContain(`](screens/${name}-360.png)`)
})

test("every list at a route's parameter is named", () => {
  const lists = table.flatMap(({ path, lists = [] }) =>
    lists.map(({ param }) => `\`${path}?${param}\``),
  )
  const text = sections.join('')
  expect(lists.filter((list) => !text.includes(list))).toEqual([])
})

test('the folder has only these pictures, five narrow ones, and less than 4 MB', () => {
  const names = Object.values(screenshots).flatMap(({ name, narrow }) =>
    narrow ? [`${name}.png`, `${name}-360.png`] : [`${name}.png`],
  )
  const files = readdirSync(folder)
  expect(files.toSorted()).toEqual(names.toSorted())
  expect(files.filter((name) => name.endsWith('-360.png'))).toHaveLength(5)
  const bytes = files.map((name) => statSync(`${folder}/${name}`).size)
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(4_000_000)
})
