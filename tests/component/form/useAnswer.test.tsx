import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  createMemoryRouter,
  Form,
  Link,
  RouterProvider,
  useLoaderData,
  useRevalidator,
} from 'react-router'
import { expect, test } from 'vitest'
import { useLastActionData } from '#client/runtime/useLastActionData.ts'

function Page() {
  const { revalidate } = useRevalidator()
  return (
    <>
      <p>Read {useLoaderData<number>()} times</p>
      <p>Answered: {useLastActionData<string>() ?? 'nothing'}</p>
      <Form method="post">
        <button>Ask</button>
      </Form>
      <button onClick={() => void revalidate()}>Read again</button>
      <Link to="?other">Go on</Link>
    </>
  )
}

function renderPage() {
  let reads = 0
  let answers = 0
  const router = createMemoryRouter([
    {
      path: '/',
      loader: () => ++reads,
      action: () => `question ${++answers}`,
      Component: Page,
      HydrateFallback: () => null,
    },
  ])
  render(<RouterProvider router={router} />)
  return userEvent.setup()
}

const waitForReads = (times: number) => screen.findByText(`Read ${times} times`)

test('the result of an action stays while data reloads, until the next action or page', async () => {
  const user = renderPage()
  await user.click(await screen.findByRole('button', { name: 'Ask' }))
  expect(await screen.findByText('Answered: question 1')).toBeVisible()
  await waitForReads(2)

  await user.click(screen.getByRole('button', { name: 'Read again' }))
  await waitForReads(3)
  expect(screen.getByText('Answered: question 1')).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Ask' }))
  expect(await screen.findByText('Answered: question 2')).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Go on' }))
  await waitFor(() => expect(screen.getByText('Answered: nothing')).toBeVisible())
})
