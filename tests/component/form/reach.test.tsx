import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { RequestOptions } from '#shared/engine/api.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import {
  storeDefaultsRecord,
  emptyPage,
  createStorePlatform,
} from '#tests/support/servers/storePlatform.ts'

const worse = [
  { what: 'Readiness goes down', count: 3, examples: ['Acme', 'Borealis'] },
  { what: 'Text gets too pale to read', count: 1, examples: ['Acme'] },
]

/** Opens the platform defaults, whose changes need confirmation of their impact. */
async function openDefaults(reach: object = {}) {
  const platform = createStorePlatform()
  platform.replies.set('GET /stores', { status: 200, body: { data: [], page: emptyPage } })
  const impact = { reaches: 143, own: 12, worse: [], ...reach }
  // Like the platform, derives the token from the values it confirms.
  const buildToken = ({ body }: RequestOptions) => btoa(JSON.stringify(body))
  platform.replies.set('PATCH /storeDefaults/1', (request) =>
    request.search?.get('reach') === buildToken(request)
      ? { status: 200, body: { ...storeDefaultsRecord, version: 2 } }
      : {
          status: 409,
          body: {
            status: 409,
            code: 'unconfirmed',
            title: 'Not confirmed',
            reach: { ...impact, token: buildToken(request) },
          },
        },
  )
  const view = await renderConsole('/stores?defaults', { platform })
  const panel = within(await screen.findByRole('dialog'))
  const email = panel.getByLabelText('Support email')
  await view.user.clear(email)
  await view.user.type(email, 'new@example.com')
  const getSaveButton = () => panel.getByRole('button', { name: 'Save' })
  return { ...view, panel, email, getSaveButton, platform }
}

test('a save that affects stores asks once, with their number, and then saves', async () => {
  const { user, panel, getSaveButton, platform } = await openDefaults()
  await user.click(getSaveButton())
  expect(await panel.findByRole('alert')).toHaveTextContent(
    "This affects 143 stores. 12 others have their own values and won't change.",
  )
  expect(panel.getByLabelText('Support email')).toHaveValue('new@example.com')
  await user.click(getSaveButton())
  await screen.findByText('Saved')
  expect(platform.writes().map(({ body }) => body)).toEqual([
    { supportEmail: 'new@example.com' },
    { supportEmail: 'new@example.com' },
  ])
})

test('the question lists what gets worse, with example stores', async () => {
  const { user, panel, getSaveButton } = await openDefaults({ worse, own: 0 })
  await user.click(getSaveButton())
  const items = await within(await panel.findByRole('alert')).findAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Readiness goes down in 3 stores: Acme, Borealis, ...',
    'Text gets too pale to read in 1 store: Acme',
  ])
})

test('a whole sentence about the only record stands alone', async () => {
  const what = "Acme can't take payments until you test and activate the new settings."
  const { user, panel, getSaveButton } = await openDefaults({
    reaches: 1,
    own: 0,
    worse: [{ what, count: 0, examples: [] }],
  })
  await user.click(getSaveButton())
  expect((await panel.findByRole('alert')).textContent).toBe(what)
})

test('Ctrl+S asks for the same confirmation as Save', async () => {
  const { user, panel } = await openDefaults({ reaches: 1 })
  await user.keyboard('{Control>}s{/Control}')
  expect(await panel.findByRole('alert')).toHaveTextContent('This affects 1 store.')
  expect(screen.queryByText('Saved')).toBeNull()
})

test('changed values need a new confirmation', async () => {
  const { user, panel, email, getSaveButton, platform } = await openDefaults()
  await user.click(getSaveButton())
  await panel.findByRole('alert')
  await user.type(email, 'x')
  expect(panel.queryByRole('alert')).toBeNull()
  await user.click(getSaveButton())
  expect(await panel.findByRole('alert')).toHaveTextContent('This affects 143 stores.')
  expect(platform.writes().map(({ search }) => search?.get('reach') ?? null)).toEqual([null, null])
})
