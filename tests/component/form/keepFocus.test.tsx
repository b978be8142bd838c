import { render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { restoreFocus } from '#client/shell/restoreFocus.ts'
import { Button } from '#client/ui/Button.tsx'

beforeEach(() => {
  const over = new AbortController()
  onTestFinished(() => over.abort())
  restoreFocus(over.signal)
})

test('what was disabled for a while has the focus again', async () => {
  const { rerender } = render(<Button loading={false}>Save</Button>)
  const button = screen.getByRole('button', { name: 'Save' })
  button.focus()
  rerender(<Button loading>Save</Button>)
  await waitFor(() => expect(button).toBeDisabled())
  button.blur() // As a browser does with what is disabled.
  rerender(<Button loading={false}>Save</Button>)
  await waitFor(() => expect(button).toHaveFocus())
})

test('what stood around it takes the focus of what is gone', async () => {
  const row = (children: React.ReactNode) => (
    <main>
      <ul>
        <li>{children}</li>
      </ul>
    </main>
  )
  const { rerender } = render(row(<button key="take">Take it</button>))
  screen.getByRole('button').focus()
  rerender(row(<b key="gone">Taken</b>))
  await waitFor(() => expect(screen.getByRole('listitem')).toHaveFocus())
})

test('a part of the page that has lost its list is told by its heading', async () => {
  const part = (list: React.ReactNode) => (
    <main>
      <section aria-labelledby="part">
        <h2 id="part">Open</h2>
        {list}
      </section>
    </main>
  )
  const { rerender } = render(part(<button>Take it</button>))
  screen.getByRole('button').focus()
  rerender(part(<p>None</p>))
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Open' })).toHaveFocus())
})

test('of an item that left its list, the same control of what stands there now takes it', async () => {
  const list = (names: string[]) => (
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
  const more = (name: string) => screen.getByRole('button', { name: `More of ${name}` })
  const { rerender } = render(list(['one', 'two', 'three']))
  more('two').focus()
  rerender(list(['one', 'three']))
  await waitFor(() => expect(more('three')).toHaveFocus())
  rerender(list(['one']))
  await waitFor(() => expect(more('one')).toHaveFocus())
})

test('else what had it before, as the button of a menu whose entry opened a dialog', async () => {
  const page = (dialog: boolean) => (
    <>
      <button>Menu</button>
      {dialog && (
        <dialog open>
          <button>Close</button>
        </dialog>
      )}
    </>
  )
  const { rerender } = render(page(true))
  screen.getByRole('button', { name: 'Menu' }).focus()
  screen.getByRole('button', { name: 'Close' }).focus()
  rerender(page(false))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Menu' })).toHaveFocus())
})

test('whoever pressed elsewhere has left by themselves', async () => {
  const page = (button: boolean) => <main>{button ? <button>Go</button> : <p>Gone</p>}</main>
  const { rerender } = render(page(true))
  screen.getByRole('button').focus()
  screen.getByRole('main').dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }))
  rerender(page(false))
  rerender(
    <main>
      <input aria-label="Later" />
    </main>,
  )
  // What comes after shows that the moment has passed in which the focus would have been given.
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(document.body).toHaveFocus()
})
