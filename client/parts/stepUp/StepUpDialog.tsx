import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { ApiError } from '#shared/engine/api.ts'
import { challengeExpired } from '#shared/engine/secondFactor.ts'
import { loadStepUpOptions, submitStepUp } from '#shared/engine/stepUp.ts'
import type { StepUpOptions, StepUpProof } from '#shared/engine/stepUp.ts'
import { isStepUpMethod, stepUpMessages } from '#shared/engine/stepUpMessages.ts'
import type { StepUpMethod } from '#shared/engine/stepUpMessages.ts'
import { messages } from '#shared/messages.ts'
import { Button } from '#client/frame/index.ts'
import { useApi } from '#client/runtime/ConsoleContext.tsx'
import { formatError } from '#client/runtime/formatError.ts'
import { signWithPasskey } from '#client/runtime/passkeys.ts'
import { Modal } from '#client/ui/dialogs/Modal.tsx'
import { TextInput } from '#client/ui/inputs/TextInput.tsx'
import * as styles from '#client/shell/Shell.css.ts'

type Props = { onClose: (isConfirmed: boolean) => void }

/** Asks for a second factor, or for the password of an account without one. */
export function StepUpDialog({ onClose }: Props) {
  const api = useApi()
  const [options, setOptions] = useState<StepUpOptions | null>(null)
  const [failure, setFailure] = useState<string | undefined>()
  useEffect(() => {
    loadStepUpOptions(api).then(setOptions, (error: unknown) =>
      setFailure(formatError(error, stepUpMessages.what)),
    )
  }, [api])
  return (
    <Modal title={stepUpMessages.title} onClose={() => onClose(false)}>
      <div className={styles.form}>
        <p>{stepUpMessages.explanation}</p>
        {options ? (
          <StepUpForm options={options} onClose={onClose} />
        ) : (
          <p role={failure ? 'alert' : 'status'}>{failure ?? messages.loading}</p>
        )}
      </div>
    </Modal>
  )
}

function StepUpForm({ options, onClose }: Props & { options: StepUpOptions }) {
  const api = useApi()
  const methods = options.methods.filter(isStepUpMethod)
  const [method, setMethod] = useState<StepUpMethod>(methods[0] ?? 'password')
  const [error, setError] = useState<string | undefined>()
  const [isSending, setIsSending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { label, submit } = stepUpMessages.methods[method]

  async function confirm(event: FormEvent) {
    event.preventDefault()
    setError(undefined)
    setIsSending(true)
    try {
      const entered = String(new FormData(form.current ?? undefined).get('stepUp') ?? '')
      const proof = await buildProof(method, entered, options)
      if (proof) {
        await submitStepUp(api, proof)
        return onClose(true)
      }
    } catch (cause) {
      setError(formatRejection(cause))
    }
    setIsSending(false)
  }

  return (
    <form ref={form} className={styles.form} onSubmit={(event) => void confirm(event)} noValidate>
      {method === 'passkey' ? (
        error && <p role="alert">{error}</p>
      ) : (
        <TextInput
          key={method}
          id="step-up"
          name="stepUp"
          type={method === 'password' ? 'password' : 'text'}
          autoComplete={method === 'totp' ? 'one-time-code' : 'current-password'}
          inputMode={method === 'totp' ? 'numeric' : 'text'}
          label={label}
          hint={method === 'password' ? stepUpMessages.noPassword : undefined}
          error={error}
          required
          autoFocus
        />
      )}
      <div className={styles.actions}>
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <Button
              key={other}
              color="white"
              onClick={() => {
                setError(undefined)
                setMethod(other)
              }}
            >
              {stepUpMessages.others[other]}
            </Button>
          ))}
        <span className={styles.gap} />
        <Button color="white" onClick={() => onClose(false)}>
          {stepUpMessages.cancel}
        </Button>
        <Button type="submit" loading={isSending}>
          {submit}
        </Button>
      </div>
    </form>
  )
}

/** Returns null if the user canceled the passkey. */
async function buildProof(
  method: StepUpMethod,
  entered: string,
  { options, challenge }: StepUpOptions,
): Promise<StepUpProof | null> {
  if (method === 'password') return { method, password: entered }
  if (method !== 'passkey') return { method, code: entered }
  const response = options && (await signWithPasskey(options))
  return response && challenge !== null ? { method, response, challenge } : null
}

function formatRejection(error: unknown): string {
  if (!(error instanceof ApiError) || error.problem.code === challengeExpired)
    return stepUpMessages.notConfirmed
  const { password, code } = error.problem.fields ?? {}
  return password ?? code ?? formatError(error, stepUpMessages.what)
}
