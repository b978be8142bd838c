import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { memoryPlatform, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

const part = {
  ...stamp,
  id: 3,
  label: 'Chest',
  attributeId: 7,
  code: 'chest',
  swatch: null,
  position: 1,
  active: true,
}

function platformOfParts() {
  const platform = memoryPlatform()
  const page = { next: 'further', previous: null, total: 30, totalIsCapped: false }
  const ok = (call: string, body: object) => platform.replies.set(call, { status: 200, body })
  ok('GET /attributes/7', { ...stamp, id: 7, label: 'Print' })
  platform.replies.set('GET /attributes/8', {
    status: 404,
    body: { status: 404, code: 'not_found', title: 'No' },
  })
  ok('GET /subAttributes', { data: [part], page })
  ok('GET /subAttributes/3', part)
  ok('GET /subAttributes/3/uses', { data: [] })
  ok('PATCH /subAttributes/3', { ...part, version: 2 })
  ok('POST /subAttributes', { ...part, id: 4 })
  ok('POST /subAttributes/many', { data: [part, part] })
  ok('DELETE /subAttributes/3', {})
  return platform
}

const path = '/attributes/7/subAttributes'
async function openList(search = '', platform = platformOfParts()) {
  const shown = await renderConsole(path + search, { platform })
  await screen.findByRole('navigation', { name: 'Pages' })
  return { ...shown, platform }
}
const hrefs = () => screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '')

describe('a list under a parent', () => {
  test('is asked for within it, in its own order, and shows neither its column nor its filter', async () => {
    const { platform } = await openList()
    const listed = platform.requests.find((request) => request.path === '/subAttributes')
    expect(Object.fromEntries(listed?.search ?? [])).toEqual({ 'filter[attributeId][eq]': '7' })
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(heads).toEqual(['', 'Label', 'Swatch', 'Code', 'Position', 'Active', 'Actions'])
    expect(screen.queryByRole('combobox', { name: 'Attribute' })).toBeNull()
    expect(screen.queryByRole('checkbox', { name: 'Attribute' })).toBeNull()
    expect(screen.getByText('30 attribute values')).toBeVisible()
  })

  test('is headed by the name of its parent, and stands under the attributes in the breadcrumbs', async () => {
    await openList()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Print')
    const trail = within(screen.getByRole('navigation', { name: 'Breadcrumbs' }))
    expect(trail.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Dashboard',
      'Attributes',
      'Sub Attributes',
    ])
  })

  test('every link of it and of its panels leads into it', async () => {
    await openList('?edit=3&search=c')
    const own = within(screen.getByRole('main')).getAllByRole('link')
    // What has no address leads nowhere: a neighbour beyond the page's edge.
    const [files, lost] = [true, false].map((isFile) =>
      own
        .filter((link) => link.hasAttribute('download') === isFile)
        .flatMap((link) => link.getAttribute('href') ?? []),
    )
    expect(
      lost?.filter((href) => !href.startsWith(path) && !/^\/(dashboard|attributes)$/.test(href)),
    ).toEqual([])
    // Files hold what is in it alone.
    expect(files?.every((href) => /filter%5B\w+%5D%5Beq%5D=/.test(href))).toBe(true)
    expect(hrefs()).toEqual(expect.arrayContaining([`${path}?search=c`]))
  })

  test('goes on to the next page, and is searched, where it is', async () => {
    const { user, address } = await openList()
    await user.click(screen.getByRole('link', { name: 'Next' }))
    await waitFor(() => expect(address()).toBe(`${path}?after=further`))
    await user.type(screen.getByRole('searchbox'), 'x{Enter}')
    await waitFor(() => expect(address()).toBe(`${path}?search=x`))
  })

  test('makes records of its parent, and goes back to where it was', async () => {
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

  test('changes a record without touching whose it is', async () => {
    const { user, platform, address } = await openList('?edit=3')
    const panel = within(screen.getByRole('dialog'))
    await user.type(panel.getByLabelText(/^Label/), 's')
    await user.click(panel.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(address()).toBe(path))
    expect(platform.writes()[0]?.body).toEqual({ label: 'Chests' })
  })

  test('shows what was given once, and does not let it be changed', async () => {
    await openList('?edit=3')
    const panel = within(screen.getByRole('dialog'))
    expect(panel.getByLabelText(/^Code/)).toHaveAttribute('readonly')
    expect(panel.getByLabelText(/^Label/)).not.toHaveAttribute('readonly')
  })

  test('deletes, and stays', async () => {
    const { user, address } = await openList('?delete=3')
    await user.click(screen.getByRole('button', { name: /^Delete/ }))
    await waitFor(() => expect(address()).toBe(path))
  })

  test('takes many of its parent', async () => {
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

  test.each(['edit', 'delete'])('the record of another is not there to %s', async (kind) => {
    const platform = platformOfParts()
    platform.replies.set('GET /subAttributes/3', { status: 200, body: { ...part, attributeId: 8 } })
    await openList(`?${kind}=3`, platform)
    const panel = within(screen.getByRole('dialog'))
    expect(panel.getByText(/This attribute value doesn't exist/)).toBeVisible()
  })

  test.each(['/attributes/8/subAttributes', '/attributes/me/subAttributes'])(
    '%s: a parent that is not there has no list',
    async (address) => {
      await renderConsole(address, { platform: platformOfParts() })
      expect(await screen.findByRole('alert')).toHaveTextContent("This attribute doesn't exist")
    },
  )
})
