import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createMemoryPlatform, buildSize } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

async function openList(search = '') {
  const platform = createMemoryPlatform([buildSize(1, 'Small', 'S'), buildSize(2, 'Medium', 'M')])
  const view = await renderConsole(`/sizes${search}`, { platform })
  await screen.findByRole('navigation', { name: 'Pages' })
  return view
}

/** Clicks a link and returns whether the browser would follow it; stops there because of jsdom. */
function isLeftToBrowser(link: Element, init: MouseEventInit = {}): boolean {
  let isLeft: boolean | undefined
  const listener = (event: Event) => {
    isLeft = !event.defaultPrevented
    event.preventDefault()
  }
  window.addEventListener('click', listener)
  fireEvent.click(link, init)
  window.removeEventListener('click', listener)
  if (isLeft === undefined) throw new Error('The click did not arrive')
  return isLeft
}

/** Creates a link outside the console's components. */
function createLink(attributes: Record<string, string>): HTMLElement {
  const element = document.createElement('a')
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append('Elsewhere')
  document.body.append(element)
  onTestFinished(() => element.remove())
  return element
}

const getMenuLink = (name: string) =>
  within(screen.getByRole('navigation', { name: 'Main menu' })).getByRole('link', { name })

describe('A link of the console', () => {
  test('is followed without reloading the document and adds a history entry', async () => {
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

  test('is followed if an element inside it is clicked', async () => {
    const { address, user } = await openList()
    await user.click(within(getMenuLink('Colors')).getByText('Colors'))
    await waitFor(() => expect(address()).toBe('/colors'))
  })

  test('to the current page adds no history entry', async () => {
    const { router, user } = await openList()
    await user.click(getMenuLink('Sizes'))
    await waitFor(() => expect(router.state.historyAction).toBe('REPLACE'))
  })

  test('keeps the scroll position if it is marked to', async () => {
    const { router, user } = await openList()
    await user.click(screen.getByRole('link', { name: 'Small' }))
    await screen.findByRole('dialog')
    expect(router.state.preventScrollReset).toBe(true)
    await user.click(getMenuLink('Sizes'))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(router.state.preventScrollReset).toBe(false)
  })

  test.each([
    { how: 'with Ctrl', init: { ctrlKey: true } },
    { how: 'with the command key', init: { metaKey: true } },
    { how: 'with Shift', init: { shiftKey: true } },
    { how: 'with Alt', init: { altKey: true } },
    { how: 'by another button', init: { button: 1 } },
  ])('is left to the browser if it is clicked $how', async ({ init }) => {
    const { address } = await openList()
    expect(isLeftToBrowser(screen.getByRole('link', { name: 'Small' }), init)).toBe(true)
    expect(address()).toBe('/sizes')
  })

  test('does nothing if its click was already handled', async () => {
    const { address } = await openList()
    const link = createLink({ href: '/dashboard' })
    link.addEventListener('click', (event) => event.preventDefault())
    expect(isLeftToBrowser(link)).toBe(false)
    expect(address()).toBe('/sizes')
  })

  test.each([
    { what: 'another window', attributes: { href: '/sizes?edit=1', target: '_blank' } },
    { what: 'a download', attributes: { href: '/api/sizes.csv', download: '' } },
    { what: 'another origin', attributes: { href: 'https://elsewhere.example/sizes' } },
    { what: 'another origin without its scheme', attributes: { href: '//elsewhere.example/' } },
    { what: 'another origin in disguise', attributes: { href: '/\\elsewhere.example/' } },
    { what: 'an email address', attributes: { href: 'mailto:someone@example.com' } },
    { what: 'a place on the page', attributes: { href: '#content' } },
    { what: 'no URL', attributes: {} },
  ])('to $what is left to the browser', async ({ attributes }) => {
    const { address } = await openList()
    expect(isLeftToBrowser(createLink(attributes))).toBe(true)
    expect(address()).toBe('/sizes')
  })
})

describe('The menu marks the current page', () => {
  test('in one of its links', async () => {
    await openList()
    expect(getMenuLink('Sizes')).toHaveAttribute('aria-current', 'page')
    expect(getMenuLink('Dashboard')).not.toHaveAttribute('aria-current')
  })
})
