import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { memoryPlatform, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { noPage, storePlatform, storeRecord } from '#tests/support/servers/storePlatform.ts'

const kept = () => Object.entries(sessionStorage).filter(([name]) => name.startsWith('draft.'))
const panel = () => within(screen.getByRole('dialog'))
const reason = () => panel().getByLabelText(/^Reason/)
const send = () => panel().getByRole('button', { name: 'Suspend' })
const ofReason = (text: string) => [
  ['draft.7.stores.5.status.suspend', JSON.stringify({ reason: [text] })],
]

async function open(answer: { status: number; body?: unknown } = { status: 503 }) {
  const platform = storePlatform()
  platform.replies.set('GET /stores', {
    status: 200,
    body: { data: [storeRecord()], page: noPage },
  })
  platform.replies.set('POST /stores/5/status', answer)
  const shown = await renderConsole('/stores?suspend=5', { platform })
  await screen.findByRole('dialog')
  return shown
}

/** Types a reason into a panel whose session then ends, which reloads the page. */
async function leaveDraft() {
  const { user, actors } = await open()
  await user.type(reason(), 'No contract')
  act(() => actors.session.send({ type: 'session.expired' }))
  cleanup()
}

describe('screens.md, "Every form": what is typed into a small form is kept as a draft', () => {
  test('for this operator, record and question, with every key', async () => {
    await leaveDraft()
    expect(kept()).toEqual(ofReason('No contract'))
  })

  test('and offered back: restoring brings it into the form, which guards it', async () => {
    await leaveDraft()
    const { user } = await open()
    expect(reason()).toHaveValue('')
    await user.click(await panel().findByRole('button', { name: 'Restore' }))
    expect(reason()).toHaveValue('No contract')
    expect(panel().queryByRole('button', { name: 'Restore' })).toBeNull()
    await user.keyboard('{Escape}')
    expect(await screen.findByRole('heading', { name: /Leave/ })).toBeVisible()
    expect(kept()).toEqual(ofReason('No contract'))
  })

  test('leaving it loses the draft too', async () => {
    const { user } = await open()
    await user.type(reason(), 'No contract')
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(kept()).toEqual([])
  })

  test('taking back what was typed leaves none', async () => {
    const { user } = await open()
    await user.type(reason(), 'No')
    await user.clear(reason())
    expect(kept()).toEqual([])
  })

  test('what is wrong with a field that it does not ask for is told anyway', async () => {
    const fields = { plan: 'Plan must not be empty' }
    const { user } = await open({
      status: 422,
      body: { status: 422, code: 'invalid', title: 'No', fields },
    })
    await user.type(reason(), 'No contract')
    await user.click(send())
    expect(await panel().findByRole('alert')).toHaveTextContent('Plan must not be empty')
  })

  test('why it is not possible is told in the words of the platform alone', async () => {
    const problem = { status: 409, code: 'wrong_state', title: 'No', detail: 'Give a key first.' }
    const { user } = await open({ status: 409, body: problem })
    await user.type(reason(), 'No contract')
    await user.click(send())
    expect((await panel().findByRole('alert')).textContent).toBe('Give a key first.')
  })

  test('a refusal keeps it, what was done removes it', async () => {
    const refused = await open()
    await refused.user.type(reason(), 'No contract')
    await refused.user.click(send())
    expect(await panel().findByRole('alert')).toBeVisible()
    expect(kept()).toEqual(ofReason('No contract'))
    cleanup()
    const { user } = await open({ status: 200, body: storeRecord() })
    await user.click(await panel().findByRole('button', { name: 'Restore' }))
    await user.click(send())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(kept()).toEqual([])
  })

  test('what it proposes is none: it is left unasked, and changed it is guarded and kept', async () => {
    const platform = memoryPlatform()
    const setting = { ...stamp, id: 1, name: 'Relay' }
    platform.replies.set('GET /smtpSettings', {
      status: 200,
      body: { data: [setting], page: noPage },
    })
    platform.replies.set('GET /smtpSettings/1', { status: 200, body: setting })
    const { user, router } = await renderConsole('/smtpSettings?duplicate=1', { platform })
    const name = async () => within(await screen.findByRole('dialog')).findByLabelText('Name')
    expect(await name()).toHaveValue('Relay (copy)')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(kept()).toEqual([])

    await router.navigate('/smtpSettings?duplicate=1')
    await user.type(await name(), ' 2')
    expect(kept()).toEqual([
      ['draft.7.smtpSettings.1.duplicate', JSON.stringify({ name: ['Relay (copy) 2'] })],
    ])
    await user.keyboard('{Escape}')
    expect(await screen.findByRole('heading', { name: /Leave/ })).toBeVisible()
  })

  test('a record that was picked is kept, too', async () => {
    const platform = storePlatform()
    const store = storeRecord()
    const theme = { ...stamp, id: 4, name: 'Linen' }
    platform.replies.set('GET /themes', { status: 200, body: { data: [theme], page: noPage } })
    platform.replies.set('GET /themes/4', { status: 200, body: theme })
    platform.replies.set('GET /stores', { status: 200, body: { data: [store], page: noPage } })
    const { user } = await renderConsole('/themes?assign=4', { platform })
    const asked = within(await screen.findByRole('dialog'))
    await user.type(await asked.findByLabelText(/^Stores/), String(store.name))
    await user.click(await asked.findByRole('option'))
    await waitFor(() => expect(kept()[0]?.[1]).toContain(`"storeIds":["${store.id}"]`))
  })

  test('a session that ends while it is sent keeps it', async () => {
    const { user, reload } = await open({ status: 401 })
    await user.type(reason(), 'No contract')
    await user.click(send())
    await waitFor(() => expect(reload).toHaveBeenCalled())
    expect(kept()).toEqual(ofReason('No contract'))
  })
})
