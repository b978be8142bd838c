import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Modal } from '#client/ui/Modal.tsx'

test('spec.md section 2: it emits a close event when Escape is pressed, and its owner decides', async () => {
  const closed = vi.fn<() => void>()
  render(
    <Modal title="Really?" onClose={closed}>
      <button>Yes</button>
    </Modal>,
  )
  const dialog = screen.getByRole('dialog', { name: 'Really?' })
  await userEvent.keyboard('{Escape}')
  expect(closed).toHaveBeenCalledTimes(1)
  expect(dialog).toBeVisible()
})

test('no other key closes it', async () => {
  const closed = vi.fn<() => void>()
  render(
    <Modal title="Really?" onClose={closed}>
      <button>Yes</button>
    </Modal>,
  )
  await userEvent.keyboard('x {Enter}{Tab}')
  expect(closed).not.toHaveBeenCalled()
})

test('it takes the focus, and gives it back where it came from', async () => {
  function Asking() {
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
  render(<Asking />)
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }))
  expect(screen.getByRole('button', { name: 'Yes' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Ask' })).toHaveFocus()
})
