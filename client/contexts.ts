import { createContext } from 'react-router'
import type { Api, ApiFailure } from '#shared/engine/api.ts'
import type { Actors } from './actors.ts'

/** What loaders and actions work with, the same on both sides (design.md, "Life of a request"). */
export const apiContext = createContext<Api>()
export const actorsContext = createContext<Actors>()

/** Facts of this console that its pages show; they come from the server's settings. */
export type ConsoleFacts = {
  jobTitle: string
  organisation: string
  /** Whether menu and routes follow permissions. */
  enforcePermissions: boolean
  /** Whether the sign-in page offers Google. */
  google: boolean
}
export const factsContext = createContext<ConsoleFacts>()

/** Why the signed-in user could not be read, if so: where permissions decide, no page can then be opened. */
export const userFailureContext = createContext<ApiFailure | null>(null)
