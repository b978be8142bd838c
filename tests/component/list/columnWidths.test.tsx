import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createMemoryPlatform, buildSize } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

async function openSizes(search = '', saved: string[] | null = null) {
  const platform = createMemoryPlatform([buildSize(1, 'Small', 'S')])
  platform.replies.set('GET /preferences/columns.sizes', { status: 200, body: { value: saved } })
  platform.replies.set('PUT /preferences/columns.sizes', { status: 200, body: { value: null } })
  const view = await renderConsole(`/sizes${search}`, { platform })
  const separator = await screen.findByRole('separator', { name: 'Width of Name' })
  const findSaved = () => platform.requests.find(({ method }) => method === 'PUT')
  return { ...view, platform, separator, findSaved }
}

const getColumn = (name: string) => document.querySelector(`col[data-column="${name}"]`)

test('the saved widths are rendered, and the last column takes the rest', async () => {
  const { separator } = await openSizes('', ['name', 'code', 'active', 'name:300'])
  expect(separator).toHaveAttribute('aria-valuenow', '300')
  expect(getColumn('name')).toHaveAttribute('width', '300')
  expect(getColumn('active')).not.toHaveAttribute('width')
})

test('arrow keys change a width, which is saved once, beside the chosen columns', async () => {
  const { user, separator, findSaved } = await openSizes('', ['name', 'code', 'active'])
  separator.focus()
  await user.keyboard('{End}')
  // The first event loads the code.
  await waitFor(async () => {
    await user.keyboard('{End}')
    expect(separator).toHaveAttribute('aria-valuenow', '800')
  })
  await waitFor(() => expect(findSaved()).toBeDefined())
  expect(findSaved()?.body).toMatchObject({
    value: expect.arrayContaining(['name', 'code', 'active', 'name:800']),
  })
})

test('a width in the URL changes there', async () => {
  const { user, separator, findSaved, address } = await openSizes('?columns=name,code,active')
  separator.focus()
  await waitFor(async () => {
    await user.keyboard('{End}')
    expect(address()).toContain('name:800')
  })
  expect(findSaved()).toBeUndefined()
})

test('a width that could not be saved is reported, and stays for now', async () => {
  const { user, separator, platform, findSaved } = await openSizes()
  platform.replies.set('PUT /preferences/columns.sizes', { status: 503 })
  separator.focus()
  await waitFor(async () => {
    await user.keyboard('{End}')
    expect(findSaved()).toBeDefined()
  })
  expect(await screen.findByText("Column widths couldn't be saved")).toBeVisible()
  expect(separator).toHaveAttribute('aria-valuenow', '800')
})
