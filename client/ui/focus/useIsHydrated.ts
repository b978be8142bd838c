import { useSyncExternalStore } from 'react'

const subscribeNever = () => () => undefined

/**
 * Whether script runs: false on the server and during hydration, so that the first render matches
 * the server's.
 */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeNever,
    () => true,
    () => false,
  )
