import { useSyncExternalStore } from 'react'

const subscribeNever = () => () => undefined

/** Whether the script runs: not on the server, nor while its page is taken over, so that the first render draws what the server drew. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeNever,
    () => true,
    () => false,
  )
