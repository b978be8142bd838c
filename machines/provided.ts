/**
 * Stands for an effect until `.provide()` hands in the real one. Reaching it is a defect of the caller,
 * so it says which effect is missing.
 */
export function notProvided(effect: string, cause?: unknown): never {
  throw new Error(
    `The machine ran "${effect}", but nobody provided it. Hand it in with machine.provide().`,
    { cause },
  )
}
