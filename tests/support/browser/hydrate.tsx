import { act } from '@testing-library/react'
import type { ReactElement } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { onTestFinished } from 'vitest'

/** Renders an element on the server and adds it to the page. Its links get a router. */
export function renderOnServer(element: ReactElement) {
  const page = <MemoryRouter>{element}</MemoryRouter>
  const html = renderToString(page)
  const place = document.createElement('div')
  place.innerHTML = html
  document.body.append(place)
  onTestFinished(() => place.remove())
  return {
    html,
    place,
    /** Hydrates the element. Resolves to React's errors: none if server and browser agree. */
    async hydrate(): Promise<unknown[]> {
      const errors: unknown[] = []
      const root = await act(async () =>
        hydrateRoot(place, page, { onRecoverableError: (error) => errors.push(error) }),
      )
      onTestFinished(() => act(() => root.unmount()))
      return errors
    },
  }
}
