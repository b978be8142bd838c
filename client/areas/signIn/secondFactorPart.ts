import { use, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { SignInFailure } from '#machines/session.ts'
import type { Actors } from '#client/runtime/actors.ts'
import { createLazyPart } from '#client/runtime/lazyPart.ts'

type SecondFactorModule = {
  SecondFactor(props: { failure: SignInFailure | undefined }): ReactNode
  PasskeyButton(props: { action: string }): ReactNode
  /** Sends the form to the session machine. Returns the error of an empty code. */
  submitSecondFactor(session: Actors['session'], form: FormData): string | null
}

/** The second step and passkeys, which the sign-in page loads only when they are needed. */
export const secondFactorPart = createLazyPart<SecondFactorModule>()

/**
 * Returns the part once it is needed and loaded. A page from the server waits for it before it
 * hydrates.
 */
export function useSecondFactorPart(isNeeded: boolean): SecondFactorModule | null {
  const [wasNeeded] = useState(isNeeded)
  const [, setIsLoaded] = useState(false)
  useEffect(() => {
    if (isNeeded) void secondFactorPart.load().then(() => setIsLoaded(true))
  }, [isNeeded])
  return secondFactorPart.get() ?? (wasNeeded ? use(secondFactorPart.load()) : null)
}
