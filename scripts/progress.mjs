/** Milliseconds until a running step is printed again. */
const reminderMs = 10_000

/**
 * Prints what a command is doing: the current step once the command has run for `silentMs`, each
 * step after that, and the same step again every 10 seconds. Runs on Node 18.
 * @param {{ silentMs?: number, print?: (line: string) => void }} [options]
 */
export function startProgress({ silentMs = 0, print = console.log } = {}) {
  const startedAt = Date.now()
  const countSeconds = (/** @type {number} */ time) => Math.round((Date.now() - time) / 1000)
  let step = ''
  let stepAt = startedAt
  let printedAt = 0
  const isSilent = () => Date.now() - startedAt < silentMs

  function printStep() {
    print(printedAt < stepAt ? `${step}...` : `${step}... (${countSeconds(stepAt)} seconds so far)`)
    printedAt = Date.now()
  }
  const reminder = setInterval(() => {
    if (step && !isSilent() && Date.now() - printedAt >= reminderMs) printStep()
  }, 500)
  reminder.unref()

  return {
    /** Sets the current step. @param {string} name */
    show(name) {
      step = name
      stepAt = Date.now()
      if (!isSilent()) printStep()
    },
    /** Stops the reminders. */
    end: () => clearInterval(reminder),
  }
}
