import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import { Button, ButtonLink } from '#client/ui/Button.tsx'

const sizes = ['normal', 'small'] as const
const colors = ['primary', 'error', 'warning', 'success', 'white', 'secondary'] as const
const variants = ['normal', 'outline'] as const

const looks = sizes.flatMap((size) =>
  colors.flatMap((color) => variants.map((variant) => ({ size, color, variant }))),
)

describe('spec.md section 2, Button: sizes, colours and variants', () => {
  test('each of the 24 looks differs from the others', () => {
    render(looks.map((look) => <Button key={JSON.stringify(look)} {...look} />))
    const classes = screen.getAllByRole('button').map(({ className }) => className)
    expect(new Set(classes).size).toBe(24)
  })

  test('normal, primary and normal are what it is unless told otherwise', () => {
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

describe('a button that waits', () => {
  test('is disabled and shows "Processing"', async () => {
    const pressed = vi.fn<() => void>()
    render(
      <Button loading onClick={pressed}>
        Save
      </Button>,
    )
    const button = screen.getByRole('button', { name: 'Processing' })
    expect(button).toBeDisabled()
    expect(button).toHaveAttribute('aria-busy', 'true')
    expect(button).toHaveAttribute('data-loading')
    await userEvent.click(button)
    expect(pressed).not.toHaveBeenCalled()
  })

  test('shows its own words again when the work is over', () => {
    const { rerender } = render(<Button loading>Save</Button>)
    rerender(<Button loading={false}>Save</Button>)
    const button = screen.getByRole('button', { name: 'Save' })
    expect(button).toBeEnabled()
    expect(button).not.toHaveAttribute('aria-busy')
    expect(button).not.toHaveAttribute('data-loading')
  })
})

test('a press is heard, unless the button is disabled', async () => {
  const pressed = vi.fn<() => void>()
  const { rerender } = render(<Button onClick={pressed}>Save</Button>)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  rerender(
    <Button onClick={pressed} disabled>
      Save
    </Button>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(pressed).toHaveBeenCalledTimes(1)
})

test('it submits a form only when its type says so', async () => {
  const submitted = vi.fn<(event: React.FormEvent) => void>((event) => event.preventDefault())
  render(
    <form onSubmit={submitted}>
      <Button>Look</Button>
      <Button type="submit">Send</Button>
    </form>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Look' }))
  expect(submitted).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(submitted).toHaveBeenCalledTimes(1)
})

test('what leads somewhere is a link that looks like a button', () => {
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
