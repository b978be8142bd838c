import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { storePlatform } from '#tests/support/servers/storePlatform.ts'

const read = ['storesRead', 'storesRead:read']
const write = [...read, 'storesRead:write']
const remove = [...read, 'storesRead:delete']
const all = [...write, 'storesRead:delete']

/** The page of a store for somebody with these permissions, where they are enforced. */
async function openStore(permissions: string[], address: string, more: object = {}) {
  const platform = storePlatform(more)
  await renderConsole(`/stores/5${address}`, {
    platform,
    permissions,
    facts: { enforcePermissions: true },
  })
  await screen.findByRole('heading', { name: 'Acme Rewards', level: 1 })
}

const namesOf = (role: string) =>
  screen.queryAllByRole(role, { hidden: true }).map(({ textContent }) => textContent)

describe('where permissions are enforced, the page of a store offers what its reader may do', () => {
  test.each<[string, string[], string[]]>([
    ['read', read, []],
    ['write', write, ['Duplicate', 'Suspend...', 'Start maintenance...', 'Archive...']],
    ['delete', remove, ['Delete...']],
    ['do all', all, ['Duplicate', 'Suspend...', 'Start maintenance...', 'Archive...', 'Delete...']],
  ])('its menu, to who may %s', async (_what, permissions, expected) => {
    await openStore(permissions, '')
    const menu = screen.queryByText('Actions', { exact: false, selector: 'summary *, summary' })
    if (menu) await userEvent.click(menu)
    const offered = namesOf('link').filter((name) =>
      /^(Duplicate|Suspend|Start|Archive|Delete)/.test(String(name)),
    )
    expect(offered).toEqual(expected)
  })

  test.each(['general', 'locale', 'brand', 'access', 'domains'])(
    'the form of %s is there to be read, and saved by who may write',
    async (tab) => {
      await openStore(read, `?tab=${tab}`)
      expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument()
      const controls = document.querySelectorAll('main :is(input, select, textarea)')
      expect(controls.length).toBeGreaterThan(0)
      for (const control of controls) expect(control).toBeDisabled()
      cleanup()
      await openStore(write, `?tab=${tab}`)
      expect(screen.getByRole('button', { name: 'Save' })).toBeVisible()
    },
  )

  test('DNS is asked by who may write', async () => {
    const own = { domain: 'shop.example.org', verifiedAt: null, problem: 'Missing', records: [] }
    const open = async (permissions: string[]) => {
      const platform = storePlatform({ domain: own.domain })
      platform.replies.set('GET /stores/5/domain', { status: 200, body: own })
      const facts = { enforcePermissions: true }
      await renderConsole('/stores/5?tab=domains', { platform, permissions, facts })
      await screen.findByRole('region', { name: 'DNS records' })
    }
    await open(read)
    expect(screen.queryByRole('button', { name: 'Verify domain' })).not.toBeInTheDocument()
    cleanup()
    await open(write)
    expect(screen.getByRole('button', { name: 'Verify domain' })).toBeVisible()
  })

  test.each<[string, string[], boolean]>([
    ['read', read, false],
    ['write', write, true],
    ['delete', remove, true],
  ])('the danger zone, to who may %s', async (_what, permissions, isOffered) => {
    await openStore(permissions, '')
    expect(screen.queryAllByRole('link', { name: 'Danger zone' })).toHaveLength(isOffered ? 1 : 0)
  })

  test('an address that is not offered says which right it takes, and who grants it', async () => {
    await openStore(read, '?tab=danger')
    const sentence = /You need storesRead:(write|delete)\. Ask someone who has it/
    expect(screen.getByText(sentence)).toBeVisible()
    cleanup()
    await openStore(read, '?tab=duplicate')
    expect(screen.getByText(sentence)).toBeVisible()
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  })

  test('no panel opens for a change of the status', async () => {
    await openStore(read, '?change=suspend')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    cleanup()
    await openStore(write, '?change=suspend')
    expect(screen.getByRole('dialog')).toBeVisible()
  })

  test('a store that is about to be deleted is restored by who may delete', async () => {
    const held = { deleteAfter: '2026-03-01T00:00:00Z', status: 'archived' }
    await openStore(write, '', held)
    expect(screen.queryByRole('button', { name: 'Restore store' })).not.toBeInTheDocument()
    cleanup()
    await openStore(remove, '', held)
    expect(screen.getByRole('button', { name: 'Restore store' })).toBeVisible()
  })
})

test('a refusal without a right says why in the platform’s words', async () => {
  const platform = storePlatform()
  platform.replies.set('GET /stores', { status: 200, body: { data: [] } })
  const detail = 'This account is for some stores only.'
  const refusal = { status: 403, code: 'forbidden', title: 'No permission', detail }
  platform.replies.set('PATCH /storeDefaults/1', { status: 403, body: refusal })
  platform.replies.set('GET /themes', { status: 200, body: { data: [] } })
  await renderConsole('/stores?defaults', { platform })
  const email = await screen.findByLabelText(/Support email/)
  await userEvent.clear(email)
  await userEvent.type(email, 'new@example.com')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(detail)).toBeVisible()
})
