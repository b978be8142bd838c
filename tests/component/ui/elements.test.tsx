import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { Modal } from '#client/ui/dialogs/Modal.tsx'
import { Progress } from '#client/ui/Progress.tsx'
import { WindowHeightScrollArea } from '#client/ui/WindowHeightScrollArea.tsx'
import { Table } from '#client/ui/Table.tsx'
import { Tabs } from '#client/ui/Tabs.tsx'
import { Tooltip } from '#client/ui/dialogs/Tooltip.tsx'
import { buttonMachine } from '#machines/button.ts'
import { renderOnServer } from '#tests/support/browser/hydrate.tsx'

describe('spec.md section 2, Button', () => {
  const sizes = ['normal', 'small'] as const
  const colors = ['primary', 'error', 'warning', 'success', 'white', 'secondary'] as const
  const variants = ['normal', 'outline'] as const

  const looks = sizes.flatMap((size) =>
    colors.flatMap((color) => variants.map((variant) => ({ size, color, variant }))),
  )

  describe('sizes, colors, and variants', () => {
    test('each of the 24 combinations looks different', () => {
      render(looks.map((look) => <Button key={JSON.stringify(look)} {...look} />))
      const classes = screen.getAllByRole('button').map(({ className }) => className)
      expect(new Set(classes).size).toBe(24)
    })

    test('the defaults are normal size, primary color, and normal variant', () => {
      render(
        <>
          <Button>Given nothing</Button>
          <Button size="normal" color="primary" variant="normal">
            Given all
          </Button>
        </>,
      )
      expect(screen.getByRole('button', { name: 'Given nothing' }).className).toBe(
        screen.getByRole('button', { name: 'Given all' }).className,
      )
    })
  })

  describe('a loading button', () => {
    test('is disabled and shows "Processing"', () => {
      render(<Button loading>Save</Button>)
      const button = screen.getByRole('button', { name: 'Processing' })
      expect(button).toBeDisabled()
      expect(button).toHaveAttribute('aria-busy', 'true')
      expect(button).toHaveAttribute('data-loading')
    })

    test('shows its text again when the work ends', () => {
      const { rerender } = render(<Button loading>Save</Button>)
      rerender(<Button loading={false}>Save</Button>)
      const button = screen.getByRole('button', { name: 'Save' })
      expect(button).toBeEnabled()
      expect(button).not.toHaveAttribute('aria-busy')
      expect(button).not.toHaveAttribute('data-loading')
    })

    test('is rendered as loading by the server', async () => {
      const { html, hydrate, place } = renderOnServer(<Button loading>Save</Button>)
      expect(html).toMatch(/^<button type="button" [^>]*disabled=""[^>]*>Processing<\/button>$/)
      expect(await hydrate()).toEqual([])
      expect(place.querySelector('button')).toBeDisabled()
    })

    test('follows a machine that the screen starts and stops', () => {
      const getInitialSnapshot = vi.spyOn(buttonMachine, 'getInitialSnapshot')
      const transition = vi.spyOn(buttonMachine, 'transition')
      onTestFinished(() => void vi.restoreAllMocks())
      const { rerender } = render(<Button loading={false}>Save</Button>)
      expect(getInitialSnapshot.mock.calls.map(([, input]) => input)).toContainEqual({
        loading: false,
      })
      transition.mockClear()
      for (const loading of [true, false]) rerender(<Button loading={loading}>Save</Button>)
      const events = transition.mock.calls.map(([, { type }]) => type)
      expect(events).toEqual(['loading.start', 'loading.stop'])
      // A machine that ignores events leaves the button as it is.
      transition.mockImplementation((snapshot) => snapshot)
      rerender(<Button loading>Save</Button>)
      expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled()
    })
  })

  test('a button submits a form only if its type says so', async () => {
    const onSubmit = vi.fn<(event: React.FormEvent) => void>((event) => event.preventDefault())
    render(
      <form onSubmit={onSubmit}>
        <Button>Look</Button>
        <Button type="submit">Send</Button>
      </form>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Look' }))
    expect(onSubmit).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(onSubmit).toHaveBeenCalledTimes(1)
  })

  test('a link can look like a button', () => {
    render(
      <MemoryRouter>
        <ButtonLink to="/sizes" color="white">
          Sizes
        </ButtonLink>
        <Button color="white">Button</Button>
      </MemoryRouter>,
    )
    const link = screen.getByRole('link', { name: 'Sizes' })
    expect(link).toHaveAttribute('href', '/sizes')
    expect(link.className).toBe(screen.getByRole('button').className)
  })
})

describe('spec.md section 2, Modal', () => {
  test('spec.md section 2: Escape emits a close event, and the owner decides', async () => {
    const onClose = vi.fn<() => void>()
    render(
      <Modal title="Really?" onClose={onClose}>
        <button>Yes</button>
      </Modal>,
    )
    const dialog = screen.getByRole('dialog', { name: 'Really?' })
    await userEvent.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledTimes(1)
    expect(dialog).toBeVisible()
  })

  test("other keys don't close it", async () => {
    const onClose = vi.fn<() => void>()
    render(
      <Modal title="Really?" onClose={onClose}>
        <button>Yes</button>
      </Modal>,
    )
    await userEvent.keyboard('x {Enter}{Tab}')
    expect(onClose).not.toHaveBeenCalled()
  })

  test('takes the focus and returns it', async () => {
    function Question() {
      const [open, setOpen] = useState(false)
      return (
        <>
          <button onClick={() => setOpen(true)}>Ask</button>
          {open && (
            <Modal title="Really?" onClose={() => setOpen(false)}>
              <button>Yes</button>
            </Modal>
          )}
        </>
      )
    }
    render(<Question />)
    await userEvent.click(screen.getByRole('button', { name: 'Ask' }))
    expect(screen.getByRole('button', { name: 'Yes' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Ask' })).toHaveFocus()
  })
})

const themeColors = [
  'blue',
  'red',
  'gray',
  'slate',
  'orange',
  'teal',
  'purple',
  'pink',
  'indigo',
  'yellow',
] as const

describe('spec.md section 2, Tooltip', () => {
  test('describes its control', () => {
    render(
      <Tooltip text="Shown to members">
        <button>Active</button>
      </Tooltip>,
    )
    expect(screen.getByRole('button')).toHaveAccessibleDescription('Shown to members')
    expect(screen.getByRole('tooltip')).toHaveTextContent('Shown to members')
  })

  test('has ten colors that look different', () => {
    render(
      themeColors.map((color) => (
        <Tooltip key={color} text={color} color={color}>
          <button>{color}</button>
        </Tooltip>
      )),
    )
    const looks = screen.getAllByRole('tooltip').map(({ className }) => className)
    expect(new Set(looks).size).toBe(10)
  })

  test('is dismissed by Escape until the focus returns', async () => {
    const user = userEvent.setup()
    render(
      <Tooltip text="Shown to members">
        <button>Active</button>
      </Tooltip>,
    )
    const anchor = screen.getByRole('button').parentElement
    await user.tab()
    expect(anchor).not.toHaveAttribute('data-dismissed')
    await user.keyboard('{Escape}')
    expect(anchor).toHaveAttribute('data-dismissed')
    await user.tab()
    expect(anchor).not.toHaveAttribute('data-dismissed')
  })
})

describe('spec.md sections 2 and 9, scrollable areas', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    window.innerWidth = 1024
  })

  const getArea = () => screen.getByRole('region', { name: 'Members' })
  const advanceTime = (ms: number) => act(() => vi.advanceTimersByTime(ms))
  const resizeTo = (width: number) => {
    window.innerWidth = width
    window.dispatchEvent(new Event('resize'))
  }

  test('take the height of the window after 100 ms', () => {
    render(<WindowHeightScrollArea label="Members">many</WindowHeightScrollArea>)
    advanceTime(99)
    expect(getArea()).not.toHaveAttribute('style')
    advanceTime(1)
    expect(getArea()).toHaveStyle({ maxHeight: `${window.innerHeight}px` })
  })

  test('only do so in a window wider than 720 px', () => {
    window.innerWidth = 720
    render(<WindowHeightScrollArea label="Members">many</WindowHeightScrollArea>)
    advanceTime(100)
    expect(getArea()).toHaveStyle({ maxHeight: '' })
    resizeTo(721)
    advanceTime(100)
    expect(getArea()).toHaveStyle({ maxHeight: `${window.innerHeight}px` })
    resizeTo(720)
    advanceTime(100)
    expect(getArea()).toHaveStyle({ maxHeight: '' })
  })

  test('leave no timer behind when unmounted', () => {
    const { unmount } = render(
      <WindowHeightScrollArea label="Members">many</WindowHeightScrollArea>,
    )
    unmount()
    expect(vi.getTimerCount()).toBe(0)
  })
})

test('progress shows a bar and its percentage', () => {
  render(<Progress label="Ready" percent={80} />)
  expect(screen.getByRole('progressbar', { name: 'Ready' })).toHaveValue(80)
  expect(screen.getByText('80%')).toBeVisible()
})

test('tabs are links, and the current one is marked', () => {
  render(
    <MemoryRouter initialEntries={['/stores/1/domains']}>
      <Tabs
        label="Store"
        tabs={[
          { title: 'Overview', to: '/stores/1' },
          { title: 'Domains', to: '/stores/1/domains' },
        ]}
      />
    </MemoryRouter>,
  )
  expect(screen.getByRole('link', { current: 'page' })).toHaveAccessibleName('Domains')
  expect(screen.getByRole('link', { name: 'Overview' })).toHaveAttribute('href', '/stores/1')
})

describe('Table', () => {
  type Member = { name: string; credits: number }
  const renderTable = (rows: Member[]) =>
    render(
      <Table
        caption="Members"
        columns={[
          { label: 'Name', render: ({ name }) => name },
          { label: 'Credits', align: 'end', render: ({ credits }) => credits },
        ]}
        rows={rows}
        keyOf={({ name }) => name}
        empty={<p>Nobody yet</p>}
      />,
    )

  test('names its columns and rows', () => {
    renderTable([{ name: 'Ann', credits: 5 }])
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Name',
      'Credits',
    ])
    expect(screen.getByRole('row', { name: 'Ann 5' })).toContainElement(
      screen.getByRole('rowheader', { name: 'Ann' }),
    )
    expect(screen.getByRole('cell', { name: '5' })).toHaveAttribute('data-numeric')
  })

  test('can be scrolled by keyboard and is labeled', async () => {
    renderTable([{ name: 'Ann', credits: 5 }])
    await userEvent.tab()
    expect(screen.getByRole('region', { name: 'Members' })).toHaveFocus()
  })

  test('shows an empty state without rows', () => {
    renderTable([])
    expect(screen.getByText('Nobody yet')).toBeVisible()
    expect(screen.queryByRole('table')).not.toBeInTheDocument()
  })
})
