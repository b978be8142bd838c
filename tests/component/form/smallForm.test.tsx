import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { createMemoryPlatform, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { emptyPage, createStorePlatform, buildStore } from '#tests/support/servers/storePlatform.ts'

const getDrafts = () => Object.entries(sessionStorage).filter(([name]) => name.startsWith('draft.'))
const getPanel = () => within(screen.getByRole('dialog'))
const getReasonInput = () => getPanel().getByLabelText(/^Reason/)
const getSubmitButton = () => getPanel().getByRole('button', { name: 'Suspend' })
const buildDrafts = (text: string) => [
  ['draft.7.stores.5.status.suspend', JSON.stringify({ reason: [text] })],
]

async function open(reply: { status: number; body?: unknown } = { status: 503 }) {
  const platform = createStorePlatform()
  platform.replies.set('GET /stores', {
    status: 200,
    body: { data: [buildStore()], page: emptyPage },
  })
  platform.replies.set('POST /stores/5/status', reply)
  const view = await renderConsole('/stores?suspend=5', { platform })
  await screen.findByRole('dialog')
  return view
}

/** Types a reason into a panel whose session then expires, which reloads the page. */
async function leaveDraft() {
  const { user, actors } = await open()
  await user.type(getReasonInput(), 'No contract')
  act(() => actors.session.send({ type: 'session.expired' }))
  cleanup()
}

describe('screens.md, "Every form": a small form saves a draft', () => {
  test('a draft is saved for this operator, record, and form', async () => {
    await leaveDraft()
    expect(getDrafts()).toEqual(buildDrafts('No contract'))
  })

  test('Restore puts a draft into the form, which then guards it', async () => {
    await leaveDraft()
    const { user } = await open()
    expect(getReasonInput()).toHaveValue('')
    await user.click(await getPanel().findByRole('button', { name: 'Restore' }))
    expect(getReasonInput()).toHaveValue('No contract')
    expect(getPanel().queryByRole('button', { name: 'Restore' })).toBeNull()
    await user.keyboard('{Escape}')
    expect(await screen.findByRole('heading', { name: /Leave/ })).toBeVisible()
    expect(getDrafts()).toEqual(buildDrafts('No contract'))
  })

  test('leaving discards a draft', async () => {
    const { user } = await open()
    await user.type(getReasonInput(), 'No contract')
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(getDrafts()).toEqual([])
  })

  test('clearing the input removes a draft', async () => {
    const { user } = await open()
    await user.type(getReasonInput(), 'No')
    await user.clear(getReasonInput())
    expect(getDrafts()).toEqual([])
  })

  test("a rejection shows an error of a field that isn't in the form", async () => {
    const fields = { plan: 'Plan must not be empty' }
    const { user } = await open({
      status: 422,
      body: { status: 422, code: 'invalid', title: 'No', fields },
    })
    await user.type(getReasonInput(), 'No contract')
    await user.click(getSubmitButton())
    expect(await getPanel().findByRole('alert')).toHaveTextContent('Plan must not be empty')
  })

  test("a change that isn't allowed shows only the platform's reason", async () => {
    const problem = { status: 409, code: 'wrong_state', title: 'No', detail: 'Give a key first.' }
    const { user } = await open({ status: 409, body: problem })
    await user.type(getReasonInput(), 'No contract')
    await user.click(getSubmitButton())
    expect((await getPanel().findByRole('alert')).textContent).toBe('Give a key first.')
  })

  test('a rejected write keeps a draft, and a successful one removes it', async () => {
    const rejected = await open()
    await rejected.user.type(getReasonInput(), 'No contract')
    await rejected.user.click(getSubmitButton())
    expect(await getPanel().findByRole('alert')).toBeVisible()
    expect(getDrafts()).toEqual(buildDrafts('No contract'))
    cleanup()
    const { user } = await open({ status: 200, body: buildStore() })
    await user.click(await getPanel().findByRole('button', { name: 'Restore' }))
    await user.click(getSubmitButton())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(getDrafts()).toEqual([])
  })

  test("a proposed value isn't a draft until it is changed", async () => {
    const platform = createMemoryPlatform()
    const setting = { ...stamp, id: 1, name: 'Relay' }
    platform.replies.set('GET /smtpSettings', {
      status: 200,
      body: { data: [setting], page: emptyPage },
    })
    platform.replies.set('GET /smtpSettings/1', { status: 200, body: setting })
    const { user, router } = await renderConsole('/smtpSettings?duplicate=1', { platform })
    const findNameInput = async () =>
      within(await screen.findByRole('dialog')).findByLabelText('Name')
    expect(await findNameInput()).toHaveValue('Relay (copy)')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(getDrafts()).toEqual([])

    await router.navigate('/smtpSettings?duplicate=1')
    await user.type(await findNameInput(), ' 2')
    expect(getDrafts()).toEqual([
      ['draft.7.smtpSettings.1.duplicate', JSON.stringify({ name: ['Relay (copy) 2'] })],
    ])
    await user.keyboard('{Escape}')
    expect(await screen.findByRole('heading', { name: /Leave/ })).toBeVisible()
  })

  test('a draft includes selected records', async () => {
    const platform = createStorePlatform()
    const store = buildStore()
    const theme = { ...stamp, id: 4, name: 'Linen' }
    platform.replies.set('GET /themes', { status: 200, body: { data: [theme], page: emptyPage } })
    platform.replies.set('GET /themes/4', { status: 200, body: theme })
    platform.replies.set('GET /stores', { status: 200, body: { data: [store], page: emptyPage } })
    const { user } = await renderConsole('/themes?assign=4', { platform })
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(await dialog.findByLabelText(/^Stores/), String(store.name))
    await user.click(await dialog.findByRole('option'))
    await waitFor(() => expect(getDrafts()[0]?.[1]).toContain(`"storeIds":["${store.id}"]`))
  })

  test('a session that expires during a write keeps a draft', async () => {
    const { user, reload } = await open({ status: 401 })
    await user.type(getReasonInput(), 'No contract')
    await user.click(getSubmitButton())
    await waitFor(() => expect(reload).toHaveBeenCalled())
    expect(getDrafts()).toEqual(buildDrafts('No contract'))
  })
})
