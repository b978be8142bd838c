/** Throws in place of an effect that `.provide()` didn't replace, a bug in the caller. */
export function throwNotProvided(effect: string, cause?: unknown): never {
  throw new Error(
    `The machine ran "${effect}", but nobody provided it. Hand it in with machine.provide().`,
    { cause },
  )
}
