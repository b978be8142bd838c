/** Asks the user to confirm who they are. Returns false if they cancel. */
type AskUser = () => Promise<boolean>

/**
 * Connects calls that need a recent confirmation with the dialog that asks for it. Calls that wait
 * at the same time share one dialog.
 */
export function createConfirmation() {
  let ask: AskUser | null = null
  let waiting: Promise<boolean> | null = null
  return {
    /** Sets who asks: the frame, while it is shown. Returns a function that removes it. */
    provide(askUser: AskUser): () => void {
      ask = askUser
      return () => {
        if (ask === askUser) ask = null
      }
    },
    /** Asks the user; false if nothing on the page can. */
    confirm: (): Promise<boolean> =>
      (waiting ??= (ask?.() ?? Promise.resolve(false)).finally(() => (waiting = null))),
  }
}

/** The confirmation of this page. The server has none: it answers with a page (stepUpPage.ts). */
export const confirmation = createConfirmation()
