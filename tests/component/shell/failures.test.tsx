import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { loadChunk } from '#client/runtime/failures.ts'
import { memoryPlatform } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

const failed = (status: number, code: string, more = {}) => ({
  status,
  body: { status, code, title: 'Words of the platform', ...more },
})

async function openSizes(reply: ReturnType<typeof failed> | { status: number; body?: unknown }) {
  const platform = memoryPlatform()
  platform.replies.set('GET /sizes', reply)
  return renderConsole('/sizes?search=large&limit=25', { platform })
}

describe('screens.md, Failed: says what happened, gives the request id, retries', () => {
  test.each([
    [failed(502, 'unreachable'), "The platform isn't responding. Try again in a moment."],
    [failed(504, 'timeout'), 'The platform took too long to respond.'],
    [failed(503, 'busy'), 'The console is busy.'],
    [failed(500, 'internal'), 'Something went wrong on our side. Try again in a moment.'],
    [failed(500, 'toString'), 'Something went wrong on our side. Try again in a moment.'],
    [
      failed(400, 'bad_request'),
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
    const again = code === 404 || code === 405 ? 'button' : 'link'
    expect(within(alert).getByRole(again, { name: 'Try again' })).toBeVisible()
  })

  test('the request id stands there, to be told to whoever looks into it', async () => {
    await openSizes(failed(500, 'internal', { requestId: 'r-42' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Request r-42')
  })

  test('trying again asks for the same address', async () => {
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

  test('the shell stands anyway, with its menu and the name of the page', async () => {
    await openSizes(failed(500, 'internal'))
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(screen.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
    expect(screen.getByRole('heading', { level: 1, name: 'Sizes' })).toBeVisible()
  })

  test('a connection that is gone', async () => {
    const platform = memoryPlatform()
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
  const page = async () =>
    (await screen.findByRole('heading', { name: 'No permission' })).parentElement

  test('when the platform refuses', async () => {
    await openSizes(failed(403, 'forbidden', { permission: 'Sizes' }))
    expect(await page()).toHaveTextContent('You need Sizes.')
    expect(await page()).toHaveTextContent(
      'Ask someone who has this permission and can manage users or user groups.',
    )
    const who = screen.getByRole('link', { name: 'See who can grant it' })
    expect(who).toHaveAttribute('href', '/permissions?search=%2Fsizes')
  })

  test('when the platform refuses without a name for it', async () => {
    await openSizes({ status: 403 })
    expect(await page()).toHaveTextContent("You don't have permission to do this.")
  })

  test('when the console itself enforces permissions, without asking the platform', async () => {
    const { platform } = await renderConsole('/sizes', {
      permissions: ['Colors'],
      facts: { enforcePermissions: true },
    })
    expect(await page()).toHaveTextContent('You need Sizes.')
    expect(platform.requests).toEqual([])
  })
})

describe('screens.md, Not found: search and the nearest routes', () => {
  const nearest = () =>
    within(screen.getByRole('main'))
      .getAllByRole('listitem')
      .flatMap((item) => within(item).queryAllByRole('link'))
      .map((link) => link.getAttribute('href'))

  test('the address is named, and the nearest page is offered first', async () => {
    await renderConsole('/size')
    expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
    expect(screen.getByText('/size')).toBeVisible()
    expect(nearest()).toContain('/sizes')
    expect(document.title).toBe('Page not found · Operator console')
  })

  test('typing searches the pages, and a link leads there', async () => {
    const { user, address } = await renderConsole('/size')
    await user.type(await screen.findByRole('searchbox', { name: 'Find a page' }), 'sticker')
    expect(nearest()).toContain('/stickers')
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Stickers' }))
    await waitFor(() => expect(address()).toBe('/stickers'))
  })

  test('what was sent without JavaScript is searched for', async () => {
    await renderConsole('/size?page=sticker')
    expect(await screen.findByRole('searchbox', { name: 'Find a page' })).toHaveValue('sticker')
    expect(nearest()).toContain('/stickers')
  })
})

describe('spec.md section 8: a failure to preload a page chunk raises a preload error event', () => {
  test('with its cause; the failure is one of the page, which offers a reload', async () => {
    const raised = vi.fn<(event: Event) => void>()
    window.addEventListener('preloadError', raised)
    onTestFinished(() => window.removeEventListener('preloadError', raised))
    const cause = new TypeError('Failed to fetch dynamically imported module')
    await expect(loadChunk(() => Promise.reject(cause))).rejects.toMatchObject({
      data: { code: 'chunk' },
    })
    expect(raised).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ detail: cause }))
  })

  test('a chunk that loads raises nothing', async () => {
    const raised = vi.fn<(event: Event) => void>()
    window.addEventListener('preloadError', raised)
    onTestFinished(() => window.removeEventListener('preloadError', raised))
    await expect(loadChunk(() => Promise.resolve('module'))).resolves.toBe('module')
    expect(raised).not.toHaveBeenCalled()
  })
})
