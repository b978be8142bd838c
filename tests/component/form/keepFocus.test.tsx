import { render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { startFocusRecovery } from '#client/shell/startFocusRecovery.ts'
import { Button } from '#client/ui/Button.tsx'

beforeEach(() => {
  const controller = new AbortController()
  onTestFinished(() => controller.abort())
  startFocusRecovery(controller.signal)
})

test('a button that was disabled for a while gets the focus back', async () => {
  const { rerender } = render(<Button loading={false}>Save</Button>)
  const button = screen.getByRole('button', { name: 'Save' })
  button.focus()
  rerender(<Button loading>Save</Button>)
  await waitFor(() => expect(button).toBeDisabled())
  button.blur() // Browsers blur a button that becomes disabled.
  rerender(<Button loading={false}>Save</Button>)
  await waitFor(() => expect(button).toHaveFocus())
})

test('the closest item gets the focus of a removed element', async () => {
  const renderRow = (children: React.ReactNode) => (
    <main>
      <ul>
        <li>{children}</li>
      </ul>
    </main>
  )
  const { rerender } = render(renderRow(<button key="take">Take it</button>))
  screen.getByRole('button').focus()
  rerender(renderRow(<b key="gone">Taken</b>))
  await waitFor(() => expect(screen.getByRole('listitem')).toHaveFocus())
})

test('the heading of a section gets the focus if its list is gone', async () => {
  const renderSection = (list: React.ReactNode) => (
    <main>
      <section aria-labelledby="part">
        <h2 id="part">Open</h2>
        {list}
      </section>
    </main>
  )
  const { rerender } = render(renderSection(<button>Take it</button>))
  screen.getByRole('button').focus()
  rerender(renderSection(<p>None</p>))
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Open' })).toHaveFocus())
})

test('the same control of the next item gets the focus of a removed item', async () => {
  const renderList = (names: string[]) => (
    <main>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <a href={`/${name}`}>{name}</a> <button>More of {name}</button>
          </li>
        ))}
      </ul>
    </main>
  )
  const getMoreButton = (name: string) => screen.getByRole('button', { name: `More of ${name}` })
  const { rerender } = render(renderList(['one', 'two', 'three']))
  getMoreButton('two').focus()
  rerender(renderList(['one', 'three']))
  await waitFor(() => expect(getMoreButton('three')).toHaveFocus())
  rerender(renderList(['one']))
  await waitFor(() => expect(getMoreButton('one')).toHaveFocus())
})

test('otherwise the previously focused element gets the focus, such as a menu button after its dialog', async () => {
  const renderPage = (dialog: boolean) => (
    <>
      <button>Menu</button>
      {dialog && (
        <dialog open>
          <button>Close</button>
        </dialog>
      )}
    </>
  )
  const { rerender } = render(renderPage(true))
  screen.getByRole('button', { name: 'Menu' }).focus()
  screen.getByRole('button', { name: 'Close' }).focus()
  rerender(renderPage(false))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Menu' })).toHaveFocus())
})

test("clicking elsewhere isn't undone", async () => {
  const renderPage = (button: boolean) => <main>{button ? <button>Go</button> : <p>Gone</p>}</main>
  const { rerender } = render(renderPage(true))
  screen.getByRole('button').focus()
  screen.getByRole('main').dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }))
  rerender(renderPage(false))
  rerender(
    <main>
      <input aria-label="Later" />
    </main>,
  )
  // Waits until the focus would have been restored.
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(document.body).toHaveFocus()
})
