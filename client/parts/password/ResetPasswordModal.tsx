import { useEffect, useLayoutEffect, useRef } from 'react'
import type { FocusEvent, FormEvent, MouseEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSelector } from '@xstate/react'
import { isModalOpen, isSending } from '#machines/resetPassword.ts'
import {
  passwordIntent,
  passwordIntents,
  removePasswordParam,
} from '#shared/navigation/passwordUrl.ts'
import { resetPasswordMessages } from '#shared/areas/signIn/passwordMessages.ts'
import { Button } from '#client/frame/index.ts'
import { runAfterPointerUp } from '#client/ui/focus/runAfterPointerUp.ts'
import { isUserBlur, startUserBlurDetection } from '#client/ui/focus/userBlur.ts'
import { focusFirstInvalid } from '#client/ui/inputs/focusFirstInvalid.ts'
import { Modal } from '#client/ui/dialogs/Modal.tsx'
import { TextInput } from '#client/ui/inputs/TextInput.tsx'
import { useCommittedChange } from '#client/ui/inputs/useCommittedChange.ts'
import { useSubmittedPasswordForm } from '#client/runtime/ConsoleContext.tsx'
import { useResetPasswordActor } from './useResetPasswordActor.ts'
import type { ResetPasswordActor } from './useResetPasswordActor.ts'
import * as styles from '#client/shell/Shell.css.ts'

const autoCompleteByField = {
  currentPassword: 'current-password',
  password: 'new-password',
  confirmPassword: 'new-password',
} as const
type PasswordFieldName = keyof typeof autoCompleteByField

const isPasswordField = (name: string): name is PasswordFieldName =>
  Object.hasOwn(autoCompleteByField, name)
const passwordFields = Object.keys(autoCompleteByField).filter(isPasswordField)

const findPasswordInputs = (form: HTMLFormElement | null) =>
  [...(form?.elements ?? [])].filter(
    (element): element is HTMLInputElement & { name: PasswordFieldName } =>
      element instanceof HTMLInputElement && isPasswordField(element.name),
  )

/**
 * Shows the Reset Password modal (spec.md section 2) if the URL asks for it
 * (server/console/render/passwordForm.ts).
 */
export function ResetPasswordModal() {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const actor = useResetPasswordActor()
  const open = useSelector(actor, isModalOpen)
  const rest = removePasswordParam(search)
  const leave = () => void navigate({ pathname, search: rest, hash }, { preventScrollReset: true })
  function close() {
    actor.send({ type: 'modal.close' })
    leave()
  }
  if (!open) return null
  return (
    <Modal title={resetPasswordMessages.title} onClose={close}>
      <PasswordForm actor={actor} close={close} leave={leave} />
      <form id={closeFormId} action={pathname} method="get" hidden>
        {[...new URLSearchParams(rest)].map(([name, value], index) => (
          <input key={`${index}-${name}`} type="hidden" name={name} value={value} />
        ))}
      </form>
    </Modal>
  )
}

const closeFormId = 'close-password'

function PasswordForm({
  actor,
  close,
  leave,
}: {
  actor: ResetPasswordActor
  close: () => void
  leave: () => void
}) {
  const { pathname, search } = useLocation()
  const serverForm = useSubmittedPasswordForm()
  const { values, errors, revealed } = useSelector(actor, (snapshot) => snapshot.context)
  const sending = useSelector(actor, isSending)
  const form = useRef<HTMLFormElement>(null)
  useCommittedChange(form, ({ name, value }) => {
    if (isPasswordField(name)) actor.send({ type: 'field.change', field: name, value })
  })

  // The inputs are uncontrolled. Values that the machine fills in (a generated password) are
  // written to them here, before the next key press.
  useLayoutEffect(() => {
    for (const input of findPasswordInputs(form.current))
      if (input.value !== values[input.name]) input.value = values[input.name]
  }, [values])

  useEffect(startUserBlurDetection, [])

  function handleBlur({ target }: FocusEvent) {
    if (
      !(target instanceof HTMLInputElement) ||
      !isPasswordField(target.name) ||
      !isUserBlur(target)
    )
      return
    const field = target.name
    runAfterPointerUp(() => actor.send({ type: 'field.blur', field }))
  }

  function readAll() {
    for (const { name, value } of findPasswordInputs(form.current))
      actor.send({ type: 'field.change', field: name, value })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    readAll()
    actor.send({ type: 'password.submit' })
    if (!isModalOpen(actor.getSnapshot())) return leave()
    requestAnimationFrame(() => focusFirstInvalid(form.current))
  }

  function generate(event: MouseEvent) {
    event.preventDefault()
    readAll()
    actor.send({ type: 'password.generate' })
  }

  function closeHere(event: MouseEvent) {
    event.preventDefault()
    close()
  }

  return (
    <form
      ref={form}
      method="post"
      action={pathname + search}
      className={styles.form}
      noValidate
      onBlur={handleBlur}
      onSubmit={submit}
    >
      {/* Enter presses the form's first button. */}
      <button type="submit" name={passwordIntent} value={passwordIntents.change} hidden>
        {resetPasswordMessages.submit}
      </button>
      {serverForm && <input type="hidden" name="writeKey" value={serverForm.writeKey} />}
      {passwordFields.map((field, index) => (
        <TextInput
          key={field}
          id={`reset-${field}`}
          name={field}
          type={revealed && field !== 'currentPassword' ? 'text' : 'password'}
          label={resetPasswordMessages[field]}
          autoComplete={autoCompleteByField[field]}
          hint={field === 'password' ? resetPasswordMessages.rule : undefined}
          error={errors[field]}
          defaultValue={values[field]}
          required
          autoFocus={index === 0}
        />
      ))}
      <div className={styles.actions}>
        <Button
          type="submit"
          name={passwordIntent}
          value={passwordIntents.generate}
          color="secondary"
          variant="outline"
          onClick={generate}
        >
          {resetPasswordMessages.generate}
        </Button>
        <span className={styles.gap} />
        <Button type="submit" form={closeFormId} color="white" onClick={closeHere}>
          {resetPasswordMessages.close}
        </Button>
        <Button
          type="submit"
          name={passwordIntent}
          value={passwordIntents.change}
          loading={sending}
        >
          {resetPasswordMessages.submit}
        </Button>
      </div>
    </form>
  )
}
