import { useEffect, useRef } from 'react'
import type { FocusEvent, FormEvent } from 'react'
import { useSelector } from '@xstate/react'
import { isOpen, isSending } from '#machines/resetPassword.ts'
import { messages } from '#shared/messages.ts'
import { useActors } from '../ConsoleContext.tsx'
import { afterPointer } from '../ui/afterPointer.ts'
import { Button } from '../ui/Button.tsx'
import { focusFirstInvalid } from '../ui/focusFirstInvalid.ts'
import { Modal } from '../ui/Modal.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { useCommittedChange } from '../ui/useCommittedChange.ts'
import * as styles from './ResetPasswordModal.css.ts'

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
export function ResetPasswordModal() {
  const { resetPassword } = useActors()
  const open = useSelector(resetPassword, isOpen)
  const close = () => resetPassword.send({ type: 'modal.close' })
  if (!open) return null
  return (
    <Modal title={messages.resetPassword.title} onClose={close}>
      <PasswordForm close={close} />
    </Modal>
  )
}

function PasswordForm({ close }: { close: () => void }) {
  const { resetPassword } = useActors()
  const { values, errors, revealed } = useSelector(resetPassword, (snapshot) => snapshot.context)
  const sending = useSelector(resetPassword, isSending)
  const form = useRef<HTMLFormElement>(null)
  useCommittedChange(form, ({ name, value }) => {
    if (isField(name)) resetPassword.send({ type: 'field.change', field: name, value })
  })

  // The inputs hold their own text; what the machine fills in (a generated password) is written to them here.
  useEffect(() => {
    for (const input of inputsOf(form.current))
      if (input.value !== values[input.name]) input.value = values[input.name]
  }, [values])

  function blur({ target }: FocusEvent) {
    if (!(target instanceof HTMLInputElement) || !isField(target.name)) return
    const field = target.name
    afterPointer(() => resetPassword.send({ type: 'field.blur', field }))
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    for (const { name, value } of inputsOf(form.current))
      resetPassword.send({ type: 'field.change', field: name, value })
    resetPassword.send({ type: 'password.submit' })
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
          label={messages.resetPassword[field]}
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
          onClick={() => resetPassword.send({ type: 'password.generate' })}
        >
          {messages.resetPassword.generate}
        </Button>
        <span className={styles.gap} />
        <Button color="white" onClick={close}>
          {messages.resetPassword.close}
        </Button>
        <Button type="submit" loading={sending}>
          {messages.resetPassword.submit}
        </Button>
      </div>
    </form>
  )
}
