import { useState } from 'react'
import type { FormEvent } from 'react'
import { factorPaths, NewRecoveryCodes } from '#shared/areas/signIn/factors.ts'
import { passkeyNameField } from '#shared/areas/signIn/passkeyName.ts'
import { ApiError, parseResponse } from '#shared/engine/api.ts'
import { validateRequiredText } from '#shared/engine/fields/textRules.ts'
import { PasskeyChallenge } from '#shared/engine/secondFactor.ts'
import { useApi, useFacts } from '#client/runtime/ConsoleContext.tsx'
import { formatError } from '#client/runtime/formatError.ts'
import { createIdempotencyKey } from '#client/runtime/idempotencyKey.ts'
import { createPasskey } from '#client/runtime/passkeys.ts'
import { Button } from '#client/ui/Button.tsx'
import { TextInput } from '#client/ui/inputs/TextInput.tsx'
import { factorsMessages } from './messages.ts'
import * as styles from '../account.css.ts'

/** Adds a passkey. The browser asks where to save it, so this needs JavaScript. */
export function AddPasskey({ onAdded }: { onAdded: (codes: readonly string[] | null) => void }) {
  const api = useApi()
  const { passkeys } = useFacts()
  const [error, setError] = useState<string | undefined>()
  const [isAdding, setIsAdding] = useState(false)
  if (!passkeys) return <p>{factorsMessages.noPasskeys}</p>

  async function add(name: string) {
    const started = await api.send({
      method: 'POST',
      path: factorPaths.passkeyRegistration,
      idempotencyKey: createIdempotencyKey(),
    })
    const { challenge, options } = parseResponse(PasskeyChallenge, started.body)
    const response = await createPasskey(options)
    if (!response) return
    const { body } = await api.send({
      method: 'POST',
      path: factorPaths.passkeys,
      body: { challenge, name, response },
      idempotencyKey: createIdempotencyKey(),
    })
    onAdded(parseResponse(NewRecoveryCodes, body).recoveryCodes)
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const name = String(new FormData(form).get('passkeyName') ?? '').trim()
    const nameError = validateRequiredText(passkeyNameField, name)
    setError(nameError)
    if (nameError) return
    setIsAdding(true)
    try {
      await add(name)
      form.reset()
    } catch (cause) {
      const isRejected = cause instanceof ApiError
      setError(
        isRejected ? formatError(cause, factorsMessages.what) : factorsMessages.passkeyFailed,
      )
    }
    setIsAdding(false)
  }

  return (
    <>
      <noscript>
        <p>{factorsMessages.needsScript}</p>
      </noscript>
      <form className={styles.inline} onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          id="passkey-name"
          name="passkeyName"
          label={factorsMessages.passkeyName}
          hint={factorsMessages.passkeyNameHint}
          error={error}
          required
        />
        <div>
          <Button type="submit" loading={isAdding}>
            {factorsMessages.addPasskey}
          </Button>
        </div>
      </form>
    </>
  )
}
