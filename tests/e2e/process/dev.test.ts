import { afterAll, beforeAll, expect, test } from 'vitest'
import { develop } from '#scripts/bench/developing.ts'
import type { Developing } from '#scripts/bench/developing.ts'
import { getPrerequisite } from '#tests/support/need.ts'
import { createDatabase } from '#tests/support/servers/newDatabase.ts'

/** `npm run bench` measures how long an edit takes. Here it only has to appear. */
let dev: Developing
beforeAll(async () => {
  const databaseUrl = (await getPrerequisite('postgres'))
    ? await createDatabase('migrated')
    : undefined
  dev = await develop({ ...(databaseUrl ? { databaseUrl } : {}), lookMs: 200 })
  await dev.ready()
})
afterAll(() => dev.end())

test('npm run dev shows an edit made as soon as the console is ready, and later ones', async () => {
  const title = 'className={styles.title}>'
  dev.edit('client/areas/signIn/SignIn.tsx', title, `${title}At once: `)
  await dev.seen(dev.url, 'At once: ')
  dev.edit('client/areas/signIn/SignIn.tsx', 'At once: ', 'A second time: ')
  await dev.seen(dev.url, 'A second time: ')
  dev.edit('shared/areas/signIn/signInMessages.ts', "title: 'Sign in'", "title: 'Come in'")
  await dev.seen(dev.url, 'Come in')
})

test('npm run dev runs the platform from its sources, and shows an edit of it', async () => {
  dev.edit('server/platform/core/http/openapiMessages.ts', 'Reference platform', 'Edited platform')
  expect(await dev.seen(`${dev.platformUrl}/openapi.json`, 'Edited platform')).toBeGreaterThan(0)
})
