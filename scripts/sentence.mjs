/** An error whose message is all a user needs: what happened and what to do. Printed without a stack. */
export class Sentence extends Error {}

/** A Sentence ends it with exit code 1, anything else with its stack. @param {() => Promise<void>} main */
export async function runScript(main) {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof Sentence ? error.message : error)
    process.exit(1)
  }
}
