/** Stands for an effect until `.provide()` hands in the real one: reaching it is a defect of the caller. */
export function throwNotProvided(effect: string, cause?: unknown): never {
  throw new Error(
    `The machine ran "${effect}", but nobody provided it. Hand it in with machine.provide().`,
    { cause },
  )
}
