import { useEffect, useRef } from 'react'
import type { FocusEvent, FormEvent } from 'react'
import { useSelector } from '@xstate/react'
import { isOpen, isSending } from '#machines/resetPassword.ts'
import { resetPasswordMessages } from '#shared/resetPasswordMessages.ts'
import { afterPointer } from '../ui/afterPointer.ts'
import { Button } from '../ui/Button.tsx'
import { focusFirstInvalid } from '../ui/focusFirstInvalid.ts'
import { Modal } from '../ui/Modal.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { useCommittedChange } from '../ui/useCommittedChange.ts'
import type { ResetPasswordActor } from './startResetPassword.ts'
import * as styles from './ResetPasswordModal.css.ts'

export { startResetPassword } from './startResetPassword.ts'

const autoComplete = {
  currentPassword: 'current-password',
  password: 'new-password',
  confirmPassword: 'new-password',
} as const
type Field = keyof typeof autoComplete

const isField = (name: string): name is Field => Object.hasOwn(autoComplete, name)
const fields = Object.keys(autoComplete).filter(isField)

const inputsOf = (form: HTMLFormElement | null) =>
  [...(form?.elements ?? [])].filter(
    (element): element is HTMLInputElement & { name: Field } =>
      element instanceof HTMLInputElement && isField(element.name),
  )

/** The Reset Password modal (spec.md section 2): closes on Close, on submit and on Escape; the outcome is a notification. */
export function ResetPasswordModal({ actor }: { actor: ResetPasswordActor }) {
  const open = useSelector(actor, isOpen)
  const close = () => actor.send({ type: 'modal.close' })
  if (!open) return null
  return (
    <Modal title={resetPasswordMessages.title} onClose={close}>
      <PasswordForm actor={actor} close={close} />
    </Modal>
  )
}

function PasswordForm({ actor, close }: { actor: ResetPasswordActor; close: () => void }) {
  const { values, errors, revealed } = useSelector(actor, (snapshot) => snapshot.context)
  const sending = useSelector(actor, isSending)
  const form = useRef<HTMLFormElement>(null)
  useCommittedChange(form, ({ name, value }) => {
    if (isField(name)) actor.send({ type: 'field.change', field: name, value })
  })

  // The inputs hold their own text; what the machine fills in (a generated password) is written to them here.
  useEffect(() => {
    for (const input of inputsOf(form.current))
      if (input.value !== values[input.name]) input.value = values[input.name]
  }, [values])

  function blur({ target }: FocusEvent) {
    if (!(target instanceof HTMLInputElement) || !isField(target.name)) return
    const field = target.name
    afterPointer(() => actor.send({ type: 'field.blur', field }))
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    for (const { name, value } of inputsOf(form.current))
      actor.send({ type: 'field.change', field: name, value })
    actor.send({ type: 'password.submit' })
    requestAnimationFrame(() => focusFirstInvalid(form.current))
  }

  return (
    <form ref={form} className={styles.form} noValidate onBlur={blur} onSubmit={submit}>
      {fields.map((field, at) => (
        <TextInput
          key={field}
          id={`reset-${field}`}
          name={field}
          type={revealed && field !== 'currentPassword' ? 'text' : 'password'}
          label={resetPasswordMessages[field]}
          autoComplete={autoComplete[field]}
          error={errors[field]}
          required
          autoFocus={at === 0}
        />
      ))}
      <div className={styles.actions}>
        <Button
          color="secondary"
          variant="outline"
          onClick={() => actor.send({ type: 'password.generate' })}
        >
          {resetPasswordMessages.generate}
        </Button>
        <span className={styles.gap} />
        <Button color="white" onClick={close}>
          {resetPasswordMessages.close}
        </Button>
        <Button type="submit" loading={sending}>
          {resetPasswordMessages.submit}
        </Button>
      </div>
    </form>
  )
}
