import { createContext, use, useEffect, useId } from 'react'
import type { LinkProps } from './Link.tsx'

/** An action that is a link. Its attributes are those of `Link`. */
export type PageLink = { label: string } & Pick<
  LinkProps,
  'to' | 'preventScrollReset' | 'download' | 'aria-current'
>

/** An action that submits the form with this ID. */
type PageSubmit = {
  label: string
  submits: string
  disabled?: boolean
  loading?: boolean
  title?: string | undefined
}

/** What an operator can do on a page, as data: the page renders it, and the palette finds it. */
export type PageAction = (PageLink | PageSubmit) & {
  /**
   * The label in narrow windows, which must be a part of `label`: voice control finds a control by
   * its visible text. Null if narrow windows have no room for the action.
   */
  short?: string | null | undefined
  color?: 'primary' | 'white'
}

/** Actions that one part of the page offers. Its header also says what the page is about. */
export type ActionOffer = { title?: string | undefined; actions: readonly PageAction[] }

/** What the parts of the current page offer, in the order of the page. */
type ActionOffers = {
  set(part: string, offer: ActionOffer | null): void
  list(): readonly ActionOffer[]
  subscribe(listener: () => void): () => void
}

export function createActionOffers(): ActionOffers {
  const offers = new Map<string, ActionOffer>()
  const listeners = new Set<() => void>()
  let list: readonly ActionOffer[] = []
  return {
    set(part, offer) {
      if (offer) offers.set(part, offer)
      else offers.delete(part)
      list = [...offers.values()]
      listeners.forEach((listener) => listener())
    },
    list: () => list,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** The frame provides the offers of its page. */
export const ActionOffersContext = createContext(createActionOffers())

/** Offers actions in the palette while the calling component, which renders them, is shown. */
export function useOfferedActions(actions: readonly PageAction[], title?: string): void {
  const offers = use(ActionOffersContext)
  const part = useId()
  useEffect(() => offers.set(part, { title, actions }))
  useEffect(() => () => offers.set(part, null), [offers, part])
}
