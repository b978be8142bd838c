import { useEffect, useRef, useState } from 'react'
import { useSubmit } from 'react-router'
import { object, type } from 'superstruct'
import { ApiError, parseResponse } from '#shared/engine/api.ts'
import { sessionPaths } from '#shared/engine/platformCalls.ts'
import { factorSignInMessages } from '#shared/areas/signIn/secondFactorMessages.ts'
import { signInMessages } from '#shared/areas/signIn/signInMessages.ts'
import { useApi } from '#client/runtime/ConsoleContext.tsx'
import { signWithPasskey } from '#client/runtime/passkeys.ts'
import { Button } from '#client/ui/Button.tsx'
import * as styles from './SignIn.css.ts'

const PasskeyOptions = type({ options: object() })

/** The platform's challenge works for five minutes. */
const renewAfterMs = 4 * 60_000

/**
 * Offers passkeys: with a button, and where the browser offers saved passwords (conditional UI).
 * Passkeys need JavaScript.
 */
export function PasskeyButton({ action }: { action: string }) {
  const api = useApi()
  const submit = useSubmit()
  const [failure, setFailure] = useState<string | null>(null)
  const [isAsking, setIsAsking] = useState(false)

  const ask = async (autofill: boolean): Promise<void> => {
    const { body } = await api.send({ method: 'POST', path: sessionPaths.passkeyOptions })
    const { options } = parseResponse(PasskeyOptions, body)
    const response = await signWithPasskey(options, { autofill })
    if (response) {
      const form = { passkey: JSON.stringify(response) }
      await submit(form, { method: 'post', action })
    }
  }

  const latestAsk = useRef(ask)
  useEffect(() => {
    latestAsk.current = ask
  })
  useEffect(() => {
    // Without passkeys or a platform that knows them, the password still works.
    const offer = () => latestAsk.current(true).catch(() => undefined)
    void offer()
    const timer = setInterval(() => void offer(), renewAfterMs)
    return () => clearInterval(timer)
  }, [])

  return (
    <div className={styles.form} data-scripted="">
      <Button
        variant="outline"
        color="white"
        loading={isAsking}
        // Keeps the focus in the form, so that an empty field isn't reported as missing.
        onMouseDown={(event) => event.preventDefault()}
        onClick={async () => {
          setFailure(null)
          setIsAsking(true)
          await ask(false).catch((error: unknown) => setFailure(formatPasskeyError(error)))
          setIsAsking(false)
        }}
      >
        {factorSignInMessages.passkeyButton}
      </Button>
      {failure && (
        <p role="alert" className={styles.refusal}>
          {failure}
        </p>
      )}
    </div>
  )
}

function formatPasskeyError(error: unknown): string {
  if (error instanceof ApiError && error.problem.code === 'not_offered')
    return factorSignInMessages.noPasskeys
  return error instanceof ApiError ? signInMessages.unreachable : signInMessages.wrongPasskey
}
