import { act, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { Panel } from '#client/form/Panel.tsx'

const shown = () => {
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

const aTask = () => act(() => new Promise((done) => setTimeout(done)))

test('a panel stays open where React runs its effects twice, as development does', async () => {
  shown()
  await aTask()
  expect(screen.getByRole('dialog', { name: /A record/ })).toHaveProperty('open', true)
})

test('a panel that the browser closes by itself leads out', async () => {
  shown()
  await aTask()
  screen.getByRole<HTMLDialogElement>('dialog').close()
  expect(await screen.findByText('Closed')).toBeVisible()
})
