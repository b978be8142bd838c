/**
 * An error whose message is all that a user needs: what happened and what to do. Printed without a
 * stack trace.
 */
export class UserError extends Error {}

/**
 * Runs a script. A UserError ends it with its message and exit code 1, any other error also with its
 * stack trace.
 * @param {() => Promise<void>} main
 */
export async function runScript(main) {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof UserError ? error.message : error)
    process.exit(1)
  }
}
