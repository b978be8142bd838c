import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { loadChunk } from '#client/runtime/failures.ts'
import { createMemoryPlatform } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

const buildFailure = (status: number, code: string, more = {}) => ({
  status,
  body: { status, code, title: 'Words of the platform', ...more },
})

async function openSizes(
  reply: ReturnType<typeof buildFailure> | { status: number; body?: unknown },
) {
  const platform = createMemoryPlatform()
  platform.replies.set('GET /sizes', reply)
  return renderConsole('/sizes?search=large&limit=25', { platform })
}

describe('screens.md, Failed: says what happened, gives the request ID, and offers a retry', () => {
  test.each([
    [buildFailure(502, 'unreachable'), "The platform isn't responding. Try again in a moment."],
    [buildFailure(504, 'timeout'), 'The platform took too long to respond.'],
    [buildFailure(503, 'busy'), 'The console is busy.'],
    [buildFailure(500, 'internal'), 'Something went wrong on our side. Try again in a moment.'],
    [buildFailure(500, 'toString'), 'Something went wrong on our side. Try again in a moment.'],
    [
      buildFailure(400, 'bad_request'),
      "The console couldn't read this request. Reload the page and try again.",
    ],
    [{ status: 404 }, "This platform doesn't support sizes."],
    [{ status: 405 }, "This platform doesn't support sizes."],
    [
      { status: 500, body: '<h1>nginx</h1>' },
      'Something went wrong on our side. Try again in a moment.',
    ],
    [
      { status: 200, body: { rows: [] } },
      'The platform returned an unexpected response. Try again in a moment.',
    ],
  ])('%j: %s', async (reply, sentence) => {
    const { status: code } = reply
    await openSizes(reply)
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(sentence)
    expect(alert).not.toHaveTextContent('Words of the platform')
    const retryRole = code === 404 || code === 405 ? 'button' : 'link'
    expect(within(alert).getByRole(retryRole, { name: 'Try again' })).toBeVisible()
  })

  test('shows the request ID so that the operator can report it', async () => {
    await openSizes(buildFailure(500, 'internal', { requestId: 'r-42' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Request r-42')
  })

  test('retrying requests the same URL', async () => {
    await openSizes({ status: 404 })
    const retry = await screen.findByRole<HTMLButtonElement>('button', { name: 'Try again' })
    const form = retry.form ?? document.createElement('form')
    expect(new URL(form.action).pathname).toBe('/sizes')
    expect(form.method).toBe('get')
    expect([...new FormData(form)]).toEqual([
      ['search', 'large'],
      ['limit', '25'],
    ])
  })

  test("the shell still shows its menu and the page's name", async () => {
    await openSizes(buildFailure(500, 'internal'))
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(screen.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
    expect(screen.getByRole('heading', { level: 1, name: 'Sizes' })).toBeVisible()
  })

  test('a lost connection says so', async () => {
    const platform = createMemoryPlatform()
    platform.replies.set('GET /sizes', () => {
      throw new TypeError('Failed to fetch')
    })
    await renderConsole('/sizes', { platform })
    expect(await screen.findByRole('alert')).toHaveTextContent(
      "We couldn't reach the console. Check your connection, then try again.",
    )
  })
})

describe('screens.md, Forbidden: names the missing permission and who can grant it', () => {
  const findPage = async () =>
    (await screen.findByRole('heading', { name: 'No permission' })).parentElement

  test('if the platform rejects the call', async () => {
    await openSizes(buildFailure(403, 'forbidden', { permission: 'Sizes' }))
    expect(await findPage()).toHaveTextContent('You need Sizes.')
    expect(await findPage()).toHaveTextContent(
      'Ask someone who has this permission and can manage users or user groups.',
    )
    const grantLink = screen.getByRole('link', { name: 'See who can grant it' })
    expect(grantLink).toHaveAttribute('href', '/permissions?search=%2Fsizes')
  })

  test('if the platform rejects the call without naming the permission', async () => {
    await openSizes({ status: 403 })
    expect(await findPage()).toHaveTextContent("You don't have permission to do this.")
  })

  test('if the console enforces permissions, without calling the platform', async () => {
    const { platform } = await renderConsole('/sizes', {
      permissions: ['Colors'],
      facts: { enforcePermissions: true },
    })
    expect(await findPage()).toHaveTextContent('You need Sizes.')
    expect(platform.requests).toEqual([])
  })
})

describe('screens.md, Not found: search and the nearest routes', () => {
  const getNearestLinks = () =>
    within(screen.getByRole('main'))
      .getAllByRole('listitem')
      .flatMap((item) => within(item).queryAllByRole('link'))
      .map((link) => link.getAttribute('href'))

  test('names the URL and offers the nearest page', async () => {
    await renderConsole('/size')
    expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
    expect(screen.getByText('/size')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Did you mean' })).toBeVisible()
    expect(getNearestLinks()).toContain('/sizes')
    expect(document.title).toBe('Page not found · Operator console')
  })

  test('without a similar page, offers the first pages of the menu', async () => {
    await renderConsole('/qqqqqq')
    expect(await screen.findByRole('heading', { name: 'Try one of these pages' })).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'Did you mean' })).toBeNull()
    expect(getNearestLinks()).toContain('/dashboard')
  })

  test('typing searches the pages, and a link opens one', async () => {
    const { user, address } = await renderConsole('/size')
    await user.type(await screen.findByRole('searchbox', { name: 'Find a page' }), 'sticker')
    expect(getNearestLinks()).toContain('/stickers')
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Stickers' }))
    await waitFor(() => expect(address()).toBe('/stickers'))
  })

  test('a search sent without JavaScript is applied', async () => {
    await renderConsole('/size?page=sticker')
    expect(await screen.findByRole('searchbox', { name: 'Find a page' })).toHaveValue('sticker')
    expect(getNearestLinks()).toContain('/stickers')
  })
})

describe("spec.md section 8: a page chunk that can't be preloaded raises a preload error event", () => {
  test('the event has the cause, and the page shows an error with a reload', async () => {
    const onPreloadError = vi.fn<(event: Event) => void>()
    window.addEventListener('preloadError', onPreloadError)
    onTestFinished(() => window.removeEventListener('preloadError', onPreloadError))
    const cause = new TypeError('Failed to fetch dynamically imported module')
    await expect(loadChunk(() => Promise.reject(cause))).rejects.toMatchObject({
      data: { code: 'chunk' },
    })
    expect(onPreloadError).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ detail: cause }),
    )
  })

  test('a chunk that loads raises no event', async () => {
    const onPreloadError = vi.fn<(event: Event) => void>()
    window.addEventListener('preloadError', onPreloadError)
    onTestFinished(() => window.removeEventListener('preloadError', onPreloadError))
    await expect(loadChunk(() => Promise.resolve('module'))).resolves.toBe('module')
    expect(onPreloadError).not.toHaveBeenCalled()
  })
})
