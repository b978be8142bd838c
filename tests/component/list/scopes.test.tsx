import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createMemoryPlatform, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

const value = {
  ...stamp,
  id: 3,
  label: 'Chest',
  attributeId: 7,
  code: 'chest',
  swatch: null,
  position: 1,
  active: true,
}

function createPlatformWithValues() {
  const platform = createMemoryPlatform()
  const page = { next: 'further', previous: null, total: 30, totalIsCapped: false }
  const setReply = (call: string, body: object) => platform.replies.set(call, { status: 200, body })
  setReply('GET /attributes/7', { ...stamp, id: 7, label: 'Print' })
  platform.replies.set('GET /attributes/8', {
    status: 404,
    body: { status: 404, code: 'not_found', title: 'No' },
  })
  setReply('GET /subAttributes', { data: [value], page })
  setReply('GET /subAttributes/3', value)
  setReply('GET /subAttributes/3/uses', { data: [] })
  setReply('PATCH /subAttributes/3', { ...value, version: 2 })
  setReply('POST /subAttributes', { ...value, id: 4 })
  setReply('POST /subAttributes/many', { data: [value, value] })
  setReply('DELETE /subAttributes/3', {})
  return platform
}

const path = '/attributes/7/subAttributes'
async function openList(search = '', platform = createPlatformWithValues()) {
  const view = await renderConsole(path + search, { platform })
  await screen.findByRole('navigation', { name: 'Pages' })
  return { ...view, platform }
}
const getHrefs = () => screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '')

describe('A list within a parent record', () => {
  test("loads only the parent's records, in their order, without the parent's column and filter", async () => {
    const { platform } = await openList()
    const listRequest = platform.requests.find((request) => request.path === '/subAttributes')
    expect(Object.fromEntries(listRequest?.search ?? [])).toEqual({
      'filter[attributeId][eq]': '7',
    })
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(heads).toEqual(['', 'Label', 'Swatch', 'Code', 'Position', 'Active', 'Actions'])
    expect(screen.queryByRole('combobox', { name: 'Attribute' })).toBeNull()
    expect(screen.queryByRole('checkbox', { name: 'Attribute' })).toBeNull()
    expect(screen.getByText('30 attribute values')).toBeVisible()
  })

  test('is titled by its parent and is below Attributes in the breadcrumbs', async () => {
    await openList()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Print')
    const trail = within(screen.getByRole('navigation', { name: 'Breadcrumbs' }))
    expect(trail.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Dashboard',
      'Attributes',
      'Sub Attributes',
    ])
  })

  test('has only links that stay in it, in its panels too', async () => {
    await openList('?edit=3&search=c')
    const links = within(screen.getByRole('main')).getAllByRole('link')
    // A link without a URL points past the edge of the page.
    const [files, pages] = [true, false].map((isFile) =>
      links
        .filter((link) => link.hasAttribute('download') === isFile)
        .flatMap((link) => link.getAttribute('href') ?? []),
    )
    expect(
      pages?.filter((href) => !href.startsWith(path) && !/^\/(dashboard|attributes)$/.test(href)),
    ).toEqual([])
    // Downloads contain only the parent's records.
    expect(files?.every((href) => /filter%5B\w+%5D%5Beq%5D=/.test(href))).toBe(true)
    expect(getHrefs()).toEqual(expect.arrayContaining([`${path}?search=c`]))
  })

  test('stays in the parent when paging and searching', async () => {
    const { user, address } = await openList()
    await user.click(screen.getByRole('link', { name: 'Next' }))
    await waitFor(() => expect(address()).toBe(`${path}?after=further`))
    await user.type(screen.getByRole('searchbox'), 'x{Enter}')
    await waitFor(() => expect(address()).toBe(`${path}?search=x`))
  })

  test('creates records of its parent and returns to the same view', async () => {
    const { user, platform, address } = await openList('?search=c&create')
    const panel = within(screen.getByRole('dialog'))
    expect(panel.queryByLabelText(/^Attribute/)).toBeNull()
    await user.type(panel.getByLabelText(/^Label/), 'Back')
    expect(panel.getByLabelText(/^Code/)).toHaveValue('back')
    await user.clear(panel.getByLabelText(/^Code/))
    await user.type(panel.getByLabelText(/^Code/), 'top')
    await user.click(panel.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(address()).toBe(`${path}?search=c`))
    expect(platform.writes()[0]?.body).toMatchObject({
      label: 'Back',
      code: 'top',
      attributeId: 7,
    })
  })

  test('edits a record without changing its parent', async () => {
    const { user, platform, address } = await openList('?edit=3')
    const panel = within(screen.getByRole('dialog'))
    await user.type(panel.getByLabelText(/^Label/), 's')
    await user.click(panel.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(address()).toBe(path))
    expect(platform.writes()[0]?.body).toEqual({ label: 'Chests' })
  })

  test('shows an immutable field as read-only', async () => {
    await openList('?edit=3')
    const panel = within(screen.getByRole('dialog'))
    expect(panel.getByLabelText(/^Code/)).toHaveAttribute('readonly')
    expect(panel.getByLabelText(/^Label/)).not.toHaveAttribute('readonly')
  })

  test('deletes a record and stays', async () => {
    const { user, address } = await openList('?delete=3')
    await user.click(screen.getByRole('button', { name: /^Delete/ }))
    await waitFor(() => expect(address()).toBe(path))
  })

  test('pastes several records into its parent', async () => {
    const { user, platform, address } = await openList('?paste')
    await user.type(screen.getByLabelText(/^One per line/), 'Long sleeves{Enter}B, right')
    await user.click(screen.getByRole('button', { name: /^(Create|Add|Save)/ }))
    await waitFor(() => expect(address()).toBe(`${path}?sort=-createdAt`))
    expect(platform.writes().at(-1)?.body).toMatchObject({
      records: [
        { label: 'Long sleeves', code: 'long-sleeves', attributeId: 7 },
        { label: 'B', code: 'right', attributeId: 7 },
      ],
    })
  })

  test.each(['edit', 'delete'])(
    "a record of another parent can't be opened to %s",
    async (kind) => {
      const platform = createPlatformWithValues()
      platform.replies.set('GET /subAttributes/3', {
        status: 200,
        body: { ...value, attributeId: 8 },
      })
      await openList(`?${kind}=3`, platform)
      const panel = within(screen.getByRole('dialog'))
      expect(panel.getByText(/This attribute value doesn't exist/)).toBeVisible()
    },
  )

  test.each(['/attributes/8/subAttributes', '/attributes/me/subAttributes'])(
    "%s: a parent that doesn't exist has no list",
    async (address) => {
      await renderConsole(address, { platform: createPlatformWithValues() })
      expect(await screen.findByRole('alert')).toHaveTextContent("This attribute doesn't exist")
    },
  )
})
