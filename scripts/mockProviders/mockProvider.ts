/** A local provider, and the state that can be changed while it runs. */
export type MockProvider = {
  name: string
  /** The values to enter in the console, as a sentence. */
  instructions: string
  /** The state, with a switch for each failure. */
  state: object
  /** Applies changes of the state if the mock provider doesn't read it for each request. */
  applyChanges?: () => void | Promise<void>
  /** Platform settings that lead to the mock provider. */
  settings?: Record<string, string>
  stop: () => unknown
}
