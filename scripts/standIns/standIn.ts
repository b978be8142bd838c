/** A provider of this machine, and what of it is changed while it runs. */
export type StandIn = {
  name: string
  /** What to enter in the console, as a sentence. */
  told: string
  /** What it knows, with a switch for each failure. */
  state: object
  /** Takes in what was changed, where it does not look each time. */
  changed?: () => void
  /** Settings of the platform that lead to it. */
  settings?: Record<string, string>
  stop: () => unknown
}
