import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { flashPart } from '#client/runtime/flashPart.ts'
import { createMemoryPlatform, buildSize } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

const loadTexts = () => import('#client/parts/outcomes/index.ts')
// Messages move into and out of open dialogs.
const wait = { timeout: 10_000 }
const getNotifications = () => within(screen.getByRole('region', { name: 'Notifications' }))

async function saveSize() {
  const platform = createMemoryPlatform([buildSize(1, 'Small', 'S')])
  const { user, address } = await renderConsole('/sizes?edit=1', { platform })
  const panel = within(await screen.findByRole('dialog'))
  await user.clear(panel.getByLabelText('Name'))
  await user.type(panel.getByLabelText('Name'), 'Slim')
  await user.click(panel.getByRole('button', { name: 'Save' }))
  return { platform, address }
}

// Other files of this worker use the texts too.
afterEach(() => flashPart.provide(loadTexts))

test("an outcome whose texts couldn't be loaded is in the next page's URL, which shows it", async () => {
  let isOffline = true
  flashPart.provide(async () => {
    if (!isOffline) return loadTexts()
    isOffline = false
    throw new Error('The texts of outcomes did not load')
  })
  const { platform, address } = await saveSize()
  expect(await screen.findByText('Saved', {}, wait)).toBeVisible()
  expect(getNotifications().queryByRole('button', { name: /^Undo/ })).toBeNull()
  expect(platform.writes()).toMatchObject([{ method: 'PATCH', body: { name: 'Slim' } }])
  expect(address()).not.toContain('notice=')
})

test('an outcome names the record and offers Undo', async () => {
  await saveSize()
  const name = 'Undo the change to Slim'
  expect(await screen.findByRole('button', { name }, wait)).toBeVisible()
  expect(getNotifications().getByRole('link', { name: 'Slim' })).toBeVisible()
})
