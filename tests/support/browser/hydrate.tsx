import { act } from '@testing-library/react'
import type { ReactElement } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { onTestFinished } from 'vitest'

/** An element as the server sends it, in a page, and the same taken over by React. Links in it need a router. */
export function serverRendered(element: ReactElement) {
  const whole = <MemoryRouter>{element}</MemoryRouter>
  const html = renderToString(whole)
  const place = document.createElement('div')
  place.innerHTML = html
  document.body.append(place)
  onTestFinished(() => place.remove())
  return {
    html,
    place,
    /** Resolves to what React had to repair: nothing, when server and browser agree. */
    async hydrate(): Promise<unknown[]> {
      const repaired: unknown[] = []
      const root = await act(async () =>
        hydrateRoot(place, whole, { onRecoverableError: (error) => repaired.push(error) }),
      )
      onTestFinished(() => act(() => root.unmount()))
      return repaired
    },
  }
}
