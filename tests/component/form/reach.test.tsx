import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { RequestOptions } from '#shared/engine/api.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { defaultsRecord, noPage, storePlatform } from '#tests/support/servers/storePlatform.ts'

const worse = [
  { what: 'Readiness goes down', count: 3, examples: ['Acme', 'Borealis'] },
  { what: 'Text gets too pale to read', count: 1, examples: ['Acme'] },
]

/** The panel of the platform's defaults, whose changes reach so many stores until they are confirmed. */
async function openDefaults(reach: object = {}) {
  const platform = storePlatform()
  platform.replies.set('GET /stores', { status: 200, body: { data: [], page: noPage } })
  const told = { reaches: 143, own: 12, worse: [], ...reach }
  // A token stands for the values that it was told for, as those of the platform do.
  const tokenOf = ({ body }: RequestOptions) => btoa(JSON.stringify(body))
  platform.replies.set('PATCH /storeDefaults/1', (request) =>
    request.search?.get('reach') === tokenOf(request)
      ? { status: 200, body: { ...defaultsRecord, version: 2 } }
      : {
          status: 409,
          body: {
            status: 409,
            code: 'unconfirmed',
            title: 'Not confirmed',
            reach: { ...told, token: tokenOf(request) },
          },
        },
  )
  const shown = await renderConsole('/stores?defaults', { platform })
  const panel = within(await screen.findByRole('dialog'))
  const email = panel.getByLabelText('Support email')
  await shown.user.clear(email)
  await shown.user.type(email, 'new@example.com')
  const save = () => panel.getByRole('button', { name: /^(Save|Change)/ })
  return { ...shown, panel, email, save, platform }
}

test('a save that reaches stores says how many, asks once, and is then done with what it told', async () => {
  const { user, panel, save, platform } = await openDefaults()
  await user.click(save())
  expect(await panel.findByRole('alert')).toHaveTextContent(
    "This changes 143 stores. 12 others have their own values and won't change.",
  )
  expect(save()).toHaveAccessibleName('Change 143 stores')
  expect(panel.getByLabelText('Support email')).toHaveValue('new@example.com')
  await user.click(save())
  await screen.findByText('Saved')
  expect(platform.writes().map(({ body }) => body)).toEqual([
    { supportEmail: 'new@example.com' },
    { supportEmail: 'new@example.com' },
  ])
})

test('what gets worse stands there, with the names of some', async () => {
  const { user, panel, save } = await openDefaults({ worse, own: 0 })
  await user.click(save())
  const items = await within(await panel.findByRole('alert')).findAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Readiness goes down in 3 stores: Acme, Borealis, ...',
    'Text gets too pale to read in 1 store: Acme',
  ])
})

test('Ctrl+S asks like Save does', async () => {
  const { user, save } = await openDefaults({ reaches: 1 })
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(() => expect(save()).toHaveAccessibleName('Change 1 store'))
  expect(screen.queryByText('Saved')).toBeNull()
})

test('other values than those it was told for are asked for anew', async () => {
  const { user, panel, email, save, platform } = await openDefaults()
  await user.click(save())
  await panel.findByRole('alert')
  await user.type(email, 'x')
  expect(panel.queryByRole('alert')).toBeNull()
  expect(save()).toHaveAccessibleName('Save')
  await user.click(save())
  expect(await panel.findByRole('alert')).toHaveTextContent('This changes 143 stores.')
  expect(platform.writes().map(({ search }) => search?.get('reach') ?? null)).toEqual([null, null])
})
