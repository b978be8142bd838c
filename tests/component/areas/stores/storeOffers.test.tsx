import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { createStorePlatform } from '#tests/support/servers/storePlatform.ts'

const read = ['storesRead', 'storesRead:read']
const write = [...read, 'storesRead:write']
const remove = [...read, 'storesRead:delete']
const all = [...write, 'storesRead:delete']

/** Opens the page of a store with these permissions enforced. */
async function openStore(permissions: string[], address: string, more: object = {}) {
  const platform = createStorePlatform(more)
  await renderConsole(`/stores/5${address}`, {
    platform,
    permissions,
    facts: { enforcePermissions: true },
  })
  await screen.findByRole('heading', { name: 'Acme Rewards', level: 1 })
}

const getTexts = (role: string) =>
  screen.queryAllByRole(role, { hidden: true }).map(({ textContent }) => textContent)

describe("The page of a store offers what the operator's permissions allow", () => {
  test.each<[string, string[], string[]]>([
    ['read', read, []],
    ['write', write, ['Duplicate', 'Suspend...', 'Start maintenance...', 'Archive...']],
    ['delete', remove, ['Delete...']],
    ['do all', all, ['Duplicate', 'Suspend...', 'Start maintenance...', 'Archive...', 'Delete...']],
  ])('its menu for an operator who can %s', async (_what, permissions, expected) => {
    await openStore(permissions, '')
    const menu = screen.queryByText('Actions', { exact: false, selector: 'summary *, summary' })
    if (menu) await userEvent.click(menu)
    const actions = getTexts('link').filter((name) =>
      /^(Duplicate|Suspend|Start|Archive|Delete)/.test(String(name)),
    )
    expect(actions).toEqual(expected)
  })

  test.each(['general', 'locale', 'brand', 'access', 'domains'])(
    'the form of %s is read-only without the write permission',
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

  test('verifying DNS requires the write permission', async () => {
    const domainStatus = {
      domain: 'shop.example.org',
      verifiedAt: null,
      problem: 'Missing',
      records: [],
    }
    const openDomains = async (permissions: string[]) => {
      const platform = createStorePlatform({ domain: domainStatus.domain })
      platform.replies.set('GET /stores/5/domain', { status: 200, body: domainStatus })
      const facts = { enforcePermissions: true }
      await renderConsole('/stores/5?tab=domains', { platform, permissions, facts })
      await screen.findByRole('region', { name: 'DNS records' })
    }
    await openDomains(read)
    expect(screen.queryByRole('button', { name: 'Verify domain' })).not.toBeInTheDocument()
    cleanup()
    await openDomains(write)
    expect(screen.getByRole('button', { name: 'Verify domain' })).toBeVisible()
  })

  test.each<[string, string[], boolean]>([
    ['read', read, false],
    ['write', write, true],
    ['delete', remove, true],
  ])('the danger zone for an operator who can %s', async (_what, permissions, isOffered) => {
    await openStore(permissions, '')
    // A tab, and an entry of the menu that lists all tabs.
    expect(screen.queryAllByRole('link', { name: 'Danger zone' })).toHaveLength(isOffered ? 2 : 0)
  })

  test('a URL without permission names the missing permission and who can grant it', async () => {
    await openStore(read, '?tab=danger')
    const sentence = /You need storesRead:(write|delete)\. Ask someone who has it/
    expect(screen.getByText(sentence)).toBeVisible()
    cleanup()
    await openStore(read, '?tab=duplicate')
    expect(screen.getByText(sentence)).toBeVisible()
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  })

  test('the panel of a status change requires the write permission', async () => {
    await openStore(read, '?change=suspend')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    cleanup()
    await openStore(write, '?change=suspend')
    expect(screen.getByRole('dialog')).toBeVisible()
  })

  test('restoring a store that will be deleted requires the delete permission', async () => {
    const deletion = { deleteAfter: '2026-03-01T00:00:00Z', status: 'archived' }
    await openStore(write, '', deletion)
    expect(screen.queryByRole('button', { name: 'Restore store' })).not.toBeInTheDocument()
    cleanup()
    await openStore(remove, '', deletion)
    expect(screen.getByRole('button', { name: 'Restore store' })).toBeVisible()
  })
})

test("a 403 without a permission shows the platform's reason", async () => {
  const platform = createStorePlatform()
  platform.replies.set('GET /stores', { status: 200, body: { data: [] } })
  const detail = 'This account is for some stores only.'
  const forbidden = { status: 403, code: 'forbidden', title: 'No permission', detail }
  platform.replies.set('PATCH /storeDefaults/1', { status: 403, body: forbidden })
  platform.replies.set('GET /themes', { status: 200, body: { data: [] } })
  await renderConsole('/stores?defaults', { platform })
  const email = await screen.findByLabelText(/Support email/)
  await userEvent.clear(email)
  await userEvent.type(email, 'new@example.com')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(detail)).toBeVisible()
})
