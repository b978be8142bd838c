import { act, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { Panel } from '#client/form/Panel.tsx'

const renderPanel = () => {
  const router = createMemoryRouter(
    [
      {
        path: '/list',
        Component: () => (
          <Panel title="A record" close="/elsewhere">
            <input aria-label="Name" />
          </Panel>
        ),
      },
      { path: '/elsewhere', Component: () => <p>Closed</p> },
    ],
    { initialEntries: ['/list'] },
  )
  render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
}

const waitForTask = () => act(() => new Promise((done) => setTimeout(done)))

test('a panel stays open when React runs its effects twice, as in development', async () => {
  renderPanel()
  await waitForTask()
  expect(screen.getByRole('dialog', { name: /A record/ })).toHaveProperty('open', true)
})

test('a panel that the browser closes navigates to its close URL', async () => {
  renderPanel()
  await waitForTask()
  screen.getByRole<HTMLDialogElement>('dialog').close()
  expect(await screen.findByText('Closed')).toBeVisible()
})
