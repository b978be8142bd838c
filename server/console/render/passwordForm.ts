import { createActor, fromPromise, waitFor } from 'xstate'
import { createIdempotencyKey, formatError } from '#client/app.tsx'
import type { PasswordFormInput } from '#client/app.tsx'
import type { NotificationInput } from '#machines/notifications.ts'
import { isModalOpen, isSending, resetPasswordMachine } from '#machines/resetPassword.ts'
import type { PasswordChangeInput, PasswordForm } from '#machines/resetPassword.ts'
import { ApiError } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { withFlash } from '#shared/navigation/flashMessage.ts'
import { generatePassword, getSecureRandom } from '#shared/areas/signIn/generatePassword.ts'
import {
  hasPasswordParam,
  passwordIntent,
  passwordIntents,
  removePasswordParam,
} from '#shared/navigation/passwordUrl.ts'
import type { PasswordChangeErrors } from '#shared/areas/signIn/passwordChange.ts'
import { updatePassword } from '#shared/engine/platformCalls.ts'
import { resetPasswordMessages } from '#shared/areas/signIn/passwordMessages.ts'
import type { Visitor } from '../signIn/cookies.ts'

type PasswordFormResult = {
  changed: boolean
  status: number
  form?: PasswordForm
  failure?: NotificationInput
  retryAfter?: number | undefined
}

/**
 * Runs the Reset Password machine for its form; returns null for any other form. After a rejection,
 * the modal shows again without the entered passwords.
 */
export async function handlePasswordForm(
  request: Request,
  api: Api,
  visitor: Visitor | null,
): Promise<PasswordFormResult | null> {
  if (request.method !== 'POST' || !visitor || !hasPasswordParam(new URL(request.url).search))
    return null
  const form = await request.clone().formData()
  if (!form.has(passwordIntent)) return null
  const submitted = parsePasswordForm(form)
  const failures: unknown[] = []
  const machine = resetPasswordMachine.provide({
    actors: {
      changePassword: fromPromise<void, PasswordChangeInput>(({ input: change }) =>
        updatePassword(api, { id: visitor.userId, ...change }, getFormWriteKey(form)),
      ),
    },
    actions: {
      announceSuccess: () => undefined,
      announceFailure: (_, { error }) => void failures.push(error),
    },
  })
  const generate = () => generatePassword(getSecureRandom)
  const actor = createActor(machine, { input: { generate, open: true, form: submitted } }).start()
  const isGenerate = form.get(passwordIntent) === passwordIntents.generate
  actor.send({ type: isGenerate ? 'password.generate' : 'password.submit' })
  const snapshot = await waitFor(actor, (now) => !isSending(now))
  actor.stop()
  if (failures.length > 0) return toRejectedResult(submitted, failures[0])
  if (!isModalOpen(snapshot)) return { changed: true, status: 303 }
  const { values, errors, revealed } = snapshot.context
  if (isGenerate) {
    // Shows the generated password, but not the current one that was entered.
    const generated = { ...values, currentPassword: '' }
    return { changed: false, status: 200, form: { values: generated, errors, revealed } }
  }
  return { changed: false, status: 422, form: { ...submitted, values: emptyPasswords, errors } }
}

const emptyPasswords = { currentPassword: '', password: '', confirmPassword: '' }

const parsePasswordForm = (form: FormData): PasswordForm => ({
  values: {
    currentPassword: getFormText(form, 'currentPassword'),
    password: getFormText(form, 'password'),
    confirmPassword: getFormText(form, 'confirmPassword'),
  },
  errors: {},
  revealed: false,
})

const getFormText = (form: FormData, name: string) => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

const getFormWriteKey = (form: FormData) => getFormText(form, 'writeKey') || createIdempotencyKey()

function toRejectedResult(submitted: PasswordForm, error: unknown): PasswordFormResult {
  if (!(error instanceof ApiError)) throw error
  const { currentPassword, new_password, confirmPassword } = error.problem.fields ?? {}
  const errors: PasswordChangeErrors = {
    ...(currentPassword && { currentPassword }),
    ...(new_password && { password: new_password }),
    ...(confirmPassword && { confirmPassword }),
  }
  const { status, retryAfter } = error
  if (Object.keys(errors).length > 0)
    return {
      changed: false,
      status,
      retryAfter,
      form: { ...submitted, values: emptyPasswords, errors },
    }
  const text = formatError(error, resetPasswordMessages.what)
  const failure = {
    type: 'error',
    title: resetPasswordMessages.failed,
    text,
    timeout: false,
  } as const
  return {
    changed: false,
    status,
    retryAfter,
    form: { ...submitted, values: emptyPasswords },
    failure,
  }
}

export function getPasswordFormInput(
  address: string,
  outcome: PasswordFormResult | null,
): PasswordFormInput | null {
  if (!hasPasswordParam(getUrlQuery(address))) return null
  return { writeKey: createIdempotencyKey(), ...(outcome?.form && { sent: outcome.form }) }
}

export const buildPasswordChangedUrl = (address: string): string =>
  withFlash(address.split('?')[0] + removePasswordParam(getUrlQuery(address)), {
    notice: 'password-changed',
  })

const getUrlQuery = (address: string) => new URL(address, 'http://console').search
