import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDevCommand } from '#scripts/bench/devCommand.ts'
import type { DevCommand } from '#scripts/bench/devCommand.ts'
import { getPrerequisite } from '#tests/support/getPrerequisite.ts'
import { createDatabase } from '#tests/support/servers/newDatabase.ts'

/** `npm run bench` measures how long an edit takes. Here it only has to appear. */
let dev: DevCommand
beforeAll(async () => {
  const databaseUrl = (await getPrerequisite('postgres'))
    ? await createDatabase('migrated')
    : undefined
  dev = await startDevCommand({ ...(databaseUrl ? { databaseUrl } : {}), pollMs: 200 })
  await dev.waitUntilReady()
})
afterAll(() => dev.stop())

test('npm run dev shows an edit made as soon as the console is ready, and later ones', async () => {
  const title = 'className={styles.title}>'
  dev.editFile('client/areas/signIn/SignIn.tsx', title, `${title}At once: `)
  await dev.waitForText(dev.url, 'At once: ')
  dev.editFile('client/areas/signIn/SignIn.tsx', 'At once: ', 'A second time: ')
  await dev.waitForText(dev.url, 'A second time: ')
  dev.editFile('shared/areas/signIn/signInMessages.ts', "title: 'Sign in'", "title: 'Come in'")
  await dev.waitForText(dev.url, 'Come in')
})

test('npm run dev runs the platform from its sources, and shows an edit of it', async () => {
  dev.editFile(
    'server/platform/core/http/openapiMessages.ts',
    'Reference platform',
    'Edited platform',
  )
  expect(
    await dev.waitForText(`${dev.platformUrl}/openapi.json`, 'Edited platform'),
  ).toBeGreaterThan(0)
})
