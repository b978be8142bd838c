import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test } from 'vitest'
import { memoryPlatform, sizeRecord } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

async function openList(search = '') {
  const platform = memoryPlatform([sizeRecord(1, 'Small', 'S'), sizeRecord(2, 'Medium', 'M')])
  const shown = await renderConsole(`/sizes${search}`, { platform })
  await screen.findByRole('navigation', { name: 'Pages' })
  return shown
}

/** A click, and whether the browser was left to follow the link; it then goes no further, since jsdom has no pages. */
function isLeftToTheBrowser(link: Element, init: MouseEventInit = {}): boolean {
  let isLeft: boolean | undefined
  const last = (event: Event) => {
    isLeft = !event.defaultPrevented
    event.preventDefault()
  }
  window.addEventListener('click', last)
  fireEvent.click(link, init)
  window.removeEventListener('click', last)
  if (isLeft === undefined) throw new Error('The click did not arrive')
  return isLeft
}

/** A link that no component of ours made. */
function anchor(attributes: Record<string, string>): HTMLElement {
  const element = document.createElement('a')
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append('Elsewhere')
  document.body.append(element)
  onTestFinished(() => element.remove())
  return element
}

const menuLink = (name: string) =>
  within(screen.getByRole('navigation', { name: 'Main menu' })).getByRole('link', { name })

describe('a link of the console', () => {
  test('is followed without a new document, as one more entry of the history', async () => {
    const { address, router, user } = await openList()
    await user.click(screen.getByRole('link', { name: 'Small' }))
    await screen.findByRole('dialog')
    expect(address()).toBe('/sizes?edit=1')
    expect(router.state.historyAction).toBe('PUSH')
  })

  test('is followed on Enter', async () => {
    const { address, user } = await openList()
    screen.getByRole('link', { name: 'Medium' }).focus()
    await user.keyboard('{Enter}')
    await screen.findByRole('dialog')
    expect(address()).toBe('/sizes?edit=2')
  })

  test('is followed when what stands in it is clicked', async () => {
    const { address, user } = await openList()
    await user.click(within(menuLink('Colors')).getByText('Colors'))
    await waitFor(() => expect(address()).toBe('/colors'))
  })

  test('to the page one is on makes no entry of the history', async () => {
    const { router, user } = await openList()
    await user.click(menuLink('Sizes'))
    await waitFor(() => expect(router.state.historyAction).toBe('REPLACE'))
  })

  test('leaves the page where it is scrolled to, if it says so', async () => {
    const { router, user } = await openList()
    await user.click(screen.getByRole('link', { name: 'Small' }))
    await screen.findByRole('dialog')
    expect(router.state.preventScrollReset).toBe(true)
    await user.click(menuLink('Sizes'))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(router.state.preventScrollReset).toBe(false)
  })

  test.each([
    { how: 'with Ctrl', init: { ctrlKey: true } },
    { how: 'with the command key', init: { metaKey: true } },
    { how: 'with Shift', init: { shiftKey: true } },
    { how: 'with Alt', init: { altKey: true } },
    { how: 'by another button', init: { button: 1 } },
  ])('is left to the browser when it is clicked $how', async ({ init }) => {
    const { address } = await openList()
    expect(isLeftToTheBrowser(screen.getByRole('link', { name: 'Small' }), init)).toBe(true)
    expect(address()).toBe('/sizes')
  })

  test('does nothing when its click was taken already', async () => {
    const { address } = await openList()
    const link = anchor({ href: '/dashboard' })
    link.addEventListener('click', (event) => event.preventDefault())
    expect(isLeftToTheBrowser(link)).toBe(false)
    expect(address()).toBe('/sizes')
  })

  test.each([
    { what: 'another window', attributes: { href: '/sizes?edit=1', target: '_blank' } },
    { what: 'a download', attributes: { href: '/api/sizes.csv', download: '' } },
    { what: 'another origin', attributes: { href: 'https://elsewhere.example/sizes' } },
    { what: 'another origin without its scheme', attributes: { href: '//elsewhere.example/' } },
    { what: 'another origin in disguise', attributes: { href: '/\\elsewhere.example/' } },
    { what: 'a letter', attributes: { href: 'mailto:someone@example.com' } },
    { what: 'a place on the page', attributes: { href: '#content' } },
    { what: 'nowhere', attributes: {} },
  ])('to $what is left to the browser', async ({ attributes }) => {
    const { address } = await openList()
    expect(isLeftToTheBrowser(anchor(attributes))).toBe(true)
    expect(address()).toBe('/sizes')
  })
})

describe('the menu marks where one is', () => {
  test('in one of its links', async () => {
    await openList()
    expect(menuLink('Sizes')).toHaveAttribute('aria-current', 'page')
    expect(menuLink('Dashboard')).not.toHaveAttribute('aria-current')
  })
})
